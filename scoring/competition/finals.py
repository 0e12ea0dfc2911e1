"""Finals: after some rounds the first of the standings play on among themselves, and stand above
everybody else whatever the others do.

A stage is the rounds from one cut to the next. Its finalists are ranked by the points of the
stage alone; with equal points by how they stood at the cut. A later stage stands above an earlier
one: a semi-final of 16 before a final of 4 are two.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.competition.penalties import Penalty, PenaltySums, add_up, ranks_after, shared_ranks
from scoring.competition.points import points_by_outcomes
from scoring.competition.scheme import TableScore


@dataclass(frozen=True, slots=True)
class Cut:
    """The finalists of the stage that begins with round `first_round`, in the order of the cut.

    Each player of that order who is `left_out` let the next one in.
    """

    first_round: int
    finalists: tuple[str, ...]
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stage:
    """The results of a stage, by the players' positions in the list of players.

    `points` are the finalists', without those taken as penalties; the penalties are all those about
    the stage.
    """

    points: dict[int, Fraction]
    penalties: PenaltySums


def stage_at(round_number: int | None, cuts: Sequence[Cut]) -> int:
    """Return the number of cuts before a round; 0 for None."""
    return sum(cut.first_round <= (round_number or 0) for cut in cuts)


def finalists_of(order: Iterable[str], left_out: Collection[str], size: int) -> tuple[str, ...]:
    """Return the first `size` players of an order; a player left out lets the next one in."""
    return tuple(player for player in order if player not in left_out)[:size]


def stages_of(
    players: Sequence[str],
    tables: Iterable[TableScore],
    points_by_place: Sequence[int | Fraction],
    penalties: Iterable[Penalty],
    cuts: Sequence[Cut],
) -> list[Stage]:
    """Return the stages after the cuts, which come in the order of their rounds.

    `tables` and `penalties` may be those of all rounds. Raise ValueError for a finalist who is not
    listed, or places that are not a ranking.
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
    """Return the finalists' points in a stage, by position."""
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
    """Return the order and the ranks once a stage counts.

    Its finalists come first, by their points in it and then as they stood; places lost in it are
    lost among them. A player `expelled` from the event (by position) is above nobody.
    """
    before = dict(zip(order, ranks, strict=True))
    inside = [p for p in order if p in stage.points and not expelled[p]]
    inside.sort(key=lambda player: (-stage.points[player], before[player]))
    keys = [(-stage.points[player], before[player]) for player in inside]
    inside, first = ranks_after(inside, shared_ranks(keys), stage.penalties)
    outside = [player for player in order if player not in stage.points or expelled[player]]
    places = [(0, rank) for rank in first] + [(1, before[player]) for player in outside]
    return inside + outside, shared_ranks(places)
