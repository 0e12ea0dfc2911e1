"""The search for tables: a plan if one fits, and greedy starts.

The schedule is annealed from there.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from tournament.seating.bounds import least_rematches
from tournament.seating.budget import Budget
from tournament.seating.greedy import greedy
from tournament.seating.instance import Instance, Tables
from tournament.seating.plans import constructed_plan, plan, rematches
from tournament.seating.player_assignment import assign_players
from tournament.seating.portfolio import improve
from tournament.seating.recency import order_rounds
from tournament.seating.score_groups import follow_scores
from tournament.seating.weights import weights

SWAP_STEPS = 240_000
ROUND_STEPS = 60_000
SMALL = 200


def search_tables(instance: Instance, budget: Budget) -> list[Tables]:
    """Return tables for every round, valid at whichever step the budget ends."""
    return order_rounds(instance, _search(instance, budget))


def _search(instance: Instance, budget: Budget) -> list[Tables]:
    rng = random.Random(instance.problem.seed)
    weight = weights(instance)
    starts = [greedy(instance, weight, random.Random(instance.problem.seed))]
    if _is_plannable(instance, weight):
        planned = _plan_tables(instance, weight, rng, budget)
        if set(weight) == {"rematches"} and rematches(planned) == 0 and not any(instance.met):
            return planned
        starts.insert(0, planned)
    if all(len(layout) == 1 for layout in instance.layouts):
        return starts[0]  # One table a round leaves nothing to choose.
    moves = _swap_steps(instance)
    if "spread" in weight or "snake" in weight:
        budget.allow(2 * moves)
        return follow_scores(instance, weight, starts, rng, budget, moves)

    def fresh_start() -> list[Tables]:
        return greedy(instance, weight, rng)

    budget.allow(moves)
    return improve(instance, weight, starts, fresh_start, rng, budget)


def _is_plannable(instance: Instance, weight: Mapping[str, int]) -> bool:
    """Return whether a plan for equal tables helps.

    It helps an event of several rounds that weighs rematches. It does not help a single round
    that follows scores.
    """
    total = instance.rounds + len(instance.problem.history)
    swiss = instance.rounds == 1 and "spread" in weight
    return total > 1 and "rematches" in weight and not swiss


def _plan_tables(
    instance: Instance, weight: Mapping[str, int], rng: random.Random, budget: Budget
) -> list[Tables]:
    """Return a plan over the whole event, cut to the rounds still to draw.

    The plan comes from the seed. After a history only a construction is worth its time: the
    next round of an event drawn with one seed finds itself on the same plan.
    """
    before = len(instance.problem.history)
    size = max(size for layout in instance.layouts for size in layout)
    tables = max(len(layout) for layout in instance.layouts)
    while tables * size < instance.count:
        tables += 1
    if before:
        drawn = constructed_plan(tables, size, before + instance.rounds, rng)
    else:
        drawn = plan(tables, size, instance.rounds, rng, budget, lambda: least_rematches(instance))
    return assign_players(instance, drawn[before:], weight, rng, budget.spend)


def _swap_steps(instance: Instance) -> int:
    """Return the default number of steps: by seats, fewer for a single round."""
    if instance.rounds > 1:
        return min(SWAP_STEPS, 3_000 * instance.count * instance.rounds)
    if instance.count > SMALL:
        return 30 * instance.count
    return min(ROUND_STEPS, 2_000 * instance.count)
