"""Rounds with their tables and seats, loaded in a fixed number of queries."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import OuterRef, Subquery

from scoring.competition.points import points_of
from tournament import standings_wording, visibility
from tournament.models import ConflictingResult, Entry, Event, Round, Seat
from tournament.models.results import SeatResult
from tournament.visibility import Reader


@dataclass(frozen=True, slots=True)
class PlayerRef:
    """A player of the event: `seed` is the address of the player's page, `code` the id in game
    records."""

    seed: int
    code: str
    name: str
    club: str
    dropped: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat, in order of play; the figures are None until the table has a result, and those of
    the end procedure also where the game has none. `role` is blank until it is known."""

    order: int
    player: PlayerRef
    role: str
    place: int | None
    shared_place: bool
    final: int | None
    before_retention: int | None
    retained: int | None
    circuit_income: int | None
    points: Fraction | None

    @property
    def role_label(self) -> str:
        """The role's name in the reader's language."""
        return role_label(self.role)

    @property
    def points_text(self) -> str:
        """The points as the reader's language writes them, blank without a result."""
        return "" if self.points is None else standings_wording.points_text(self.points)


@dataclass(frozen=True, slots=True)
class TableView:
    """One table; `pk` is its key for `referee.records.selectors`, where its record is.
    `source` is blank and `revision` 0 without a result; `under_review`: the table has others from
    elsewhere, and the chief referee has not chosen yet. `leavers` still sit at a table without a
    result, though they dropped out."""

    pk: int
    round: int
    number: int
    seats: tuple[SeatView, ...]
    finished: bool
    source: str
    confirmed_at: dt.datetime | None
    revision: int
    under_review: bool
    leavers: tuple[PlayerRef, ...]


@dataclass(frozen=True, slots=True)
class RoundView:
    """One round. `certificate` is what the draw proves of itself, None where seats were not drawn
    or were changed by hand; `drawn` says that there is a draw, by hand changed or not, to read of,
    and `seal` is its commitment.
    """

    number: int
    status: str
    published_at: dt.datetime | None
    certificate: dict[str, Any] | None
    drawn: bool
    seal: str | None
    tables: tuple[TableView, ...]
    tables_finished: int

    @property
    def status_label(self) -> str:
        """The status in the reader's language."""
        return str(Round.Status(self.status).label)


def rounds_of(
    event: Event, players: dict[int, PlayerRef], reader: Reader = Reader.PUBLIC
) -> list[RoundView]:
    """The rounds of an event in order (2 queries)."""
    rounds = visibility.rounds(reader).filter(event=event).select_related("seal")
    loaded = list(rounds.defer("seal__opening").order_by("number"))
    seats = seats_with_results().filter(round__in=[item.pk for item in loaded])
    tables: dict[int, list[TableView]] = {item.pk: [] for item in loaded}
    for table_seats in by_table(seats):
        view = table_view(event, table_seats, players, reader)
        tables[table_seats[0].round_id].append(view)
    return [_round_view(item, tables[item.pk]) for item in loaded]


def seats_with_results() -> Any:
    """Seats with their table and result, table after table in order of play; `contested_at` is
    when the first result from elsewhere came that waits for the chief referee's choice."""
    seats = Seat.objects.select_related("table", "round", "result__result")
    waiting = ConflictingResult.objects.filter(table=OuterRef("table"), waiting=True)
    first = waiting.order_by("entered_at").values("entered_at")[:1]
    seats = seats.annotate(contested_at=Subquery(first))
    ordered = seats.order_by("round__number", "table__number", "order")
    # A certificate or a statement would come once a seat.
    return ordered.defer("round__certificate", "result__result__statement")


def by_table(seats: Iterable[Seat]) -> Iterable[list[Seat]]:
    """Seats that come table after table, as one list a table."""
    current: list[Seat] = []
    for seat in seats:
        if current and current[0].table_id != seat.table_id:
            yield current
            current = []
        current.append(seat)
    if current:
        yield current


def players_of(event: Event, reader: Reader = Reader.PUBLIC) -> dict[int, PlayerRef]:
    """The event's players by the key of their entry, in order of seed (1 query)."""
    entries = Entry.objects.filter(event=event).select_related("player").order_by("seed")
    return {entry.pk: _player(entry, reader) for entry in entries}


def table_view(
    event: Event, seats: list[Any], players: dict[int, PlayerRef], reader: Reader = Reader.PUBLIC
) -> TableView:
    """One table from its loaded seats (no query)."""
    table = seats[0].table
    seated = [players[seat.entry_id] for seat in seats]
    lines: list[SeatResult | None] = [getattr(seat, "result", None) for seat in seats]
    complete = [line for line in lines if line is not None]
    result = complete[0].result if complete else None
    if result and not visibility.sees_what_came(reader, event, visibility.came_at(result)):
        complete, result = [], None
    return TableView(
        pk=table.pk,
        round=seats[0].round.number,
        number=table.number,
        seats=_seat_views(event, seats, complete, players),
        finished=result is not None,
        source=result.source if result else "",
        confirmed_at=result.confirmed_at if result else None,
        revision=result.revision if result else 0,
        under_review=result is not None
        and seats[0].contested_at is not None
        and visibility.sees_what_came(reader, event, seats[0].contested_at),
        leavers=() if result else tuple(player for player in seated if player.dropped),
    )


def _seat_views(
    event: Event, seats: list[Seat], lines: list[SeatResult], players: dict[int, PlayerRef]
) -> tuple[SeatView, ...]:
    """A table has a line for each seat or none at all."""
    if not lines:
        return tuple(_open_seat(seat, players[seat.entry_id]) for seat in seats)
    places = [line.place for line in lines]
    counts = Counter(places)
    points = points_of(places, event.points_by_place)
    return tuple(
        _finished_seat(seat, players[seat.entry_id], line, earned, counts[line.place] > 1)
        for seat, line, earned in zip(seats, lines, points, strict=True)
    )


def _open_seat(seat: Seat, player: PlayerRef) -> SeatView:
    return SeatView(
        order=seat.order,
        player=player,
        role=seat.role,
        place=None,
        shared_place=False,
        final=None,
        before_retention=None,
        retained=None,
        circuit_income=None,
        points=None,
    )


def _finished_seat(
    seat: Seat, player: PlayerRef, line: SeatResult, points: Fraction, shared: bool
) -> SeatView:
    return SeatView(
        order=seat.order,
        player=player,
        role=seat.role,
        place=line.place,
        shared_place=shared,
        final=line.final,
        before_retention=line.before_retention,
        retained=line.retained,
        circuit_income=line.circuit_income,
        points=points,
    )


def role_label(role: str) -> str:
    """The role's name in the reader's language, blank for a role that is not known yet."""
    return str(Seat.Role(role).label) if role else ""


def _player(entry: Entry, reader: Reader) -> PlayerRef:
    return PlayerRef(
        seed=entry.seed,
        code=entry.code,
        name=visibility.name_of(reader, entry),
        club=visibility.club_of(reader, entry),
        dropped=entry.status == Entry.Status.DROPPED,
    )


def _round_view(item: Round, tables: list[TableView]) -> RoundView:
    return RoundView(
        number=item.number,
        status=item.status,
        published_at=item.published_at,
        certificate=item.certificate,
        drawn=item.seal_id is not None,
        seal=item.seal.commitment if item.seal else None,
        tables=tuple(tables),
        tables_finished=sum(table.finished for table in tables),
    )
