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
from tournament.seating.standings import smallest_gap
from tournament.seating.weights import weights

SWAP_STEPS = 240_000
ROUND_STEPS = 60_000
SWISS_WINDOW = 6


def expected_steps(instance: Instance) -> int:
    """About how many steps a search of the instance may take."""
    return _swap_steps(instance) + (SYMMETRIC_STEPS if _plannable(instance) else 0)


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
    """The best start, improved until the least cost or the steps allowed are reached."""
    window = SWISS_WINDOW if "spread" in weight else None
    searches = [SwapSearch(instance, weight, start, rng, window) for start in starts]
    search = min(searches, key=lambda s: s.cost)
    least = _least_cost(instance, weight)
    for heat, focus, moves in _phases(instance, weight, search.cost):
        if search.best_cost <= least or budget.stopped:
            break
        search.anneal(moves, heat, focus, least, budget.spend)
        search.load(search.best)
    return search.best


def _phases(
    instance: Instance, weight: Mapping[str, int], cost: int
) -> list[tuple[tuple[float, float], int, int]]:
    """(temperatures, focus, moves): the scale of each weight in turn, twice.

    With scores to follow the start is good and must not be stirred: only as warm as the spread.
    """
    steps = _swap_steps(instance)
    if "spread" in weight:
        warm = 8.0 * smallest_gap(instance.problem) ** 2
        hard = min((w for code, w in weight.items() if code != "spread"), default=1)
        return [
            ((warm, warm / 8), 0, steps // 4),
            ((warm, warm / 8), hard, steps // 2),
            ((warm / 4, warm / 64), 0, steps // 4),
            ((warm / 8, warm / 64), hard, steps // 4),
        ]
    scales = [w for w in weight.values() if w <= cost] or [1]
    share = steps // 2 // len(scales)
    return [((h * w, 0.12 * w), w, share) for h in (0.5, 0.3) for w in scales]


def _swap_steps(instance: Instance) -> int:
    """Steps of swap annealing: fewer for one round, which takes far less."""
    if instance.rounds > 1:
        return SWAP_STEPS
    return max(ROUND_STEPS, 40 * instance.count)


def _least_cost(instance: Instance, weight: Mapping[str, int]) -> int:
    """A weighted cost no draw can be under: that of the rematches still to come."""
    if "rematches" not in weight or "spread" in weight:
        return 0
    settled = sum(times * (times - 1) // 2 for row in instance.met for times in row.values())
    return weight["rematches"] * max(0, least_rematches(instance) - settled // 2)
