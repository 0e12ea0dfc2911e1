"""Players without a seat in a round, and seats at tables that have not begun.

The round is published.
"""

from collections.abc import Collection
from dataclasses import dataclass

from tournament.common.names import search_key
from tournament.models import Entry, Event, Round, Seat


@dataclass(frozen=True, slots=True)
class StandBy:
    """Players without a seat in a round, and seats that can still be replaced.

    `waiting` are the players, and those who checked in come first. `seated` are the seats.
    """

    waiting: tuple[Entry, ...]
    seated: tuple[Seat, ...]


def open_rounds(event: Event) -> list[Round]:
    """Return the rounds that are published and not closed, the last one first.

    1 query.
    """
    rounds = event.rounds.filter(status__in=Round.PUBLIC, closed_at=None)
    return list(rounds.select_related("event").order_by("-number"))


def stand_by(round: Round, begun: Collection[int]) -> StandBy:
    """Return a round's players without a seat, and the seats still open.

    These seats are at tables that are not `begun`. 2 queries.
    """
    seats = Seat.objects.filter(round=round).select_related("entry", "table")
    seats = seats.order_by("table__number", "order")
    taken = {seat.entry_id for seat in seats}
    entries = Entry.objects.filter(event=round.event, status=Entry.Status.ACTIVE)
    waiting = [entry for entry in entries if entry.pk not in taken]
    waiting.sort(key=lambda one: (one.checked_in_at is None, search_key(one.name)))
    open_seats = tuple(seat for seat in seats if seat.table.number not in begun)
    return StandBy(tuple(waiting), open_seats)
