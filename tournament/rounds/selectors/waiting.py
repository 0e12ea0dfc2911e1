"""Unfinished business of several events, in a fixed number of queries."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tournament.events.selectors.current_round import current_number, with_starts
from tournament.models import Entry, Event, PaperSheet, Round
from tournament.rounds.selectors.cuts import events_without_cut
from tournament.rounds.selectors.progress import progress_of_rounds
from tournament.rounds.states import (
    Obstacle,
    RoundProgress,
    State,
    Step,
    next_step,
    obstacles,
    state_of,
)

PRESSING = ("called", "disputed", "several_results", "set_aside")
"""Obstacles at a table that do not go away by themselves."""


class CurrentRound(NamedTuple):
    """The round that is played or comes next: its state, the step that leads on, and the numbers
    of the tables that need somebody, by what they need.

    `missing` holds the step back; `paused` says that the clock is.
    """

    number: int
    state: State
    step: Step | None
    tables: Mapping[str, tuple[int, ...]]
    missing: tuple[Obstacle, ...] = ()
    paused: bool = False


class Waiting(NamedTuple):
    """An event's unfinished business.

    It has players to be entered, the current round (None once all are closed), and the number of
    sheets to be confirmed.
    """

    no_players: bool
    round: CurrentRound | None
    sheets: int


def waiting_of(events: Iterable[Event]) -> dict[int, Waiting]:
    """Return what waits in each event, by the events' keys (some 11 queries)."""
    known = {event.pk: event for event in events}
    with_players = set(
        Entry.objects.filter(event__in=known).values_list("event", flat=True).distinct()
    )
    sheets = Counter(
        PaperSheet.objects.filter(table__round__event__in=known, rejected_at=None).values_list(
            "table__round__event", flat=True
        )
    )
    rounds = current_rounds(known.values())
    return {
        key: Waiting(no_players=key not in with_players, round=rounds[key], sheets=sheets[key])
        for key in known
    }


def current_rounds(events: Iterable[Event]) -> dict[int, CurrentRound | None]:
    """Return each event's current round by the events' keys (some 9 queries, 1 more in finals)."""
    known = {event.pk: event for event in events}
    rounds = {key: _current_round(event, made) for key, event, made in _with_rounds(known)}
    progress = progress_of_rounds([item for item in rounds.values() if isinstance(item, Round)])
    uncut = events_without_cut(
        (known[key], found if isinstance(found, int) else found.number)
        for key, found in rounds.items()
        if found is not None
    )
    return {
        key: _describe_round(found, progress, needs_cut=key in uncut)
        for key, found in rounds.items()
    }


def rounds_to_confirm(event: int, number: int) -> list[int]:
    """Return the numbers of all rounds but one that have all results, not confirmed yet (1 query).

    `event` is a key, `number` that one's.
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
    """Return the current round (`current_number`), or the first that is not closed.

    Its number before it is made; None where all are closed.
    """
    current = made.get(current_number(list(made.values())))
    if current is not None and current.closed_at is None:
        return current
    for number in range(1, event.number_of_rounds + 1):
        found = made.get(number)
        if found is None:
            return number
        if found.closed_at is None:
            return found
    return None


def _describe_round(
    found: Round | int | None, progress: Mapping[int, RoundProgress], *, needs_cut: bool
) -> CurrentRound | None:
    if found is None:
        return None
    if isinstance(found, int):
        ahead = next_step(RoundProgress(), needs_cut=needs_cut)
        return CurrentRound(found, State.DRAFT, ahead, {})
    own = progress[found.pk]
    tables = {code: own.open_tables[code] for code in PRESSING if own.open_tables.get(code)}
    ahead = next_step(own, needs_cut=needs_cut)
    missing = obstacles(ahead, own) if ahead in ("confirm", "close") else ()
    # Pressing ones are named by themselves.
    missing = tuple(each for each in missing if each.code not in PRESSING)
    # Nobody calls time while some is left, though the step is there.
    due = None if ahead == "call_time" and own.remaining > 0 else ahead
    paused = own.clock == "paused"
    return CurrentRound(found.number, state_of(own), due, tables, missing, paused)
