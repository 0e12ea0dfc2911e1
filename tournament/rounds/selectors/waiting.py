"""Unfinished business of several events, in a fixed number of queries."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import F

from tournament.events.selectors.current_round import next_number, with_starts
from tournament.models import Event, PaperSheet, Round
from tournament.rounds.selectors.before_draw import steps_before_draw
from tournament.rounds.selectors.leavers import seated_leavers_of
from tournament.rounds.selectors.prizes_given import events_with_prizes_given
from tournament.rounds.selectors.progress import progress_of_rounds
from tournament.rounds.states import (
    HOLDS_BACK_CONFIRMING,
    BeforeDraw,
    Obstacle,
    RedrawReason,
    RoundProgress,
    State,
    Step,
    next_step,
    obstacles,
    state_of,
)

PRESSING = ("called", "disputed", "several_results", "set_aside")
"""Obstacles at a table that do not go away by themselves."""
ON_SHEETS = {"typed", "differing"}
"""Obstacles at a table whose result was typed from paper."""


class CurrentRound(NamedTuple):
    """The round that is played or comes next.

    It has its state, the step that leads on, and the numbers of the tables that need somebody,
    by their need. `missing` holds the step back; `paused` says that the clock is. Once it is
    `all_typed`, nothing but typed sheets holds the results back. `seats_leavers` says that it is
    published with seats of players who dropped out; the game has `begun` at some tables. `redraw`
    is why it is drawn again, if that is its step.
    """

    number: int
    state: State
    step: Step | None
    tables: Mapping[str, tuple[int, ...]]
    missing: tuple[Obstacle, ...] = ()
    paused: bool = False
    all_typed: bool = False
    key: int | None = None
    seats_leavers: bool = False
    begun: tuple[int, ...] = ()
    redraw: RedrawReason = "leavers"


class Waiting(NamedTuple):
    """An event's unfinished business.

    It is the current round (None once all are closed), the sheets to be confirmed, and whether the
    prize-giving is over; sheets have who typed them, `of_round` and `of_table`, and nothing else.
    `leavers` dropped out and have a seat at a table (its number) where no game has begun.
    """

    round: CurrentRound | None
    sheets: tuple[PaperSheet, ...] = ()
    prizes_given: bool = False
    leavers: tuple[tuple[str, int], ...] = ()


def waiting_of(events: Iterable[Event]) -> dict[int, Waiting]:
    """Return the unfinished business of each event, by the events' keys.

    Some 11 queries, 1 more where players who dropped out have seats.
    """
    known = {event.pk: event for event in events}
    sheets = _sheets(known)
    rounds = current_rounds(known.values())
    given = events_with_prizes_given(known[key] for key in known if rounds[key] is None)
    leavers = _leavers(rounds)
    return {
        key: Waiting(rounds[key], tuple(sheets[key]), key in given, leavers.get(key, ()))
        for key in known
    }


def _sheets(events: Iterable[int]) -> Mapping[int, list[PaperSheet]]:
    """Return the sheets that wait to be confirmed, by the events' keys (1 query)."""
    found: dict[int, list[PaperSheet]] = defaultdict(list)
    waiting = PaperSheet.objects.filter(table__round__event__in=events, rejected_at=None)
    by_whom: Any = waiting.only("entered_by", "entered_by_user", "second_by")
    places = {"of_round": F("table__round__number"), "of_table": F("table__number")}
    placed = by_whom.annotate(of_event=F("table__round__event"), **places)
    for sheet in placed.order_by("of_round", "of_table"):
        found[sheet.of_event].append(sheet)
    return found


def _leavers(
    rounds: Mapping[int, CurrentRound | None],
) -> dict[int, tuple[tuple[str, int], ...]]:
    """Return each published round's seated leavers, by the events' keys."""
    published = {key: each for key, each in rounds.items() if each and each.seats_leavers}
    seated = seated_leavers_of(each.key for each in published.values() if each.key)
    return {
        key: tuple(leaver for leaver in seated[each.key or 0] if leaver[1] not in each.begun)
        for key, each in published.items()
    }


def current_rounds(events: Iterable[Event]) -> dict[int, CurrentRound | None]:
    """Return each event's current round, by the events' keys.

    Some 9 queries, 2 before a draw.
    """
    known = {event.pk: event for event in events}
    rounds = {key: _current_round(event, made) for key, event, made in _with_rounds(known)}
    progress = progress_of_rounds([item for item in rounds.values() if isinstance(item, Round)])
    before = steps_before_draw(
        (known[key], found if isinstance(found, int) else found.number)
        for key, found in rounds.items()
        if isinstance(found, int) or (found and found.status == Round.Status.DRAFT)
    )
    return {key: _describe_round(found, progress, before.get(key)) for key, found in rounds.items()}


def with_redraw(current: CurrentRound, reasons: Mapping[int, RedrawReason | None]) -> CurrentRound:
    """Return the round with the step to draw it again, if there is a reason."""
    reason = reasons.get(current.number)
    if reason is None or current.step != "publish":
        return current
    return current._replace(step="redraw", redraw=reason)


def rounds_to_confirm(event: int, number: int) -> list[int]:
    """Return the numbers of other rounds to confirm (1 query).

    They have all results, and these are not confirmed yet. `event` is a key, and `number` is
    the number of the round that is left out.
    """
    rounds = Round.objects.filter(
        event=event, status=Round.Status.FINISHED, confirmed_at=None, closed_at=None
    )
    others = rounds.exclude(number=number).order_by("number")
    return list(others.values_list("number", flat=True))


def _with_rounds(events: Mapping[int, Event]) -> Iterable[tuple[int, Event, dict[int, Round]]]:
    """Return each event with the rounds that were made, by number (1 query)."""
    made: dict[int, dict[int, Round]] = {key: {} for key in events}
    rounds = Round.objects.filter(event__in=events).select_related("event").defer("certificate")
    for item in with_starts(rounds).order_by("number"):
        made[item.event_id][item.number] = item
    return [(key, event, made[key]) for key, event in events.items()]


def _current_round(event: Event, made: Mapping[int, Round]) -> Round | int | None:
    """Return the round to work on next (`next_number`).

    Its number before it is made; None where all are closed.
    """
    number = next_number(list(made.values()), event.number_of_rounds)
    return made.get(number) or number or None


def _describe_round(
    found: Round | int | None, progress: Mapping[int, RoundProgress], before: BeforeDraw | None
) -> CurrentRound | None:
    if found is None:
        return None
    if isinstance(found, int):
        ahead = next_step(RoundProgress(), before_draw=before)
        return CurrentRound(found, State.DRAFT, ahead, {})
    own = progress[found.pk]
    tables = {code: own.open_tables[code] for code in PRESSING if own.open_tables.get(code)}
    ahead = next_step(own, before_draw=before)
    missing = obstacles(ahead, own) if ahead in ("confirm", "close") else ()
    # Pressing ones are named by themselves.
    missing = tuple(each for each in missing if each.code not in PRESSING)
    # Nobody calls time while some is left, though the step is there.
    due = None if ahead == "call_time" and own.remaining > 0 else ahead
    paused = own.clock == "paused"
    open_codes = {code for code in HOLDS_BACK_CONFIRMING if own.open_tables.get(code)}
    all_typed = bool(open_codes) and open_codes <= ON_SHEETS
    return CurrentRound(
        found.number,
        state_of(own),
        due,
        tables,
        missing,
        paused,
        all_typed,
        key=found.pk,
        seats_leavers=own.seats_leavers and own.published and not own.closed,
        begun=own.tables_with_log,
    )
