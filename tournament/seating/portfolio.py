"""A portfolio of starts, annealed again and again until nothing is left or the budget ends.

A turn anneals three times. First with all criteria weighing the same, which is the quickest way
to a draw that has nothing against it. Then each weighing twice the next: where something must be
given up, that finds the way to draws which give up the less important. Last, from the best so far,
with the weights of the order, by which all are compared. Turns follow one another without regard
to the budget, so that it only cuts them off.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from tournament.seating.budget import Budget
from tournament.seating.covering import Covering
from tournament.seating.improving import Improving, Phase, by_scale, restarts
from tournament.seating.instance import Instance, Tables

EVEN_HEAT = (0.4, 0.2)
MILD_HEAT = (1.0, 0.2)
MOVES_A_SEAT = 150
MIN_MOVES = 10_000
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
    ranks = {code: rank for rank, code in enumerate(reversed(list(weight)))}
    even = Improving(instance, dict.fromkeys(weight, 1), [ordered.best], rng)
    mild = Improving(instance, {code: 2 ** ranks[code] for code in weight}, [ordered.best], rng)
    covering = Covering(instance, weight, rng)
    shortest = max(MIN_MOVES, MOVES_A_SEAT * sum(map(len, instance.present)))
    for turn, length in enumerate(restarts()):
        moves = shortest * length
        if turn:
            even.consider(fresh() if turn % 2 else ordered.best)
        found = even.anneal(Phase(EVEN_HEAT, 1, moves), budget.spend)
        ordered.consider(found)
        if not ordered.at_bound:
            covered = covering.search(NODES * length, budget.spend)
            if covered:
                ordered.consider([covered])
        if not ordered.at_bound:
            mild.consider(found)
            ordered.consider(mild.anneal(Phase(MILD_HEAT, 1, moves // 2), budget.spend))
            ordered.refine(by_scale(weight, ordered.cost, moves // 4), budget.spend)
        if ordered.at_bound or budget.stopped:
            break
    return ordered.best
