"""A portfolio of starts, annealed again and again.

It ends when nothing is left or the budget ends. A turn anneals three times. First with all
criteria weighing the same, which is the quickest way to a draw that has nothing against it.
Then each weighing twice the next: where something must be given up, that finds the way to
draws which give up the less important. Last, from the best so far, with the weights of the
order, by which all are compared. Turns follow one another without regard to the budget, so
that it only cuts them off.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from tournament.seating.annealing import SwapSearch
from tournament.seating.bounds import least_cost
from tournament.seating.budget import Budget
from tournament.seating.conflicts import ConflictSearch, is_searchable
from tournament.seating.covering import Covering
from tournament.seating.improving import Improving, Phase, phases_by_scale, restarts
from tournament.seating.instance import Instance, Tables

EVEN_HEAT = (0.28, 0.24)
EVEN_TEMPERATURE = 0.25
MILD_HEAT = (1.0, 0.2)
MOVES_A_SEAT = 150
CONFLICT_MOVES = 4
MIN_MOVES = 10_000
NODES = 1_000


def improve(
    instance: Instance,
    weight: Mapping[str, int],
    starts: Sequence[list[Tables]],
    fresh_start: Callable[[], list[Tables]],
    rng: random.Random,
    budget: Budget,
) -> list[Tables]:
    """Return the best schedule found from `starts` and from fresh starts.

    The search begins with the best of `starts`, and then also takes those of `fresh_start`. It
    ends early only at the least cost that the proven bounds allow.
    """
    ordered = Improving(instance, weight, starts, rng)
    if ordered.is_at_bound:
        return ordered.best
    ranks = {code: rank for rank, code in enumerate(reversed(list(weight)))}
    even = EvenSearch(instance, weight, ordered.best, rng)
    mild = Improving(instance, {code: 2 ** ranks[code] for code in weight}, [ordered.best], rng)
    covering = Covering(instance, weight, rng)
    shortest = max(MIN_MOVES, MOVES_A_SEAT * sum(map(len, instance.present)))
    for turn, length in enumerate(restarts()):
        moves = shortest * length
        start = fresh_start() if turn % 2 else ordered.best
        found = even.improve_schedule(start, moves, budget.spend)
        ordered.consider(found)
        if not ordered.is_at_bound:
            covered = covering.search(NODES * length, budget.spend)
            if covered:
                ordered.consider([covered])
        if not ordered.is_at_bound:
            mild.consider(found)
            ordered.consider(mild.anneal(Phase(MILD_HEAT, 1, moves // 2), budget.spend))
            ordered.refine(phases_by_scale(weight, ordered.cost, moves // 4), budget.spend)
        if ordered.is_at_bound or budget.stopped:
            break
    return ordered.best


class EvenSearch:
    """Annealing with all criteria weighing 1.

    It goes by conflicts, or by swaps where that cannot be.
    """

    def __init__(
        self,
        instance: Instance,
        weight: Mapping[str, int],
        start: list[Tables],
        rng: random.Random,
    ) -> None:
        even = dict.fromkeys(weight, 1)
        self._least = least_cost(instance, even)
        self._search: ConflictSearch | SwapSearch
        if is_searchable(instance, even):
            self._search = ConflictSearch(instance, even, start, rng)
        else:
            self._search = SwapSearch(instance, even, start, rng)

    def improve_schedule(
        self, start: list[Tables], moves: int, spend: Callable[[int], bool]
    ) -> list[Tables]:
        """Return the best schedule found in so many moves from this one."""
        search = self._search
        search.load(start)
        if isinstance(search, ConflictSearch):
            search.anneal(CONFLICT_MOVES * moves, EVEN_TEMPERATURE, self._least, spend)
        else:
            search.anneal(moves, EVEN_HEAT, 1, self._least, spend)
        return search.best
