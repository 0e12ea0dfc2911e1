"""Rounds that follow the scores, annealed from the standings.

A single round is first annealed only as warm as the gaps of the scores.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from tournament.seating.budget import Budget
from tournament.seating.improving import Improving, Phase, phases_by_scale, restarts
from tournament.seating.instance import Instance, Tables
from tournament.seating.standings import smallest_gap

WINDOW = 6
SMALL = 200


def follow_scores(
    instance: Instance,
    weight: Mapping[str, int],
    starts: Sequence[list[Tables]],
    rng: random.Random,
    budget: Budget,
    moves: int,
) -> list[Tables]:
    """Return the best schedule found from `starts`.

    The turns of `moves` become longer and longer.

    A single round first exchanges players of near tables. It exchanges those of all tables only
    if at most SMALL players take part and a criterion before the spread is still unmet.
    """
    single = instance.rounds == 1 and "spread" in weight
    hard = min((w for code, w in weight.items() if code != "spread"), default=0)
    near = Improving(instance, weight, starts, rng, WINDOW) if single else None
    far = Improving(instance, weight, starts, rng)
    for length in restarts():
        if near is not None:
            near.consider(far.best)
            near.refine(_gentle_phases(instance, weight, moves * length), budget.spend)
            far.consider(near.best)
        if near is None or (instance.count <= SMALL and far.cost >= hard):
            phases = phases_by_scale(weight, far.cost, moves * length)
            if "spread" in weight:
                phases += _gentle_phases(instance, weight, moves * length)
            far.refine(phases, budget.spend)
        if far.is_at_bound or budget.stopped:
            return far.best
    raise AssertionError("turns have no end")


def _gentle_phases(instance: Instance, weight: Mapping[str, int], moves: int) -> list[Phase]:
    """Return phases only as warm as the score spread.

    They are for a start that must not be stirred.
    """
    warm = 8.0 * smallest_gap(instance.problem) ** 2
    hard = min((w for code, w in weight.items() if code != "spread"), default=1)
    return [
        Phase((warm, warm / 8), 0, moves // 4),
        Phase((warm, warm / 8), hard, moves // 2),
        Phase((warm / 4, warm / 64), 0, moves // 4),
        Phase((warm / 8, warm / 64), hard, moves // 4),
    ]
