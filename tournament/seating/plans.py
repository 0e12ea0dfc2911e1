"""Plans: whole schedules for equal tables and no wishes.

They are filled with players afterwards.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import combinations

from tournament.seating.budget import Budget
from tournament.seating.constructions import construct
from tournament.seating.instance import Tables
from tournament.seating.packing import pack
from tournament.seating.randomness import random_order
from tournament.seating.symmetric import SymmetricSearch, Symmetry, symmetries

MAX_SEARCHED_PLAYERS = 150
SYMMETRIC_STEPS = 220_000
LADDER = ((40, 1_000, 3), (10, 6_000, 2), (4, 16_000, 6))


def plan(
    tables: int,
    size: int,
    rounds: int,
    rng: random.Random,
    budget: Budget,
    least: Callable[[], int],
) -> list[Tables]:
    """Return rounds of equal tables, with as few rematches as are found.

    Each round has `tables` tables of `size` places. Rounds are constructed if that reaches
    `least` (the proven bound). Otherwise they are packed, if the bound is 0. If they are not
    packed, they are annealed with symmetries.
    """
    best = constructed_plan(tables, size, rounds, rng)
    cost = rematches(best)
    if cost and not least():
        packed = pack(tables * size, size, rounds, budget.spend)
        if packed:
            return packed
    if cost and tables * size <= MAX_SEARCHED_PLAYERS and tables > 1 and cost > least():
        found, found_cost = _plan_by_symmetry(tables * size, size, rounds, rng, budget, least())
        if found and found_cost < cost:
            best = found
    return best


def constructed_plan(tables: int, size: int, rounds: int, rng: random.Random) -> list[Tables]:
    """Return constructed rounds without rematches, then random rounds.

    As many rounds as possible are constructed.
    """
    found = construct(tables, size, rounds, rng)
    while len(found) < rounds:
        found.append(_chunks(random_order(rng, range(tables * size)), size))
    return found


def _chunks(players: Sequence[int], size: int) -> Tables:
    return [list(players[at : at + size]) for at in range(0, len(players), size)]


def rematches(schedule: Sequence[Tables]) -> int:
    """Return the sum over pairs of m(m-1)/2 for m meetings."""
    met: dict[tuple[int, int], int] = {}
    for tables in schedule:
        for table in tables:
            for pair in combinations(sorted(table), 2):
                met[pair] = met.get(pair, 0) + 1
    return sum(times * (times - 1) // 2 for times in met.values())


def _plan_by_symmetry(
    players: int, size: int, rounds: int, rng: random.Random, budget: Budget, target: int
) -> tuple[list[Tables], int]:
    """Return the best schedule over all symmetries, and its rematches.

    All symmetries are tried briefly, the better ones longer, and the best of those longest.
    There is no schedule if no symmetry is possible.
    """
    best: tuple[int, list[Tables]] | None = None
    field = [(0, at, s) for at, s in enumerate(symmetries(players, size, rounds))]
    until = budget.steps + SYMMETRIC_STEPS
    for keep, moves, restarts in LADDER:
        least: dict[int, int] = {}
        tries = [
            (at, symmetry)
            for _, at, symmetry in sorted(field, key=lambda entry: entry[:2])[:keep]
            for _ in range(max(1, restarts // len(symmetry.folds)))
        ]
        for at, symmetry in tries:
            if budget.steps >= until or budget.stopped or (best and best[0] <= target):
                break
            found = _anneal(symmetry, moves, rng, budget, target)
            if found:
                least[at] = min(found[0], least.get(at, found[0]))
                best = found if best is None or found[0] < best[0] else best
        field = [(least[at], at, symmetry) for _, at, symmetry in field if at in least]
    return (best[1], best[0]) if best else ([], 0)


def _anneal(
    symmetry: Symmetry, moves: int, rng: random.Random, budget: Budget, target: int
) -> tuple[int, list[Tables]] | None:
    search = SymmetricSearch(symmetry, rng)
    if not search.possible:
        return None
    hot, cold = 0.5 * symmetry.order, 0.15 * symmetry.order
    return search.anneal(moves, hot, cold, target, budget.spend)
