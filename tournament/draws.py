"""A round as a problem of the table draw, and its stored certificate checked again."""

import json
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament import seating
from tournament.models import Entry, Event, Result, Round, Seat
from tournament.seat_plans import TablePlan
from tournament.seating import Draw, Lock, Problem, Sentence
from tournament.selectors.rounds import players_of, rounds_of
from tournament.selectors.standings import standings_of


def problem_of(
    round: Round, *, seed: int, all_rounds: bool = False, time_limit: float | None = None
) -> Problem:
    """What is to be drawn: this round, or it and all later rounds of the event together.

    Players are named by their code (`p01`) in order of seed; who dropped out is absent. Raises
    ValidationError if the round cannot be drawn now, with the reason.
    """
    event = round.event
    last = event.number_of_rounds if all_rounds else round.number
    numbers = range(round.number, last + 1)
    _refuse_settled_rounds(event, numbers)
    problem = asked_of(event, numbers, seed=seed, time_limit=time_limit)
    refuse_impossible(problem, event)
    return problem


def asked_of(
    event: Event, numbers: range, *, seed: int = 0, time_limit: float | None = None
) -> Problem:
    """What the seats of some rounds are judged by, whether or not they can still be drawn
    (5 queries, 3 more for score groups; ValidationError if an earlier round has no seats)."""
    entries = list(Entry.objects.filter(event=event).order_by("seed"))
    dropped = frozenset(entry.code for entry in entries if entry.status == Entry.Status.DROPPED)
    return Problem(
        players=tuple(entry.code for entry in entries),
        rounds=len(numbers),
        sizes=tuple(event.table_sizes),
        seed=seed,
        time_limit=time_limit,
        history=_history(event, numbers[0]),
        absent=dict.fromkeys(numbers, dropped) if dropped else {},
        apart=tuple((one, other) for one, other in event.keep_apart),
        clubs={entry.code: entry.club for entry in entries if entry.club},
        pins={entry.code: entry.pinned_table for entry in entries if entry.pinned_table},
        scores=_scores(event, numbers[0]) if event.score_groups else None,
        order=tuple(event.draw_order) or seating.DEFAULT_ORDER,
        locks=_locks(event, numbers),
        roles_drawn=event.roles == Event.Roles.DRAWN,
        planned_rounds=event.number_of_rounds,
    )


def _scores(event: Event, before: int) -> dict[str, float] | None:
    """Everybody's points after the rounds before, for score groups; None in the first round
    (3 queries). Equal points are equal numbers, which is all the draw asks of them."""
    if before == 1:
        return None
    players = players_of(event)
    rounds = [item for item in rounds_of(event, players, public=False) if item.number < before]
    rows = standings_of(event, players.values(), rounds).rows
    return {row.player.code: float(row.points) for row in rows}


def _locks(event: Event, numbers: range) -> tuple[Lock, ...]:
    """The seats of those rounds that an organiser keeps; where roles are thrown for, the tables."""
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
        for table in tables_of(item)
        for place, seat in enumerate(table.seats, start=1)
        if seat.player in item.kept
    )


def refuse_impossible(problem: Problem, event: Event) -> None:
    """Raise ValidationError with a sentence for every wish that cannot be met."""
    sentences = seating.impossible_wishes(problem)
    if sentences:
        raise ValidationError(spoken(sentences, event))


def spoken(sentences: tuple[Sentence, ...], event: Event) -> list[str]:
    """Sentences of the draw in the reader's language, with the players' names (1 query)."""
    names = names_of(event)
    return [item.text(gettext, lambda code: names.get(code, code)) for item in sentences]


def names_of(event: Event) -> dict[str, str]:
    """The names of an event's players by their codes (1 query)."""
    entries = Entry.objects.filter(event=event).select_related("player")
    return {entry.code: entry.player.name for entry in entries}


def certificate_of(problem: Problem, made: Draw) -> dict[str, Any]:
    """What is stored with each round drawn: all it takes to draw it again."""
    return {"problem": seating.problem_to_json(problem), "draw": made.to_json()}


def plans_for(event: Event, tables: seating.Round) -> list[TablePlan]:
    """Tables of the draw as plans for the event's seats (1 query; KeyError for a code that is no
    player's)."""
    keys = {entry.code: entry.pk for entry in Entry.objects.filter(event=event)}
    return [
        TablePlan(
            table.number, tuple((keys[seat.player], str(seat.role or "")) for seat in table.seats)
        )
        for table in tables
    ]


def stored_draw(round: Round) -> tuple[Problem, Draw] | None:
    """The problem and the draw that a round's seats came from; None for seats set by hand."""
    if round.certificate is None:
        return None
    return (
        seating.problem_from_json(round.certificate["problem"]),
        seating.draw_from_json(round.certificate["draw"]),
    )


def faults_of_certificate(round: Round) -> list[str]:
    """Everything that does not hold when the round's draw is made again from its seed and
    compared with the seats of the event: of this round, of those before it that the draw took
    into account, and of those drawn together with it. Empty if all holds. Raises ValidationError
    without a certificate."""
    stored = stored_draw(round)
    if stored is None:
        raise ValidationError(_("The seats of this round were not drawn: nothing to verify."))
    problem, made = stored
    faults = [*_faults_of_seal(round), *spoken(seating.verify(problem, made), round.event)]
    now = {item.number: tables_of(item) for item in round.event.rounds.all()}
    for number, tables in enumerate([*problem.history, *made.rounds], start=1):
        if _seen(tables, problem) == _seen(now.get(number, ()), problem):
            continue
        text = gettext("The seats of round %(number)d are not those this draw is about.")
        if number == round.number:
            text = gettext("The seats of round %(number)d are not those that were drawn.")
        faults.append(text % {"number": number})
    return faults


def _faults_of_seal(round: Round) -> list[str]:
    """Whether what was sealed is what the round has: nothing was exchanged since."""
    seal = round.seal
    if seal is None or round.certificate is None:
        return [gettext("The draw of this round was never sealed.")]
    sealed = json.loads(seal.opening)
    same = all(sealed[part] == round.certificate[part] for part in ("problem", "draw"))
    if same and seating.commitment_of(seal.opening) == seal.commitment:
        return []
    return [gettext("The draw is not the one that was sealed: it was exchanged.")]


def _seen(tables: seating.Round, problem: Problem) -> list[Any]:
    """What the draw decided of the tables; where roles are thrown for, who sits where is all."""
    if problem.roles_drawn:
        return [
            (table.number, [(seat.player, seat.role) for seat in table.seats]) for table in tables
        ]
    return [(table.number, sorted(seat.player for seat in table.seats)) for table in tables]


def _refuse_settled_rounds(event: Event, numbers: range) -> None:
    results = Result.objects.filter(table__round__event=event, table__round__number__in=numbers)
    if results.exists():
        raise ValidationError(_("The round has results: its seats cannot be drawn again."))
    if event.rounds.filter(number__in=numbers, status__in=Round.PUBLIC).exists():
        raise ValidationError(_("The round is published: unpublish it before drawing it again."))


def _history(event: Event, before: int) -> tuple[seating.Round, ...]:
    """The seats of all earlier rounds (2 queries)."""
    rounds = {item.number: item for item in event.rounds.filter(number__lt=before)}
    seats = Seat.objects.filter(round__event=event, round__number__lt=before)
    tables: dict[int, list[Seat]] = {}
    for seat in _in_order(seats):
        tables.setdefault(seat.round_id, []).append(seat)
    missing = [n for n in range(1, before) if n not in rounds or rounds[n].pk not in tables]
    if missing:
        raise ValidationError(
            _("Round %(number)d has no seats yet: draw it first."), params={"number": missing[0]}
        )
    return tuple(_as_tables(tables[rounds[number].pk]) for number in range(1, before))


def tables_of(round: Round) -> seating.Round:
    """The seats of a round as the draw sees them (1 query)."""
    return _as_tables(list(_in_order(Seat.objects.filter(round=round))))


def _in_order(seats: Any) -> Any:
    return seats.select_related("table", "entry").order_by("round_id", "table__number", "order")


def _as_tables(seats: list[Seat]) -> seating.Round:
    tables: dict[int, list[seating.Seat]] = {}
    for seat in seats:
        role = seating.Role(seat.role) if seat.role else None
        tables.setdefault(seat.table.number, []).append(seating.Seat(seat.entry.code, role))
    return tuple(seating.Table(number, tuple(row)) for number, row in tables.items())
