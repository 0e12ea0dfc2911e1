import random

import pytest

from tests.tournament.seating.planted import MIXED
from tournament.seating import Problem, draw, evaluate, impossible_wishes, problem_from_json
from tournament.seating.annealing import SwapSearch
from tournament.seating.conflicts import MAX_PLAYERS, ConflictSearch, is_searchable
from tournament.seating.drawing import seat_players
from tournament.seating.greedy import greedy
from tournament.seating.instance import Instance
from tournament.seating.weights import weights

from .problems import names, plain, wishful

TEMPERATURE = 0.28


def always(_steps: int) -> bool:
    return True


def even_weights(instance: Instance) -> dict[str, int]:
    return dict.fromkeys(weights(instance), 1)


def a_search(instance: Instance, seed: int) -> ConflictSearch:
    rng, weight = random.Random(seed), even_weights(instance)
    return ConflictSearch(instance, weight, greedy(instance, weights(instance), rng), rng)


def wishful_instance(seed: int) -> Instance | None:
    """A random problem as the search may get it, or None if it may not."""
    problem = wishful(seed)
    if impossible_wishes(problem):
        return None
    instance = Instance.from_problem(problem).with_later_rounds()
    weight = even_weights(instance)
    return instance if is_searchable(instance, weight) and "spread" not in weight else None


searchable = [seed for seed in range(400) if wishful_instance(seed)]


@pytest.mark.parametrize("seed", searchable[:40])
def test_the_cost_kept_up_to_date_is_the_cost_counted_afresh(seed):
    instance = wishful_instance(seed)
    assert instance is not None
    search = a_search(instance, seed)
    search.anneal(8_000, 1.0, -1, always)
    for schedule, cost in ((search.schedule, search.cost), (search.best, search.best_cost)):
        again = SwapSearch(instance, even_weights(instance), schedule, random.Random(1))
        assert again.cost == cost
    assert search.best_cost <= search.cost


@pytest.mark.parametrize("seed", searchable[:40])
def test_everybody_present_keeps_a_seat_at_tables_of_the_same_sizes(seed):
    instance = wishful_instance(seed)
    assert instance is not None
    search = a_search(instance, seed)
    search.anneal(4_000, 1.0, -1, always)
    for tables, layout, present in zip(
        search.schedule, instance.layouts, instance.present, strict=True
    ):
        assert [len(table) for table in tables] == list(layout)
        assert sorted(player for table in tables for player in table) == sorted(present)


def test_a_seed_gives_the_same_search():
    instance = Instance.from_problem(problem_from_json(MIXED[0].problem(1)))
    searches = [a_search(instance, 5) for _ in range(2)]
    for search in searches:
        search.anneal(4_000, TEMPERATURE, -1, always)
    assert searches[0].schedule == searches[1].schedule


@pytest.mark.parametrize(
    "problem",
    [
        plain(8, 4, 2, pins={"p0": 1}),
        Problem(names(MAX_PLAYERS + 1), 2, (4, 3, 5)),
        plain(8, 4, 1, scores=dict.fromkeys(names(8), 1), order=("snake",)),
    ],
)
def test_pins_many_players_and_a_snake_are_for_another_search(problem):
    instance = Instance.from_problem(problem)
    assert not is_searchable(instance, even_weights(instance))


def test_equal_weights_alone_are_searched():
    instance = Instance.from_problem(plain(8, 4, 2, clubs={"p0": "X", "p1": "X"}))
    assert is_searchable(instance, even_weights(instance))
    assert not is_searchable(instance, weights(instance))


@pytest.mark.parametrize("event", MIXED[:5], ids=lambda event: event.name)
def test_tables_of_two_sizes_have_nothing_against_them(event):
    problem = problem_from_json(event.problem(seed=1))
    found = draw(problem, steps=1_500_000).certificate.violations
    assert {code: found[code] for code in ("rematches", "clubs", "roles", "sizes")} == {
        "rematches": 0,
        "clubs": 0,
        "roles": 0,
        "sizes": event.least_sizes,
    }


def test_the_role_needed_is_a_conflict_of_its_own():
    # Two rounds have left p0 to p3 competitors twice: one table cannot give all of them the other.
    rounds = draw(plain(16, 4, 1, seed=2)).rounds
    problem = plain(16, 4, 1, history=rounds)
    instance = Instance.from_problem(problem)
    lean = sorted(range(16), key=lambda player: instance.difference[player])
    weight = {"roles": 1}
    start = [[lean[at : at + 4] for at in range(0, 16, 4)]]
    search = ConflictSearch(instance, weight, start, random.Random(1))
    assert search.cost == 8
    search.anneal(4_000, TEMPERATURE, 0, always)
    assert search.cost == 0
    seated = seat_players(instance, search.schedule)
    assert evaluate(problem, seated).violations["roles"] == 0
