"""All seats of an event as columns, so that a large ranking is fast."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from scoring.competition.points import denominator, points_by_outcomes
from scoring.competition.scheme import TableScore
from scoring.competition.seat_outcomes import NO_SHOW, cash_by_outcomes, places_by_outcomes


@dataclass(slots=True)
class SeatColumns:
    """The seats of all finished tables as parallel columns, table after table.

    `player_indexes` refer to `players`. `finals` is the final cash, 0 if forfeited. `counts` says
    whether the seat counts in the standings. Table t's seats run from `table_bounds[t]` up to
    `table_bounds[t + 1]`. `corrections` are the parts of the points that make up for the role (see
    `scoring.competition.role_correction`). By player, `total_points` sums the points that count,
    and `played` is the number of tables played. All points are in units of 1/`scale`.
    """

    players: Sequence[str]
    scale: int
    lot_seed: str = ""
    player_indexes: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    roles: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    finals: list[int] = field(default_factory=list)
    outcomes: list[str] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    corrections: list[int] = field(default_factory=list)
    counts: list[bool] = field(default_factory=list)
    table_bounds: list[int] = field(default_factory=lambda: [0])
    total_points: list[int] = field(default_factory=list)
    played: list[int] = field(default_factory=list)


def read_seats(
    players: Sequence[str],
    tables: Iterable[TableScore],
    points_by_place: Sequence[int | Fraction],
    lot_seed: str = "",
    penalty_points: Sequence[Fraction] = (),
) -> SeatColumns:
    """Read the seats of `tables` into columns, with every seat counting.

    The scale makes point shares and penalties whole numbers.

    Raise ValueError if a player is listed twice or sits at a table without being listed, or if a
    table's places are not a ranking.
    """
    seats = SeatColumns(players, denominator(points_by_place, penalty_points), lot_seed)
    index = {player: position for position, player in enumerate(players)}
    if len(index) != len(players):
        raise ValueError("a player is listed twice")
    try:
        _append(seats, index, tables, points_by_place)
    except KeyError as error:
        raise ValueError(f"player {error.args[0]!r} is not listed") from None
    seats.counts = [True] * len(seats.points)
    seats.corrections = [0] * len(seats.points)
    _add_up(seats)
    return seats


def _append(
    columns: SeatColumns,
    index: dict[str, int],
    tables: Iterable[TableScore],
    points_by_place: Sequence[int | Fraction],
) -> None:
    """Append the seats of the tables to the columns.

    Each pattern of places and outcomes is computed once.
    """
    known: dict[tuple[tuple[int, ...], tuple[str, ...]], tuple[tuple[int, ...], list[int]]] = {}
    indexes, roles, finals = columns.player_indexes, columns.roles, columns.finals
    for number, _, seats in tables:
        names, seat_roles, places, cash, outcomes = zip(*seats, strict=True)
        found = known.get((places, outcomes))
        if found is None:
            exact = points_by_outcomes(places, outcomes, points_by_place)
            points = [int(share * columns.scale) for share in exact]
            found = known[places, outcomes] = places_by_outcomes(places, outcomes), points
        indexes += [index[name] for name in names]
        columns.rounds += [number] * len(names)
        roles += seat_roles
        finals += cash_by_outcomes(cash, outcomes)
        columns.places += found[0]
        columns.outcomes += outcomes
        columns.points += found[1]
        columns.table_bounds.append(len(indexes))


def _add_up(seats: SeatColumns) -> None:
    totals = seats.total_points = [0] * len(seats.players)
    played = seats.played = [0] * len(seats.players)
    for player, points, outcome in zip(
        seats.player_indexes, seats.points, seats.outcomes, strict=True
    ):
        totals[player] += points
        played[player] += outcome != NO_SHOW
