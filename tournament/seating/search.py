"""Where the tables come from: a greedy start, a plan if one fits, then swap annealing."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournament.seating.annealing import SwapSearch
from tournament.seating.bounds import least_rematches
from tournament.seating.budget import Budget
from tournament.seating.casting import cast
from tournament.seating.greedy import greedy
from tournament.seating.instance import Instance, Tables
from tournament.seating.plans import SYMMETRIC_STEPS, plan, rematches
from tournament.seating.recency import well_ordered
from tournament.seating.weights import weights

SWAP_STEPS = 240_000
SWISS_WINDOW = 6


def expected_steps(instance: Instance) -> int:
    """About how many steps a search of the instance may take."""
    return SWAP_STEPS + (SYMMETRIC_STEPS if _plannable(instance) else 0)


def search_tables(instance: Instance, budget: Budget) -> list[Tables]:
    """Tables for every round to draw, valid at whichever step the budget ends."""
    horizon = _with_later_rounds(instance)
    return well_ordered(horizon, _search(horizon, budget))[: instance.rounds]


def _with_later_rounds(instance: Instance) -> Instance:
    """The instance with the rounds planned after those to draw, as far as they can be seated."""
    problem = instance.problem
    later = (problem.planned_rounds or 0) - len(problem.history)
    if later <= problem.rounds or problem.scores is not None:
        return instance
    longer = replace(problem, rounds=later, planned_rounds=None)
    layouts = list(longer.layouts.values())
    fitting = next((at for at, layout in enumerate(layouts) if layout is None), later)
    return Instance.of(replace(longer, rounds=max(fitting, problem.rounds)))


def _plannable(instance: Instance) -> bool:
    """Whether a plan for equal tables helps: more rounds than one, and no scores to follow."""
    total = instance.rounds + len(instance.problem.history)
    return total > 1 and instance.problem.scores is None and "rematches" in instance.problem.order


def _search(instance: Instance, budget: Budget) -> list[Tables]:
    rng = random.Random(instance.problem.seed)
    weight = weights(instance)
    if not _plannable(instance):
        start = greedy(instance, weight, rng)
        return _improved(instance, weight, [start], rng, budget)
    planned = _planned(instance, weight, rng, budget)
    plain = set(weight) == {"rematches"} and not instance.problem.history
    if plain and rematches(planned) == 0:
        return planned
    start = greedy(instance, weight, rng)
    return _improved(instance, weight, [planned, start], rng, budget)


def _planned(
    instance: Instance, weight: Mapping[str, int], rng: random.Random, budget: Budget
) -> list[Tables]:
    """A plan over the whole event from the seed, cut to the rounds still to draw."""
    before = len(instance.problem.history)
    size = max(size for layout in instance.layouts for size in layout)
    tables = max(len(layout) for layout in instance.layouts)
    while tables * size < instance.count:
        tables += 1

    def least() -> int:
        return 0 if before else least_rematches(instance)

    drawn = plan(tables, size, before + instance.rounds, rng, budget, least)
    return cast(instance, drawn[before:], weight, rng, budget.spend)


def _improved(
    instance: Instance,
    weight: Mapping[str, int],
    starts: Sequence[list[Tables]],
    rng: random.Random,
    budget: Budget,
) -> list[Tables]:
    """The best start, cooled through the scale of each weight in turn, twice."""
    window = SWISS_WINDOW if "spread" in weight else None
    searches = [SwapSearch(instance, weight, start, rng, window) for start in starts]
    search = min(searches, key=lambda s: s.cost)
    least = _least_cost(instance, weight)
    for heat in (0.5, 0.3):
        scales = [w for w in weight.values() if w <= search.cost] or [1]
        for scale in scales:
            if search.best_cost <= least:
                return search.best
            moves = SWAP_STEPS // 2 // len(scales)
            search.anneal(moves, heat * scale, 0.12 * scale, least, budget.spend)
        search.load(search.best)
    return search.best


def _least_cost(instance: Instance, weight: Mapping[str, int]) -> int:
    """A weighted cost no draw can be under: that of the rematches still to come."""
    if "rematches" not in weight:
        return 0
    settled = sum(
        times * (times - 1) // 2 for p, row in enumerate(instance.met) for times in row[:p]
    )
    return weight["rematches"] * max(0, least_rematches(instance) - settled)
