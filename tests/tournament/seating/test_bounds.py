"""Bounds hold against every draw of tiny problems, and are met where that is known."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from tournament.seating import Problem, Role, draw, evaluate
from tournament.seating.bounds import least_clubs, least_rematches, least_spread, spread_over
from tournament.seating.instance import Instance
from tournament.seating.model import Round, Seat, Table

from .problems import names, plain, table


def partitions(players, sizes):
    """Every way to seat the players at tables of these sizes, in this order."""
    if not sizes:
        yield []
        return
    for group in combinations(players, sizes[0]):
        rest = [player for player in players if player not in group]
        for others in partitions(rest, sizes[1:]):
            yield [group, *others]


def seated(groups) -> Round:
    return tuple(
        Table(number, tuple(Seat(player, Role.COMPETITOR) for player in group))
        for number, group in enumerate(groups, 1)
    )


@pytest.mark.parametrize("seed", range(12))
def test_no_round_has_fewer_rematches_than_the_bound(seed):
    rng = random.Random(seed)
    players = names(rng.choice((6, 7, 8)))
    sizes = (4, 3) if len(players) == 7 else (len(players) // 2,)
    history = tuple(
        seated([mixed[:half], mixed[half:]])
        for half in [len(players) // 2]
        for mixed in [rng.sample(players, len(players)) for _ in range(rng.randint(0, 3))]
    )
    problem = Problem(players, 1, sizes, history=history, order=("rematches", "sizes", "clubs"))
    instance = Instance.from_problem(problem)
    layout = instance.layouts[0]
    least = min(
        evaluate(problem, (seated(groups),)).violations["rematches"]
        for groups in partitions(players, layout)
    )
    assert least_rematches(instance) <= least
    assert draw(problem).certificate.violations["rematches"] == least


@pytest.mark.parametrize(
    ("players", "size", "rounds", "bound"),
    [(24, 6, 4, 48), (16, 4, 5, 0), (8, 4, 3, 12), (9, 3, 5, 9), (4, 4, 3, 18)],
)
def test_counting_bounds(players, size, rounds, bound):
    assert least_rematches(Instance.from_problem(plain(players, size, rounds))) == bound


def test_meetings_fill_up_from_the_least_met():
    assert spread_over({0: 3}, 3) == 0
    assert spread_over({0: 2, 1: 1}, 5) == 0 + 0 + 1 + 1 + 1
    assert spread_over({2: 2}, 3) == 2 + 2 + 3


def test_seats_decide_how_many_can_be_balanced_in_one_round():
    past = tuple(table(n, f"{a}C {b}C") for n, (a, b) in enumerate((("a", "b"), ("c", "d")), 1))
    drawn = draw(Problem(tuple("abcd"), 1, (4,), history=(past,)))
    assert drawn.certificate.violations["roles"] == drawn.certificate.bounds["roles"] == 2


def test_clubs_spread_over_the_tables():
    clubs = dict.fromkeys(names(5), "X")
    drawn = draw(plain(8, 4, 1, clubs=clubs))
    assert drawn.certificate.violations["clubs"] == drawn.certificate.bounds["clubs"] == 4


@pytest.mark.parametrize("seed", range(12))
def test_no_round_has_fewer_club_meetings_or_less_spread_than_the_bounds(seed):
    rng = random.Random(seed)
    players, half = names(8), rng.choice((2, 4))
    clubs = {player: rng.choice("XY") for player in players if rng.random() < 0.8}
    pins = {player: rng.randint(1, 2) for player in rng.sample(players, 2)}
    scores = {player: rng.choice((0, 0.5, 1, 3, 7)) for player in players}
    problem = Problem(
        players, 1, (half,), clubs=clubs, pins=pins, scores=scores, order=("clubs", "spread")
    )
    found = [
        evaluate(problem, (seated(groups),)).violations
        for groups in partitions(players, problem.layouts[1])
        if all(player in groups[table - 1] for player, table in pins.items())
    ]
    instance = Instance.from_problem(problem)
    assert least_clubs(instance) <= min(each["clubs"] for each in found)
    unpinned = Instance.from_problem(Problem(players, 1, (half,), scores=scores))
    spreads = [
        evaluate(problem, (seated(groups),)).violations["spread"]
        for groups in partitions(players, problem.layouts[1])
    ]
    assert least_spread(unpinned) == min(spreads) * problem.scaled_scores[1] ** 2


def test_club_members_pinned_together_are_part_of_the_bound():
    clubs = dict.fromkeys(names(4), "X")
    problem = plain(12, 4, 2, clubs=clubs, pins=dict.fromkeys(names(3), 1))
    drawn = draw(problem)
    assert drawn.certificate.violations["clubs"] == drawn.certificate.bounds["clubs"] == 6
    assert drawn.certificate.bounds["rematches"] == 3


def test_the_standings_cut_in_order_prove_a_spread_where_tables_are_alike():
    scores = {name: at for at, name in enumerate(names(8))}
    for sizes, known in (((4,), True), ((5, 3), False)):
        certificate = draw(Problem(names(8), 1, sizes, scores=scores)).certificate
        assert ("spread" in certificate.bounds) == known
    assert certificate.violations["spread"] > 0
