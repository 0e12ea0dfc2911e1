"""Standings: all players of an event in order, with the reasons for their ranks."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Protocol, TypeVar

from scoring.competition import seat_columns
from scoring.competition.discards import discard_worst
from scoring.competition.finals import Cut, Stage, ranks_after_stage, stage_at, stages_of
from scoring.competition.penalties import (
    Penalty,
    PenaltySums,
    add_up,
    ranks_after,
    shared_ranks,
)
from scoring.competition.role_correction import correct_by_role
from scoring.competition.scheme import Scheme, TableScore
from scoring.competition.seat_columns import SeatColumns
from scoring.competition.seat_outcomes import NO_SHOW
from scoring.competition.tie_breaks import TIE_BREAKS, Column, points

POINTS = "points"
PLACES_LOST = "places-lost"
DISQUALIFIED = "disqualified"
FINAL_STAGE = "final-stage"
FINAL_POINTS = "final-points"
"""Codes of what separates two players, apart from points and tie-breaks.

Their values: places lost as a penalty (fewer is better), 1 for a disqualified player, the number of
final stages reached, and the points in the last of these.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the standings.

    Players whom nothing separates share `rank`. `points` come from the rounds before the finals
    that count, less penalties. `played` is the number of finished tables the player sat at. `stage`
    is the player's last stage of the finals, 0 if none, and `final_points` are the points in it.
    `discarded` are the rounds that do not count, in order; `corrections` what makes up for the role
    in each round where something does, as part of its points.
    """

    player: str
    rank: int
    shared: bool
    points: Fraction
    played: int
    stage: int = 0
    final_points: Fraction | None = None
    discarded: tuple[int, ...] = ()
    corrections: Mapping[int, Fraction] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A player (or team) compared with `other`.

    They are equal on the criteria `equal_on`. The criterion `decided_by` separates them, with the
    two values `own` and `theirs`: points, a tie-break, a penalty or the finals.
    """

    other: str
    equal_on: tuple[str, ...]
    decided_by: str
    own: Fraction
    theirs: Fraction


@dataclass(frozen=True, slots=True)
class RankReason:
    """The reasons for a row's rank.

    `ahead` compares it with the nearest row of a better rank (None for the first), `behind` with
    the nearest of a worse rank (None for the last). `shared_with` names the others on the same
    rank.
    """

    ahead: Comparison | None
    behind: Comparison | None
    shared_with: tuple[str, ...]


class Ranked(Protocol):
    """A row with a rank, which others may share."""

    @property
    def rank(self) -> int:
        """The rank, from 1."""


AnyRow = TypeVar("AnyRow", bound=Ranked)


def explain_rank(
    rows: Sequence[AnyRow],
    position: int,
    *,
    name: Callable[[AnyRow], str],
    compare: Callable[[int, int], Comparison],
) -> RankReason:
    """Return why the row at `position` (0 is the first) stands there.

    `name` is a row's player or team; `compare` takes the positions of two rows of different rank.
    """
    rank = rows[position].rank
    first = last = rank - 1
    while last + 1 < len(rows) and rows[last + 1].rank == rank:
        last += 1
    return RankReason(
        ahead=compare(position, first - 1) if first > 0 else None,
        behind=compare(position, last + 1) if last + 1 < len(rows) else None,
        shared_with=tuple(
            name(rows[other]) for other in range(first, last + 1) if other != position
        ),
    )


@dataclass(frozen=True, slots=True)
class Standings:
    """Rows of the standings in order, and the columns they were ranked by.

    The columns are points first, then the tie-breaks.
    """

    rows: tuple[Row, ...]
    _seats: SeatColumns
    _columns: dict[str, Column]
    _order: list[int]
    _penalties: PenaltySums
    _stages: Sequence[Stage]

    @property
    def has_started(self) -> bool:
        """Return whether at least one table is finished."""
        return bool(self._seats.player_indexes)

    def tie_break_values(self, position: int) -> dict[str, Fraction]:
        """Return a row's tie-break values by code, in the scheme's order.

        `position` 0 is the first row.
        """
        player = self._order[position]
        return {
            code: column.value(player) for code, column in self._columns.items() if code != POINTS
        }

    def why(self, position: int) -> RankReason:
        """Return why the row at `position` (0 is the first) stands there."""
        return explain_rank(self.rows, position, name=lambda row: row.player, compare=self._compare)

    def _compare(self, position: int, other: int) -> Comparison:
        """Compare two rows of different rank by finals, penalties, points and tie-breaks."""
        own, theirs = self._order[position], self._order[other]
        expelled = self._penalties.disqualified
        if expelled[own] or expelled[theirs]:
            return self._by_columns(position, other)
        level: tuple[str, ...] = ()
        for stage in reversed(self._stages):
            inside = (own in stage.points) + (theirs in stage.points)
            if inside == 1:
                return self._by_stage(stage, position, other)
            if inside == 2:
                decided = self._comparison_in_final(stage, position, other)
                if decided is not None:
                    return decided
                level = (FINAL_POINTS,)
        found = self._by_columns(position, other)
        return replace(found, equal_on=(*level, *found.equal_on))

    def _by_stage(self, stage: Stage, position: int, other: int) -> Comparison:
        """Compare two rows by how far they got in the finals.

        Of two whom only the lot separated at the first cut, `equal_on` has what they are level on.
        """
        own, theirs = self.rows[position], self.rows[other]
        players = (self._order[position], self._order[other])
        by_lot = stage is self._stages[0] and stage.left_out.isdisjoint(players)
        level = tuple(self._columns) if by_lot and self._is_level(*players) else ()
        return Comparison(
            theirs.player, level, FINAL_STAGE, Fraction(own.stage), Fraction(theirs.stage)
        )

    def _is_level(self, own: int, theirs: int) -> bool:
        """Return whether nothing before the finals separates two players (by index)."""
        lost = self._penalties.places
        columns = self._columns.values()
        return lost[own] == lost[theirs] and all(c.keys[own] == c.keys[theirs] for c in columns)

    def _comparison_in_final(self, stage: Stage, position: int, other: int) -> Comparison | None:
        """Compare two finalists of a stage by its points, then by places lost.

        Return None if they are level.
        """
        own, theirs = self._order[position], self._order[other]
        name, points, lost = self.rows[other].player, stage.points, stage.penalties.places
        if points[own] != points[theirs] and (points[own] > points[theirs]) == (position < other):
            return Comparison(name, (), FINAL_POINTS, points[own], points[theirs])
        if lost[own] != lost[theirs]:
            return Comparison(name, (), PLACES_LOST, Fraction(lost[own]), Fraction(lost[theirs]))
        return None

    def _by_columns(self, position: int, other: int) -> Comparison:
        """Compare two rows by the rounds before the finals."""
        own, theirs = self._order[position], self._order[other]
        codes = list(self._columns)
        keys = [column.keys for column in self._columns.values()]
        depth = next((n for n, key in enumerate(keys) if key[own] != key[theirs]), None)
        if depth is None or (keys[depth][own] > keys[depth][theirs]) != (position < other):
            return self._by_penalty(own, theirs, self.rows[other].player)
        column = self._columns[codes[depth]]
        return Comparison(
            other=self.rows[other].player,
            equal_on=tuple(codes[:depth]),
            decided_by=codes[depth],
            own=column.value(own),
            theirs=column.value(theirs),
        )

    def _by_penalty(self, own: int, theirs: int, other: str) -> Comparison:
        """Compare two players (by index) by disqualification, or else by places lost."""
        expelled, lost = self._penalties.disqualified, self._penalties.places
        if expelled[own] != expelled[theirs]:
            return Comparison(
                other, (), DISQUALIFIED, Fraction(expelled[own]), Fraction(expelled[theirs])
            )
        return Comparison(other, (), PLACES_LOST, Fraction(lost[own]), Fraction(lost[theirs]))


def rank(
    players: Sequence[str],
    tables: Iterable[TableScore],
    scheme: Scheme,
    penalties: Sequence[Penalty] = (),
    cuts: Sequence[Cut] = (),
) -> Standings:
    """Return the standings after the finished `tables`, with penalties and cuts.

    `players` are in seed order, which is also the order within a shared rank. `cuts` are in round
    order, and `penalties` are those in force. Raise ValueError for an unknown or repeated tie-break
    code, a player listed twice or not at all, or places that are not a ranking.
    """
    check_tie_breaks(scheme.tie_breaks)
    if not cuts:
        return _standings_of_rounds(players, tables, scheme, penalties)
    tables = list(tables)
    stages = stages_of(players, tables, scheme.points_by_place, penalties, cuts)
    return _after_finals(
        _standings_of_rounds(
            players,
            [table for table in tables if not stage_at(table.round, cuts)],
            scheme,
            [p for p in penalties if p.disqualified or not stage_at(p.round, cuts)],
        ),
        stages,
        _tables_of_finals(tables, cuts),
    )


def _standings_of_rounds(
    players: Sequence[str],
    tables: Iterable[TableScore],
    scheme: Scheme,
    penalties: Sequence[Penalty],
) -> Standings:
    """Return the standings of these rounds alone, without finals."""
    parts = [penalty.points for penalty in penalties]
    seats = seat_columns.read_seats(players, tables, scheme.points_by_place, scheme.lot_seed, parts)
    if scheme.corrects_roles:
        correct_by_role(seats)
    discarded = discard_worst(seats, scheme.discards, scheme.least_counting)
    sums = add_up(players, penalties, seats.scale)
    columns = {POINTS: points(seats, sums.points)}
    columns |= {code: TIE_BREAKS[code](seats) for code in scheme.tie_breaks}
    keys = list(zip(*(column.keys for column in columns.values()), strict=True))
    # A stable sort keeps the order of the seeds among equals.
    order = sorted(range(len(players)), key=keys.__getitem__, reverse=True)
    ranks = shared_ranks([keys[player] for player in order])
    if any(sums.places) or any(sums.disqualified):
        order, ranks = ranks_after(order, ranks, sums)
    rows = _rows(seats, columns[POINTS].keys, order, ranks, discarded)
    return Standings(rows, seats, columns, order, sums, ())


def _tables_of_finals(tables: Iterable[TableScore], cuts: Sequence[Cut]) -> Counter[str]:
    """Return the number of finals tables each player sat at."""
    return Counter(
        seat.player
        for table in tables
        if stage_at(table.round, cuts)
        for seat in table.seats
        if seat.outcome != NO_SHOW
    )


def _after_finals(before: Standings, stages: Sequence[Stage], tables: Counter[str]) -> Standings:
    """Return the standings once all the stages of the finals count."""
    order, ranks = before._order, [row.rank for row in before.rows]
    known = dict(zip(order, before.rows, strict=True))
    for stage in stages:
        order, ranks = ranks_after_stage(order, ranks, stage, before._penalties.disqualified)
    reached = {
        player: max((n for n, s in enumerate(stages, start=1) if player in s.points), default=0)
        for player in order
    }
    rows = tuple(
        replace(
            known[player],
            rank=place,
            shared=place in (above, below),
            played=known[player].played + tables[known[player].player],
            stage=reached[player],
            final_points=stages[reached[player] - 1].points[player] if reached[player] else None,
        )
        for player, place, above, below in zip(
            order, ranks, [0, *ranks][: len(ranks)], [*ranks, 0][1:], strict=True
        )
    )
    return replace(before, rows=rows, _order=order, _stages=stages)


def check_tie_breaks(codes: Sequence[str]) -> None:
    """Raise ValueError if a tie-break code is unknown or repeated."""
    for position, code in enumerate(codes):
        if code not in TIE_BREAKS:
            raise ValueError(f"unknown tie-break {code!r}: choose from {', '.join(TIE_BREAKS)}")
        if code in codes[:position]:
            raise ValueError(f"tie-break {code!r} is there twice")


def _rows(
    seats: SeatColumns,
    sums: list[int],
    order: list[int],
    ranks: list[int],
    discarded: Mapping[int, tuple[int, ...]],
) -> tuple[Row, ...]:
    before, after = [0, *ranks][: len(ranks)], [*ranks, 0][1:]
    totals = {total: Fraction(total, seats.scale) for total in set(sums)}
    corrections = _corrections(seats)
    return tuple(
        Row(
            player=seats.players[player],
            rank=place,
            shared=place in (above, below),
            points=totals[sums[player]],
            played=seats.played[player],
            discarded=discarded.get(player, ()),
            corrections=corrections.get(player, {}),
        )
        for player, place, above, below in zip(order, ranks, before, after, strict=True)
    )


def _corrections(seats: SeatColumns) -> dict[int, dict[int, Fraction]]:
    """Return the points that make up for the role, by player index and round."""
    found: dict[int, dict[int, Fraction]] = {}
    for seat, added in enumerate(seats.corrections):
        if added:
            own = found.setdefault(seats.player_indexes[seat], {})
            own[seats.rounds[seat]] = Fraction(added, seats.scale)
    return found
