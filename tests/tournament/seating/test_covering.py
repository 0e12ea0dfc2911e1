"""Backtracking finds a round with nothing against it exactly where there is one."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from tournament.seating import Problem, Role
from tournament.seating.annealing import SwapSearch
from tournament.seating.covering import Covering
from tournament.seating.instance import Instance
from tournament.seating.weights import weights

from .problems import names, past_round


def partitions(players, sizes):
    """Every way to seat the players at tables of these sizes, in this order."""
    if not sizes:
        yield []
        return
    for group in combinations(players, sizes[0]):
        rest = [player for player in players if player not in group]
        for others in partitions(rest, sizes[1:]):
            yield [list(group), *others]


def a_problem(seed: int) -> Problem:
    """The second or third round of few players, with clubs and perhaps pins."""
    rng = random.Random(seed)
    players = names(rng.choice((6, 7, 8, 9)))
    sizes = rng.choice(((2, 3), (3, 2), (4, 3, 2)))
    history = tuple(past_round(rng, list(players), list(Role)) for _ in range(rng.randint(1, 2)))
    pins = {player: rng.randint(1, 3) for player in rng.sample(players, rng.randint(0, 2))}
    pins = pins if rng.random() < 0.5 else {}
    clubs = {player: rng.choice("VWXYZ") for player in players if rng.random() < 0.5}
    order = ("rematches", "roles", "clubs")
    return Problem(players, 1, sizes, seed, history=history, clubs=clubs, pins=pins, order=order)


def always(_steps: int) -> bool:
    return True


@pytest.mark.parametrize("seed", range(60))
def test_a_round_is_found_exactly_where_there_is_one(seed):
    instance = Instance.from_problem(a_problem(seed))
    weight, rng = weights(instance), random.Random(seed)
    layout, fixed = instance.layouts[0], instance.fixed[0]
    if any(sum(at == table for at in fixed.values()) > size for table, size in enumerate(layout)):
        return
    possible = [
        tables
        for tables in partitions(range(instance.count), layout)
        if all(player in tables[at] for player, at in fixed.items())
    ]
    search = SwapSearch(instance, weight, [possible[0]], rng)
    costs = []
    for tables in possible:
        search.load([tables])
        costs.append(search.cost)
    covering = Covering(instance, weight, rng)
    found = covering.search(10_000, always)
    assert (found is not None) == (min(costs) == 0)
    assert covering.hopeless == (found is None)
    if found:
        search.load([found])
        assert search.cost == 0
        assert sorted(map(sorted, found)) in [sorted(map(sorted, tables)) for tables in possible]
        assert all(player in found[at] for player, at in fixed.items())


def test_both_answers_occur():
    seen = {
        Covering(instance, weights(instance), random.Random(1)).search(10_000, always) is None
        for instance in (Instance.from_problem(a_problem(seed)) for seed in range(60))
        if all(table < len(instance.layouts[0]) for table in instance.fixed[0].values())
    }
    assert seen == {True, False}


def test_out_of_steps_or_nodes_it_is_not_shown_that_there_is_none():
    instance = Instance.from_problem(Problem(names(24), 1, (4,), clubs={"p0": "X", "p1": "X"}))
    for nodes, spend in ((2, always), (1_000, lambda _: False)):
        covering = Covering(instance, weights(instance), random.Random(1))
        assert covering.search(nodes, spend) is None
        assert not covering.hopeless
    assert covering.search(1_000, always) is not None
