"""Standings: everybody of an event in order, and why each stands where they stand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.competition import seat_columns
from scoring.competition.scheme import Scheme, TableScore
from scoring.competition.seat_columns import SeatColumns
from scoring.competition.tie_breaks import TIE_BREAKS, Column, points

POINTS = "points"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings; players whom nothing separates share `rank`, and `played` counts
    finished tables."""

    player: str
    rank: int
    shared: bool
    points: Fraction
    played: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """A player against `other`: equal on the criteria `equal_on`, separated by `decided_by` with
    the two values."""

    other: str
    equal_on: tuple[str, ...]
    decided_by: str
    own: Fraction
    theirs: Fraction


@dataclass(frozen=True, slots=True)
class RankReason:
    """Why a row stands where it stands: against the nearest player ranked ahead (None for the
    first), the nearest behind (None for the last), and those nothing separates it from."""

    ahead: Comparison | None
    behind: Comparison | None
    shared_with: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """Rows in order, and the columns they were ranked by (points first, then the tie-breaks)."""

    rows: tuple[Row, ...]
    _seats: SeatColumns
    _columns: dict[str, Column]
    _order: list[int]

    @property
    def started(self) -> bool:
        """True if at least one table is finished."""
        return bool(self._seats.player_indexes)

    def tie_break_values(self, position: int) -> dict[str, Fraction]:
        """The row's values of the scheme's tie-breaks, in order; `position` 0 is the first row."""
        player = self._order[position]
        return {
            code: column.value(player) for code, column in self._columns.items() if code != POINTS
        }

    def why(self, position: int) -> RankReason:
        """Why the row at `position` (0 the first) stands there."""
        rank = self.rows[position].rank
        first = rank - 1
        last = first
        while last + 1 < len(self.rows) and self.rows[last + 1].rank == rank:
            last += 1
        return RankReason(
            ahead=self._compare(position, first - 1) if first > 0 else None,
            behind=self._compare(position, last + 1) if last + 1 < len(self.rows) else None,
            shared_with=tuple(
                self.rows[other].player for other in range(first, last + 1) if other != position
            ),
        )

    def _compare(self, position: int, other: int) -> Comparison:
        """The two rows have different ranks, so that some column separates them."""
        own, theirs = self._order[position], self._order[other]
        codes = list(self._columns)
        keys = [column.keys for column in self._columns.values()]
        depth = next(level for level, key in enumerate(keys) if key[own] != key[theirs])
        column = self._columns[codes[depth]]
        return Comparison(
            other=self.rows[other].player,
            equal_on=tuple(codes[:depth]),
            decided_by=codes[depth],
            own=column.value(own),
            theirs=column.value(theirs),
        )


def rank(players: Sequence[str], tables: Iterable[TableScore], scheme: Scheme) -> Standings:
    """The standings of `players`, who come in the order in which unseparated ones are listed (by
    seed), after the finished `tables`.

    Raises ValueError for an unknown or repeated tie-break code, a player listed twice or not at
    all, or places that are not a ranking.
    """
    check_tie_breaks(scheme.tie_breaks)
    seats = seat_columns.read(players, tables, scheme.points_by_place, scheme.lot_seed)
    columns = {POINTS: points(seats)}
    columns |= {code: TIE_BREAKS[code](seats) for code in scheme.tie_breaks}
    keys = list(zip(*(column.keys for column in columns.values()), strict=True))
    # A stable sort keeps the order of the seeds among equals.
    order = sorted(range(len(players)), key=keys.__getitem__, reverse=True)
    return Standings(_rows(seats, keys, order), seats, columns, order)


def check_tie_breaks(codes: Sequence[str]) -> None:
    """Raise ValueError for a tie-break code that is unknown or there twice."""
    for position, code in enumerate(codes):
        if code not in TIE_BREAKS:
            raise ValueError(f"unknown tie-break {code!r}: choose from {', '.join(TIE_BREAKS)}")
        if code in codes[:position]:
            raise ValueError(f"tie-break {code!r} is there twice")


def _rows(seats: SeatColumns, keys: list[tuple[int, ...]], order: list[int]) -> tuple[Row, ...]:
    ranks = _ranks(keys, order)
    before, after = [0, *ranks][: len(ranks)], [*ranks, 0][1:]
    totals = {total: Fraction(total, seats.scale) for total in set(seats.total_points)}
    return tuple(
        Row(
            player=seats.players[player],
            rank=place,
            shared=place in (above, below),
            points=totals[seats.total_points[player]],
            played=seats.played[player],
        )
        for player, place, above, below in zip(order, ranks, before, after, strict=True)
    )


def _ranks(keys: list[tuple[int, ...]], order: list[int]) -> list[int]:
    """Competition ranks: 1, 2, 2, 4."""
    ranks: list[int] = []
    for position, player in enumerate(order):
        equal = position > 0 and keys[player] == keys[order[position - 1]]
        ranks.append(ranks[-1] if equal else position + 1)
    return ranks
