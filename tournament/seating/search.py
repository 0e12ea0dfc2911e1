"""Where the tables come from: a greedy start, a plan if one fits, then swap annealing."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournament.seating.annealing import CHUNK, SwapSearch
from tournament.seating.bounds import least_clubs, least_rematches, least_sizes
from tournament.seating.budget import Budget
from tournament.seating.casting import cast
from tournament.seating.greedy import greedy
from tournament.seating.instance import Instance, Tables
from tournament.seating.plans import PLAN_STEPS, plan, rematches
from tournament.seating.recency import well_ordered
from tournament.seating.standings import smallest_gap
from tournament.seating.weights import weights

SWAP_STEPS = 240_000
ROUND_STEPS = 60_000
SWISS_WINDOW = 6
SMALL = 200


def expected_steps(instance: Instance) -> int:
    """About how many steps a search of the instance may take."""
    return _swap_steps(instance) + (PLAN_STEPS if _plannable(instance) else 0)


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
    """Whether a plan for equal tables helps: more rounds than one, or no scores to follow."""
    total = instance.rounds + len(instance.problem.history)
    return total > 1 and "rematches" in instance.problem.order and not _swiss(instance)


def _swiss(instance: Instance) -> bool:
    """Whether this is one round that follows the scores."""
    problem = instance.problem
    return instance.rounds == 1 and problem.scores is not None and "spread" in problem.order


def _search(instance: Instance, budget: Budget) -> list[Tables]:
    rng = random.Random(instance.problem.seed)
    weight = weights(instance)
    if not _plannable(instance):
        start = greedy(instance, weight, random.Random(instance.problem.seed))
        return _improved(instance, weight, [start], rng, budget)
    planned = _planned(instance, weight, rng, budget)
    plain = set(weight) == {"rematches"} and not instance.problem.history
    if plain and rematches(planned) == 0:
        return planned
    start = greedy(instance, weight, random.Random(instance.problem.seed))
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
    swiss = _swiss(instance)
    least = _least_cost(instance, weight)
    window = SWISS_WINDOW if swiss else None
    searches = [SwapSearch(instance, weight, start, rng, window) for start in starts]
    search = min(searches, key=lambda s: s.cost)
    phases = _gentle(instance, weight) if swiss else _warm(instance, weight, search.cost)
    _anneal(search, phases, least, budget)
    hard = min((w for code, w in weight.items() if code != "spread"), default=0)
    if not swiss or instance.count > SMALL or search.best_cost < hard:
        return search.best
    other = SwapSearch(instance, weight, search.best, rng)
    _anneal(other, _warm(instance, weight, search.best_cost), least, budget)
    return min(search, other, key=lambda s: s.best_cost).best


Phase = tuple[tuple[float, float], int, int]


def _anneal(search: SwapSearch, phases: Sequence[Phase], least: int, budget: Budget) -> None:
    for heat, focus, moves in phases:
        if search.best_cost <= least or budget.stopped:
            break
        search.anneal(moves, heat, focus, least, budget.spend)
        search.load(search.best)


def _warm(instance: Instance, weight: Mapping[str, int], cost: int) -> list[Phase]:
    """(temperatures, focus, moves): the scale of each weight in turn, twice."""
    scales = [w for w in weight.values() if w <= cost] or [1]
    share = max(CHUNK, _swap_steps(instance) // 2 // len(scales))
    phases: list[Phase] = [((h * w, 0.12 * w), w, share) for h in (0.5, 0.3) for w in scales]
    return phases + (_gentle(instance, weight) if "spread" in weight else [])


def _gentle(instance: Instance, weight: Mapping[str, int]) -> list[Phase]:
    """Phases only as warm as the score spread, for a start that must not be stirred."""
    steps = max(4 * CHUNK, _swap_steps(instance))
    warm = 8.0 * smallest_gap(instance.problem) ** 2
    hard = min((w for code, w in weight.items() if code != "spread"), default=1)
    return [
        ((warm, warm / 8), 0, steps // 4),
        ((warm, warm / 8), hard, steps // 2),
        ((warm / 4, warm / 64), 0, steps // 4),
        ((warm / 8, warm / 64), hard, steps // 4),
    ]


def _swap_steps(instance: Instance) -> int:
    """Steps of swap annealing: by seats, fewer for one round, which takes far less."""
    if instance.rounds > 1:
        return min(SWAP_STEPS, 3_000 * instance.count * instance.rounds)
    if instance.count > SMALL:
        return 30 * instance.count
    return min(ROUND_STEPS, 2_000 * instance.count)


def _least_cost(instance: Instance, weight: Mapping[str, int]) -> int:
    """A weighted cost no draw can be under: that of the proven bounds."""
    if "spread" in weight:
        return 0
    least = weight.get("sizes", 0) * least_sizes(instance)
    least += weight.get("clubs", 0) * least_clubs(instance)
    if "rematches" not in weight:
        return least
    settled = sum(times * (times - 1) // 2 for row in instance.met for times in row.values())
    return least + weight["rematches"] * max(0, least_rematches(instance) - settled // 2)
