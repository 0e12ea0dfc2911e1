"""Finals: rounds that only the first players of the standings play.

A stage runs from one cut to the next. Its finalists rank above everybody else, whatever the others
score. They rank among themselves by the points of the stage alone, then by their order at the cut.
A later stage ranks above an earlier one: a semi-final of 16 and a final of 4 are two stages.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.competition.penalties import Penalty, PenaltySums, add_up, ranks_after, shared_ranks
from scoring.competition.points import points_by_outcomes
from scoring.competition.scheme import TableScore


@dataclass(frozen=True, slots=True)
class Cut:
    """The finalists, in cut order, of the stage that begins with round `first_round`.

    Players `left_out` had qualified, but the next in order took their place.
    """

    first_round: int
    finalists: tuple[str, ...]
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stage:
    """The results of a stage, by index in the list of players.

    `points` are the finalists' points less penalties. `penalties` are all those of the stage.
    Players `left_out` let others in.
    """

    points: dict[int, Fraction]
    penalties: PenaltySums
    left_out: frozenset[int]


def stage_at(round_number: int | None, cuts: Sequence[Cut]) -> int:
    """Return the stage of a round: the number of cuts before it, 0 for None."""
    return sum(cut.first_round <= (round_number or 0) for cut in cuts)


def finalists_of(order: Iterable[str], left_out: Collection[str], size: int) -> tuple[str, ...]:
    """Return the first `size` players of `order`, skipping those `left_out`."""
    return tuple(player for player in order if player not in left_out)[:size]


def passed_over(order: Sequence[str], out: Collection[str], size: int) -> tuple[str, ...]:
    """Return the players `out` who would be among the first `size`, in order."""
    finalists = finalists_of(order, out, size)
    last = order.index(finalists[-1]) if finalists else 0
    return tuple(player for player in order[:last] if player in out)


def stages_of(
    players: Sequence[str],
    tables: Iterable[TableScore],
    points_by_place: Sequence[int | Fraction],
    penalties: Iterable[Penalty],
    cuts: Sequence[Cut],
) -> list[Stage]:
    """Return the results of each stage, one for each cut; `cuts` are in round order.

    `tables` and `penalties` may be those of all rounds. Raise ValueError if a player is not listed
    in `players`, or if places are not a ranking.
    """
    index = {player: position for position, player in enumerate(players)}
    by_stage: list[list[TableScore]] = [[] for _ in range(len(cuts) + 1)]
    for table in tables:
        by_stage[stage_at(table.round, cuts)].append(table)
    against: list[list[Penalty]] = [[] for _ in range(len(cuts) + 1)]
    for penalty in penalties:
        against[stage_at(penalty.round, cuts)].append(penalty)
    return [
        Stage(
            _points(cut, by_stage[number], points_by_place, against[number], index),
            add_up(players, against[number], 1),
            frozenset(index[player] for player in cut.left_out if player in index),
        )
        for number, cut in enumerate(cuts, start=1)
    ]


def _points(
    cut: Cut,
    tables: Iterable[TableScore],
    points_by_place: Sequence[int | Fraction],
    penalties: Iterable[Penalty],
    index: dict[str, int],
) -> dict[int, Fraction]:
    """Return the finalists' points in a stage, less penalties, by player index."""
    if unknown := [player for player in cut.finalists if player not in index]:
        raise ValueError(f"player {unknown[0]!r} is not listed")
    earned = dict.fromkeys(cut.finalists, Fraction(0))
    for table in tables:
        places = tuple(seat.place for seat in table.seats)
        outcomes = tuple(seat.outcome for seat in table.seats)
        shares = points_by_outcomes(places, outcomes, points_by_place)
        for seat, share in zip(table.seats, shares, strict=True):
            if seat.player not in index:
                raise ValueError(f"player {seat.player!r} is not listed")
            if seat.player in earned:
                earned[seat.player] += share
    for penalty in penalties:
        if penalty.player in earned:
            earned[penalty.player] -= penalty.points
    return {index[player]: points for player, points in earned.items()}


def ranks_after_stage(
    order: Sequence[int], ranks: Sequence[int], stage: Stage, expelled: Sequence[bool]
) -> tuple[list[int], list[int]]:
    """Return the players' order and ranks once a stage counts.

    Its finalists come first, by stage points and then by their rank so far. Places lost in the
    stage move a player down among the finalists only. A player `expelled` from the event (by player
    index) does not move up.
    """
    before = dict(zip(order, ranks, strict=True))
    inside = [p for p in order if p in stage.points and not expelled[p]]
    inside.sort(key=lambda player: (-stage.points[player], before[player]))
    keys = [(-stage.points[player], before[player]) for player in inside]
    inside, first = ranks_after(inside, shared_ranks(keys), stage.penalties)
    outside = [player for player in order if player not in stage.points or expelled[player]]
    places = [(0, rank) for rank in first] + [(1, before[player]) for player in outside]
    return inside + outside, shared_ranks(places)
