import random

import pytest

from tournament.seating import evaluate, impossible_wishes
from tournament.seating.annealing import SwapSearch
from tournament.seating.drawing import seat_players
from tournament.seating.greedy import greedy
from tournament.seating.instance import Instance
from tournament.seating.weights import weights

from .problems import wishful


def always(_steps: int) -> bool:
    return True


def a_search(seed: int) -> tuple[Instance, SwapSearch]:
    instance = Instance.of(wishful(seed))
    weight = weights(instance)
    rng = random.Random(seed)
    return instance, SwapSearch(instance, weight, greedy(instance, weight, rng), rng)


possible = [seed for seed in range(120) if not impossible_wishes(wishful(seed))]


@pytest.mark.parametrize("seed", possible[:40])
def test_the_cost_kept_up_to_date_is_the_cost_counted_afresh(seed):
    instance, search = a_search(seed)
    search.anneal(1_500, (500.0, 50.0), 1, -1, always)
    again = SwapSearch(instance, weights(instance), search.schedule, random.Random(1))
    assert search.cost == again.cost
    best = SwapSearch(instance, weights(instance), search.best, random.Random(1))
    assert search.best_cost == best.cost <= search.cost


alike = [
    seed
    for seed in possible
    if not {"recent", "roles", "spread"} & set(weights(Instance.of(wishful(seed))))
]


@pytest.mark.parametrize("seed", alike[:30])
def test_the_search_counts_what_the_criteria_count(seed):
    instance, search = a_search(seed)
    search.anneal(1_000, (500.0, 50.0), 1, -1, always)
    found = evaluate(instance.problem, seat_players(instance, search.schedule)).violations
    past = evaluate(instance.problem, ()).violations.get("rematches", 0)
    weight = weights(instance)
    gone = weight.get("rematches", 0) * past
    assert search.cost + gone == sum(weight.get(code, 0) * found[code] for code in found)
