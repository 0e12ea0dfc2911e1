"""A round as a problem for the table draw: who plays, who has met, what is wished."""

from collections.abc import Collection
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournament import seating
from tournament.common.finals import last_before_cut, stage_of
from tournament.draws.points import points_before
from tournament.draws.seats import tables_by_round, tables_of_round
from tournament.draws.wording import translated_sentences
from tournament.events.idle import refuse_idle
from tournament.models import Entry, Event, Result, Round, Seat
from tournament.rounds.selectors.cuts import cut_of
from tournament.rounds.selectors.players import players_of
from tournament.rounds.selectors.rounds import rounds_of
from tournament.seating import Lock, Problem
from tournament.standings.selectors.standings import score_of
from tournament.visibility import Reader, mates_of


def problem_to_draw(
    round: Round, *, seed: int, all_rounds: bool = False, time_limit: float | None = None
) -> Problem:
    """Return the problem of drawing this round, alone or with all later rounds.

    Later rounds are those with the same players, up to the next cut to the finals; a final seats
    finalists only. Players are named by their code (`p01`) in order of seed. A player whom
    `is_seated` rejects is absent. Raise ValidationError with the reason if the round cannot be
    drawn now.
    """
    event = round.event
    refuse_idle(event)
    last = last_before_cut(event, round.number) if all_rounds else round.number
    numbers = range(round.number, last + 1)
    _refuse_settled_rounds(event, numbers)
    problem = problem_of_rounds(event, numbers, seed=seed, time_limit=time_limit)
    refuse_impossible(problem, event)
    return problem


def problem_of_rounds(
    event: Event, numbers: range, *, seed: int = 0, time_limit: float | None = None
) -> Problem:
    """Return the problem by which the seats of these rounds are judged.

    It serves even after the draw. 6 queries, 3 more for score groups, 1 for finals. Raise
    ValidationError if an earlier round has no seats, or if the cut to the finals is not
    recorded.
    """
    finalists = _finalists(event, numbers[0])
    entries = list(Entry.objects.filter(event=event).prefetch_related("absences").order_by("seed"))
    return Problem(
        players=tuple(entry.code for entry in entries),
        rounds=len(numbers),
        sizes=tuple(event.table_sizes),
        seed=seed,
        time_limit=time_limit,
        history=_history(event, numbers[0]),
        absent=_absent_by_round(event, entries, numbers, finalists),
        apart=tuple((one, other) for one, other in event.keep_apart),
        clubs=_clubs(event, entries),
        pins={entry.code: entry.pinned_table for entry in entries if entry.pinned_table},
        # In the finals nobody is ahead yet.
        scores=_scores(event, numbers[0]) if event.score_groups and not finalists else None,
        order=tuple(event.draw_order) or seating.DEFAULT_ORDER,
        locks=_locks(event, numbers),
        roles_drawn=event.roles == Event.Roles.DRAWN,
        planned_rounds=last_before_cut(event, numbers[0]),
    )


def _clubs(event: Event, entries: list[Entry]) -> dict[str, str]:
    """Return the teams or clubs of the players, by their codes.

    They are as the public sees them once the draw is open.
    """
    return {entry.code: mates for entry in entries if (mates := mates_of(event, entry))}


def _finalists(event: Event, number: int) -> frozenset[str] | None:
    """Return the finalists who may play a round.

    None before the finals, when everybody may.
    """
    stage = stage_of(event, number)
    if stage is None:
        return None
    cut = cut_of(event, number)
    if cut is None:
        raise ValidationError(
            _("The cut to the finals has not been recorded: round %(number)d is for %(size)d."),
            params={"number": number, "size": stage.size},
            code="no_cut",
        )
    return frozenset(cut.finalists)


def _absent_by_round(
    event: Event, entries: list[Entry], numbers: range, finalists: frozenset[str] | None
) -> dict[int, frozenset[str]]:
    """Return the players who are not seated, by round."""
    absent: dict[int, set[str]] = {}
    for entry in entries:
        for number in numbers:
            out = finalists is not None and entry.code not in finalists
            if out or not is_seated(event, entry, number):
                absent.setdefault(number, set()).add(entry.code)
    return {number: frozenset(codes) for number, codes in absent.items()}


def is_seated(event: Event, entry: Entry, number: int) -> bool:
    """Return whether the draw of a round seats a player.

    It leaves out a player who dropped out, misses the round, or has not checked in at an event
    that requires it. 0 queries if `absences` are fetched.
    """
    if entry.status == Entry.Status.DROPPED:
        return False
    if event.leaves_out_absent and entry.checked_in_at is None:
        return False
    return not _misses(entry, number)


def _misses(entry: Entry, number: int) -> bool:
    """Return whether the player misses the round."""
    return any(absence.round_number == number for absence in entry.absences.all())


def _recorded_finalists(event: Event, number: int) -> Collection[str] | None:
    """Return the finalists recorded for a round.

    Empty without a cut; None before the finals.
    """
    if stage_of(event, number) is None:
        return None
    cut = cut_of(event, number)
    return cut.finalists if cut else ()


def players_to_seat(event: Event, number: int) -> int:
    """Return the number of players that a draw of the round would seat now.

    2 queries, 1 more for finals; 0 if the cut to the finals is not recorded.
    """
    finalists = _recorded_finalists(event, number)
    if finalists is not None and not finalists:
        return 0
    return len(_players_to_seat(event, number, finalists))


def _players_to_seat(event: Event, number: int, finalists: Collection[str] | None) -> list[Entry]:
    """Return the players whom a draw of the round would seat now, by seed (2 queries)."""
    return [
        entry
        for entry in _entries(event)
        if is_seated(event, entry, number) and (finalists is None or entry.code in finalists)
    ]


def _entries(event: Event) -> QuerySet[Entry]:
    """Return all players of an event with their absences, by seed."""
    return Entry.objects.filter(event=event).prefetch_related("absences").order_by("seed")


def players_not_here(event: Event, number: int) -> list[Entry]:
    """Return the players of a round who have not checked in, by seed.

    They are those who may play the round. Empty if nobody has checked in, because the event
    then uses no check-in (2 queries, 1 more for finals).
    """
    finalists = _recorded_finalists(event, number)
    active = Entry.objects.filter(event=event, status=Entry.Status.ACTIVE).order_by("seed")
    entries = list(active.prefetch_related("absences"))
    if all(entry.checked_in_at is None for entry in entries):
        return []
    return [
        entry
        for entry in entries
        if entry.checked_in_at is None
        and not _misses(entry, number)
        and (finalists is None or entry.code in finalists)
    ]


class SeatDifferences(NamedTuple):
    """Players, by seed, whom a draw would treat otherwise now than a round's seats do.

    `unseated` entered or came back after the draw, or their seat was left out. `absent` have a
    seat and would get none: they miss the round, or are left out as they have not checked in.
    Who dropped out is none of them.
    """

    unseated: list[Entry]
    absent: list[Entry]


def seat_differences(round: Round) -> SeatDifferences:
    """Compare a round's seats with those whom a draw would seat.

    3 queries, 1 more for finals.
    """
    finalists = _recorded_finalists(round.event, round.number)
    seated = set(round.seats.values_list("entry", flat=True))
    found = SeatDifferences([], [])
    for entry in _entries(round.event):
        plays = is_seated(round.event, entry, round.number)
        if entry.pk not in seated:
            if plays and (finalists is None or entry.code in finalists):
                found.unseated.append(entry)
        elif not plays and entry.status == Entry.Status.ACTIVE:
            found.absent.append(entry)
    return found


def _scores(event: Event, before: int) -> dict[str, float] | None:
    """Return all players' points before a round, for score groups (3 queries).

    None in the first round.
    """
    if before == 1:
        return None
    players = players_of(event, Reader.STAFF)
    rounds = rounds_of(event, players, Reader.STAFF)
    scores = [score_of(table) for item in rounds for table in item.tables if table.finished]
    return points_before(event, players.values(), scores, before)


def _locks(event: Event, numbers: range) -> tuple[Lock, ...]:
    """Return the locks of the seats that an organiser keeps.

    They lock only the tables if roles are thrown for.
    """
    drawn = event.roles == Event.Roles.DRAWN
    return tuple(
        Lock(
            round=item.number,
            player=seat.player,
            table=table.number,
            role=seat.role if drawn else None,
            seat=place if drawn else None,
        )
        for item in event.rounds.filter(number__in=numbers).defer("certificate").order_by("number")
        if item.kept
        for table in tables_of_round(item)
        for place, seat in enumerate(table.seats, start=1)
        if seat.player in item.kept
    )


def refuse_impossible(problem: Problem, event: Event) -> None:
    """Raise ValidationError with a sentence for every wish that cannot be met."""
    sentences = seating.impossible_wishes(problem)
    if sentences:
        raise ValidationError(translated_sentences(sentences, event))


def _refuse_settled_rounds(event: Event, numbers: range) -> None:
    results = Result.objects.filter(table__round__event=event, table__round__number__in=numbers)
    if results.exists():
        raise ValidationError(_("The round has results: its seats cannot be drawn again."))
    if event.rounds.filter(number__in=numbers, status__in=Round.PUBLIC).exists():
        raise ValidationError(_("The round is published: hide it before drawing it again."))


def _history(event: Event, before: int) -> tuple[seating.Round, ...]:
    """Return the seats of all earlier rounds (2 queries)."""
    keys = dict(event.rounds.filter(number__lt=before).values_list("number", "pk"))
    tables = tables_by_round(Seat.objects.filter(round__event=event, round__number__lt=before))
    missing = [number for number in range(1, before) if keys.get(number) not in tables]
    if missing:
        raise ValidationError(
            _("Round %(number)d has no seats yet: draw it first."), params={"number": missing[0]}
        )
    return tuple(tables[keys[number]] for number in range(1, before))
