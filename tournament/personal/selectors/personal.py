"""The content of a personal link: the player's own seats and results.

They are as the public sees them.
"""

import datetime as dt
from dataclasses import dataclass, replace

from django.db.models import QuerySet

from tournament import visibility
from tournament.models import Entry, Event, Round, Seat
from tournament.penalties import wording as penalty_wording
from tournament.penalties.selectors import PenaltyView
from tournament.rounds.selectors.players import PlayerRef, players_of
from tournament.rounds.selectors.rounds import SeatView, by_table, seats_with_results, table_view
from tournament.visibility import Reader


@dataclass(frozen=True, slots=True)
class Companion:
    """Another player at the player's table."""

    order: int
    name: str
    role: str


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """The player's seat in a published round.

    `place` is None until a result is visible; `outcome` is blank unless the place came otherwise
    than by playing.
    """

    round: int
    table: int
    order: int
    role: str
    place: int | None
    finished: bool
    outcome: str = ""
    companions: tuple[Companion, ...] = ()

    @property
    def outcome_label(self) -> str:
        """The outcome in the reader's language."""
        return penalty_wording.outcome_label(self.outcome)

    @property
    def role_label(self) -> str:
        """The role in the reader's language; blank if it is thrown for at the table."""
        return str(Seat.Role(self.role).label) if self.role else ""


@dataclass(frozen=True, slots=True)
class PersonalPage:
    """A player's own page.

    It has the seat of the current round (None: no seat), that round's announced start, the seats of
    earlier rounds, the player's public penalties, and whether the last round or the event is over.
    """

    current: OwnSeat | None
    current_round: int | None
    starts_at: dt.datetime | None
    history: tuple[OwnSeat, ...]
    penalties: tuple[PenaltyView, ...]
    is_over: bool


def personal_page(entry: Entry) -> PersonalPage:
    """Return the player's page (8 queries)."""
    rounds = visibility.rounds(Reader.PUBLIC).filter(event=entry.event)
    last = rounds.order_by("-number").only("number", "status", "starts_at").first()
    seats = entry.seats.filter(round__in=rounds.values("pk"))
    seats = seats.select_related("round", "table").order_by("round__number")
    players = _at_own_tables(entry)
    views = _views(entry, players)
    own = [_own_seat(seat, views.get(seat.table_id)) for seat in seats]
    running = last is not None and last.status != Round.Status.FINISHED
    current = next((seat for seat in own if last and seat.round == last.number), None)
    if current is not None:
        current = _with_companions(entry.event, current)
    return PersonalPage(
        current=current,
        current_round=last.number if last is not None and (running or current) else None,
        starts_at=last.starts_at if last is not None and running else None,
        history=tuple(seat for seat in own if last is None or seat.round != last.number),
        penalties=players[entry.pk].penalties,
        is_over=bool(entry.event.closed_at)
        or (last is not None and not running and last.number == entry.event.number_of_rounds),
    )


def announced_seats(entry: Entry) -> QuerySet[Seat]:
    """Return the player's seats in published rounds with an announced start.

    1 query.
    """
    rounds = visibility.rounds(Reader.PUBLIC).filter(event=entry.event, starts_at__isnull=False)
    seats = entry.seats.filter(round__in=rounds.values("pk"))
    seats = seats.select_related("round", "table", "entry").defer("round__certificate")
    return seats.order_by("round__number")


def _at_own_tables(entry: Entry) -> dict[int, PlayerRef]:
    """Return the player and the others at the player's tables, by entry key."""
    tables = entry.seats.values_list("table", flat=True)
    seated = Seat.objects.filter(table__in=tables).values_list("entry", flat=True)
    return players_of(entry.event, pk__in={entry.pk, *seated})


def _views(entry: Entry, players: dict[int, PlayerRef]) -> dict[int, SeatView]:
    """Return the player's seats with their visible results, by the tables' keys."""
    seats = seats_with_results(table__in=entry.seats.values("table"))
    return {
        table[0].table: own
        for table in by_table(seats)
        for own in table_view(entry.event, table, players).seats
        if own.player.seed == entry.seed
    }


def _own_seat(seat: Seat, view: SeatView | None) -> OwnSeat:
    return OwnSeat(
        round=seat.round.number,
        table=seat.table.number,
        order=seat.order,
        role=seat.role,
        place=view.place if view else None,
        finished=view is not None and view.place is not None,
        outcome=view.outcome if view else "",
    )


def _with_companions(event: Event, own: OwnSeat) -> OwnSeat:
    seats = Seat.objects.filter(
        round__event=event, round__number=own.round, table__number=own.table
    ).select_related("entry")
    companions = tuple(
        Companion(seat.order, visibility.name_of(Reader.PUBLIC, seat.entry), seat.role)
        for seat in seats.order_by("order")
        if seat.order != own.order
    )
    return replace(own, companions=companions)
