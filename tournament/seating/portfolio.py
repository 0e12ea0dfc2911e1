"""A portfolio of starts, annealed again and again until nothing is left or the budget ends.

A turn anneals twice. First with all criteria weighing the same, which is the quickest way to a
draw that has nothing against it; then, from the best found, with the weights of their order,
which decide what is given up where something must be. Turns follow one another without regard
to the budget, so that it only cuts them off.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from tournament.seating.budget import Budget
from tournament.seating.covering import Covering
from tournament.seating.improving import Improving, Phase, by_scale, restarts
from tournament.seating.instance import Instance, Tables

HEAT = (0.4, 0.2)
MOVES_A_SEAT = 150
SHORTEST = 10_000
NODES = 1_000


def improve(
    instance: Instance,
    weight: Mapping[str, int],
    starts: Sequence[list[Tables]],
    fresh: Callable[[], list[Tables]],
    rng: random.Random,
    budget: Budget,
) -> list[Tables]:
    """The best schedule found: from the best of `starts`, then by turns from it and `fresh` ones.

    Ends early only at the least cost that the proven bounds allow.
    """
    ordered = Improving(instance, weight, starts, rng)
    if ordered.at_bound:
        return ordered.best
    even = Improving(instance, dict.fromkeys(weight, 1), [ordered.best], rng)
    shortest = max(SHORTEST, MOVES_A_SEAT * sum(map(len, instance.present)))
    for turn, length in enumerate(restarts()):
        if turn:
            even.consider(fresh() if turn % 2 else ordered.best)
        ordered.consider(even.anneal(Phase(HEAT, 1, shortest * length), budget.spend))
        if not ordered.at_bound:
            if turn == 0:
                covering = Covering(instance, weight, rng)
            covered = covering.search(NODES * length, budget.spend)
            if covered:
                ordered.consider([covered])
        if not (ordered.at_bound or budget.stopped):
            moves = shortest * length // 2
            ordered.refine(by_scale(weight, ordered.cost, moves), budget.spend)
        if ordered.at_bound or budget.stopped:
            break
    return ordered.best
