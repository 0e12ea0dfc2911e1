import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.seating import Problem, Role, evaluate, impossible_wishes
from tournament.seating.annealing import SwapSearch
from tournament.seating.drawing import seat_players
from tournament.seating.greedy import greedy
from tournament.seating.instance import Instance
from tournament.seating.weights import weights

from .problems import names, past_round, wishful


def always(_steps: int) -> bool:
    return True


def a_search(seed: int) -> tuple[Instance, SwapSearch]:
    instance = Instance.from_problem(wishful(seed))
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


def counted(seed: int) -> bool:
    """Whether the search's terms are the criteria themselves, for tables of any kind."""
    instance = Instance.from_problem(wishful(seed))
    weight, order = weights(instance), instance.problem.order
    if {"recent", "spread"} & set(weight):
        return False
    opponents_first = "opponents" in order[: order.index("roles")] if "roles" in order else False
    return "roles" not in weight or (instance.rounds == 1 and not opponents_first)


def beyond_whatever_happens(instance: Instance) -> int:
    """Players a single round cannot bring within one in roles, however they are seated."""
    locked = instance.fixed_signs(0)
    here = set(instance.present[0])
    stuck = sum(
        abs(d + locked.get(p, 0)) > 1 if p not in here or p in locked else abs(d) > 2
        for p, d in enumerate(instance.difference)
    )
    before = evaluate(replace(instance.problem, order=("roles",)), ()).findings
    return stuck + sum(found.players[0] not in instance.index for found in before)


alike = [seed for seed in possible if counted(seed)]


@pytest.mark.parametrize("seed", alike[:40])
def test_the_search_counts_what_the_criteria_count(seed):
    instance, search = a_search(seed)
    search.anneal(1_000, (500.0, 50.0), 1, -1, always)
    found = evaluate(instance.problem, seat_players(instance, search.schedule)).violations
    past = evaluate(instance.problem, ()).violations.get("rematches", 0)
    weight = weights(instance)
    gone = weight.get("rematches", 0) * past
    if "roles" in weight:
        gone += weight["roles"] * beyond_whatever_happens(instance)
    assert search.cost + gone == sum(weight.get(code, 0) * found[code] for code in found)


@given(
    history=st.integers(1, 4),
    sizes=st.sampled_from([(4,), (4, 3), (3, 2), (5, 4), (6,)]),
    seed=st.integers(0, 10**6),
)
@settings(deadline=None, max_examples=60)
def test_the_players_who_lean_too_many_are_those_whom_no_division_can_help(history, sizes, seed):
    rng = random.Random(seed)
    players = names(24)
    rounds = tuple(past_round(rng, list(players), list(Role)) for _ in range(history))
    problem = Problem(players, 1, sizes, seed, history=rounds, order=("roles",))
    instance = Instance.from_problem(problem)
    search = SwapSearch(instance, {"roles": 1}, greedy(instance, {}, rng), rng)
    search.anneal(500, (0.5, 0.2), 1, 0, always)
    found = evaluate(problem, seat_players(instance, search.schedule)).violations
    assert found["roles"] == search.cost + beyond_whatever_happens(instance)


@pytest.mark.parametrize("seed", [seed for seed in possible if wishful(seed).pins][:12])
def test_pinned_players_change_companions_and_keep_their_tables(seed):
    instance, search = a_search(seed)
    search.anneal(2_000, (500.0, 50.0), 1, -1, always)
    for fixed, tables, layout in zip(
        instance.fixed, search.schedule, instance.layouts, strict=True
    ):
        assert all(player in tables[at] for player, at in fixed.items())
        assert [len(table) for table in tables] == list(layout)


def test_a_pinned_player_is_given_the_companions_of_another_table():
    # Every exchange of two others is worse; p and c must change companions, p keeping table 1.
    apart = tuple((pair[0], pair[1]) for pair in ("pa", "pb", "ad", "ae", "bd", "be"))
    problem = Problem(tuple("pabcde"), 1, (3,), apart=apart, pins={"p": 1})
    start = [[[0, 1, 2], [3, 4, 5]]]
    search = SwapSearch(Instance.from_problem(problem), {"apart": 1}, start, random.Random(1))
    search.anneal(500, (0.01, 0.01), 1, 0, always)
    assert [set(table) for table in search.schedule[0]] == [{0, 4, 5}, {1, 2, 3}]


@pytest.mark.parametrize("seed", range(8))
def test_the_search_stays_where_nothing_is_left_to_improve(seed):
    # p0 may sit with few, and at this temperature any exchange is accepted.
    apart = tuple(("p0", f"p{other}") for other in range(1, 16))
    problem = Problem(names(24), 1, (4,), apart=apart)
    tables = [list(range(at, at + 4)) for at in range(0, 24, 4)]
    search = SwapSearch(Instance.from_problem(problem), {"apart": 1}, [tables], random.Random(seed))
    search.anneal(2_000, (50.0, 50.0), 1, 0, always)
    assert search.cost == search.best_cost == 0
