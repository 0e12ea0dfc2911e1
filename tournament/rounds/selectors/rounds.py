"""Rounds with their tables and seats, loaded in a fixed number of queries."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import OuterRef, Subquery

from scoring.competition.points import points_by_outcomes
from scoring.competition.seat_outcomes import is_won, places_by_outcomes
from tournament import visibility
from tournament.common import figures_wording
from tournament.models import ConflictingResult, Event, Result, Round, Seat
from tournament.penalties import wording as penalty_wording
from tournament.penalties.selectors import outcomes_at
from tournament.rounds.selectors.players import PlayerRef
from tournament.visibility import Reader


class SeatView(NamedTuple):
    """One seat, in order of play.

    The figures are None until the table has a result, and those of the end procedure also if the
    game has none. `role` is blank until it is known; `outcome` is one of `SEAT_OUTCOMES` if the
    seat was not just played. It is a tuple, because a large event has thousands.
    """

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
    outcome: str = ""

    @property
    def is_winner(self) -> bool:
        """Whether this seat won the table."""
        return self.place is not None and is_won(self.place, self.outcome)

    @property
    def outcome_label(self) -> str:
        """The outcome in the reader's language, blank of a seat that was played."""
        return penalty_wording.outcome_label(self.outcome)

    @property
    def role_label(self) -> str:
        """The role's name in the reader's language."""
        return role_label(self.role)

    @property
    def points_text(self) -> str:
        """The points as the reader's language writes them, blank without a result."""
        return "" if self.points is None else figures_wording.points_text(self.points)


@dataclass(frozen=True, slots=True)
class TableView:
    """One table.

    `pk` is its key for `referee.records.selectors`, where its record is. `source` is blank and
    `revision` 0 without a result; `under_review` means that there are results from elsewhere, and
    the chief referee has not chosen yet. `leavers` dropped out, but still sit at a table without a
    result. `abandoned_reason` says why its game had no end.
    """

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
    abandoned_reason: str = ""

    @property
    def seats_to_read(self) -> tuple[SeatView, ...]:
        """The seats in order of play; once there is a result, the winner first."""
        if not self.finished:
            return self.seats
        return tuple(sorted(self.seats, key=lambda seat: seat.place or len(self.seats) + 1))

    @property
    def marks(self) -> tuple[str, ...]:
        """Signs of the result: `unofficial`, `corrected` and `by_hand`.

        `unofficial` means under review, and `by_hand` from paper.
        """
        held = {
            "unofficial": self.under_review,
            "corrected": self.revision > 1,
            "by_hand": self.source == Result.Source.PAPER,
        }
        return tuple(mark for mark, holds in held.items() if holds)


@dataclass(frozen=True, slots=True)
class RoundView:
    """One round.

    `certificate` is the draw's proof, None if seats were not drawn or were changed by hand;
    `starts_at` is the announced start; `drawn` says that there is a draw to read of, even if seats
    were changed by hand, and `seal` is its commitment.
    """

    number: int
    status: str
    published_at: dt.datetime | None
    starts_at: dt.datetime | None
    starts_changed_at: dt.datetime | None
    certificate: dict[str, Any] | None
    drawn: bool
    seal: str | None
    tables: tuple[TableView, ...]
    tables_finished: int

    @property
    def hides_results(self) -> bool:
        """Whether the reader sees only some results of a round that is finished."""
        return self.status == Round.Status.FINISHED and self.tables_finished < len(self.tables)

    @property
    def status_label(self) -> str:
        """The status in the reader's language."""
        return str(Round.Status(self.status).label)


def rounds_of(
    event: Event, players: dict[int, PlayerRef], reader: Reader = Reader.PUBLIC
) -> list[RoundView]:
    """Return the rounds of an event in order (2 queries)."""
    rounds = visibility.rounds(reader).filter(event=event).select_related("seal")
    loaded = list(rounds.defer("seal__opening").order_by("number"))
    seats = seats_with_results(round__in=[item.pk for item in loaded])
    tables: dict[int, list[TableView]] = {item.number: [] for item in loaded}
    for table_seats in by_table(seats):
        view = table_view(event, table_seats, players, reader)
        tables[table_seats[0].round].append(view)
    return [_round_view(item, tables[item.number]) for item in loaded]


class SeatRow(NamedTuple):
    """A seat with its table and its result's line.

    The figures and all that follows them are None without a result; `round` and `number` are those
    of the table. A large event has thousands, and rows cost a fifth of what models do.
    """

    round: int
    round_status: str
    table: int
    number: int
    order: int
    entry: int
    role: str
    place: int | None
    final: int | None
    before_retention: int | None
    retained: int | None
    circuit_income: int | None
    source: str | None
    revision: int | None
    confirmed_at: dt.datetime | None
    decided_at: dt.datetime | None
    abandoned_reason: str | None
    contested_at: dt.datetime | None
    """When the first result from elsewhere came in that awaits the chief referee's choice."""


COLUMNS = (
    "round__number",
    "round__status",
    "table",
    "table__number",
    "order",
    "entry",
    "role",
    "result__place",
    "result__final",
    "result__before_retention",
    "result__retained",
    "result__circuit_income",
    "result__result__source",
    "result__result__revision",
    "result__result__confirmed_at",
    "result__result__decided_at",
    "result__result__abandoned_reason",
    "contested_at",
)


def seats_with_results(**which: Any) -> list[SeatRow]:
    """Return the seats that the filter names (1 query).

    Table after table, in order of play.
    """
    waiting = ConflictingResult.objects.filter(table=OuterRef("table"), waiting=True)
    first = waiting.order_by("entered_at").values("entered_at")[:1]
    seats = Seat.objects.filter(**which).annotate(contested_at=Subquery(first))
    ordered = seats.order_by("round__number", "table__number", "order")
    return list(map(SeatRow._make, ordered.values_list(*COLUMNS)))


def by_table(seats: Iterable[SeatRow]) -> Iterable[list[SeatRow]]:
    """Yield one list of seats a table; the seats come table after table."""
    for _table, found in groupby(seats, key=attrgetter("table")):
        yield list(found)


def table_view(
    event: Event,
    seats: list[SeatRow],
    players: dict[int, PlayerRef],
    reader: Reader = Reader.PUBLIC,
) -> TableView:
    """Return one table from its loaded seats (no query)."""
    first = seats[0]
    finished = first.confirmed_at is not None and visibility.sees_what_came(
        reader, event, visibility.came_at(first.confirmed_at, first.decided_at)
    )
    contested = first.contested_at is not None and visibility.sees_what_came(
        reader, event, first.contested_at
    )
    seated = [players[seat.entry] for seat in seats]
    abandoned = (first.abandoned_reason or "") if finished else ""
    outcomes = outcomes_at(
        first.round, [player.penalties for player in seated], abandoned=bool(abandoned)
    )
    return TableView(
        pk=first.table,
        round=first.round,
        number=first.number,
        seats=_finished_seats(event, seats, seated, outcomes)
        if finished
        else _open_seats(seats, seated, outcomes),
        finished=finished,
        source=(first.source or "") if finished else "",
        confirmed_at=first.confirmed_at if finished else None,
        revision=(first.revision or 0) if finished else 0,
        under_review=finished and contested,
        leavers=() if finished else tuple(player for player in seated if player.dropped),
        abandoned_reason=abandoned,
    )


def _open_seats(
    seats: list[SeatRow], players: list[PlayerRef], outcomes: tuple[str, ...]
) -> tuple[SeatView, ...]:
    return tuple(
        SeatView(
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
            outcome=outcome,
        )
        for seat, player, outcome in zip(seats, players, outcomes, strict=True)
    )


def _finished_seats(
    event: Event, seats: list[SeatRow], players: list[PlayerRef], outcomes: tuple[str, ...]
) -> tuple[SeatView, ...]:
    """Return a line for each seat; who forfeits is behind those who do not."""
    places = places_by_outcomes(tuple(seat.place or 0 for seat in seats), outcomes)
    points = _points_of(places, outcomes, tuple(event.points_by_place))
    return tuple(
        SeatView(
            order=seat.order,
            player=player,
            role=seat.role,
            place=place,
            shared_place=places.count(place) > 1,
            final=seat.final,
            before_retention=seat.before_retention,
            retained=seat.retained,
            circuit_income=seat.circuit_income,
            points=earned,
            outcome=outcome,
        )
        for seat, player, place, earned, outcome in zip(
            seats, players, places, points, outcomes, strict=True
        )
    )


# Tables end in few different ways.
_points_of = lru_cache(1_000)(points_by_outcomes)


def role_label(role: str) -> str:
    """Return the role's name in the reader's language, "" for an unknown role."""
    return str(Seat.Role(role).label) if role else ""


def _round_view(item: Round, tables: list[TableView]) -> RoundView:
    return RoundView(
        number=item.number,
        status=item.status,
        published_at=item.published_at,
        starts_at=item.starts_at,
        starts_changed_at=item.starts_changed_at,
        certificate=item.certificate,
        drawn=item.seal_id is not None,
        seal=item.seal.commitment if item.seal else None,
        tables=tuple(tables),
        tables_finished=sum(table.finished for table in tables),
    )
