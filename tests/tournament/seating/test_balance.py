"""Roles are settled exactly: against brute force over every division of small tables."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.seating.balance import Balance, euler_split
from tournament.seating.roles import components, solve_roles


def divisions(tables, fixed):
    """Every assignment of signs with at most one in difference at each table."""
    rows = []
    for t, players in enumerate(tables):
        signs = [
            row
            for row in product((1, -1), repeat=len(players))
            if abs(sum(row)) <= 1
            and all(fixed.get((t, s), sign) == sign for s, sign in enumerate(row))
        ]
        rows.append(signs)
    return product(*rows)


def differences(tables, offset, signs):
    result = list(offset)
    for players, row in zip(tables, signs, strict=True):
        for player, sign in zip(players, row, strict=True):
            result[player] += sign
    return result


def a_case(seed):
    """Few players at small tables, with a history that leans, and locks that can be kept."""
    rng = random.Random(seed)
    count = rng.randint(3, 7)
    offset = [rng.choice((-3, -2, -1, -1, 0, 0, 1, 1, 2, 3)) for _ in range(count)]
    tables: list[list[int]] = []
    while sum(len(players) for players in tables) < 10:
        tables.append(rng.sample(range(count), rng.randint(2, min(4, count))))
    fixed: dict[tuple[int, int], int] = {}
    for t, players in enumerate(tables):
        for s in range(len(players)):
            sign = rng.choice((1, -1))
            alike = sum(1 for (u, _), x in fixed.items() if u == t and x == sign)
            if rng.random() < 0.25 and alike < (len(players) + 1) // 2:
                fixed[t, s] = sign
    return tables, offset, fixed


@pytest.mark.parametrize("seed", range(400))
def test_the_fewest_beyond_one_and_then_the_most_even(seed):
    tables, offset, fixed = a_case(seed)
    answer = solve_roles(tables, offset, fixed)
    assert answer.difference == differences(tables, offset, answer.signs)
    assert all(answer.signs[t][s] == sign for (t, s), sign in fixed.items())
    assert all(abs(sum(row)) <= 1 for row in answer.signs)
    reachable = [differences(tables, offset, signs) for signs in divisions(tables, fixed)]
    fewest = min(sum(abs(d) > 1 for d in ds) for ds in reachable)
    assert sum(abs(d) > 1 for d in answer.difference) == fewest == answer.bound


@pytest.mark.parametrize("seed", range(150))
def test_convex_costs_are_least(seed):
    tables, offset, fixed = a_case(seed)
    balance = Balance(tables, offset, fixed).solve()
    reachable = [differences(tables, offset, signs) for signs in divisions(tables, fixed)]
    assert sum(d * d for d in balance.difference) == min(sum(d * d for d in ds) for ds in reachable)
    excess = min(sum(max(0, abs(d) - 1) for d in ds) for ds in reachable)
    assert sum(max(0, abs(d) - 1) for d in balance.difference) == excess


@given(
    st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=6, unique=True), max_size=14),
)
def test_an_euler_split_is_even_everywhere(tables):
    signs = euler_split(tables, [0] * 10)
    assert all(abs(sum(row)) <= 1 for row in signs)
    assert all(abs(d) <= 1 for d in differences(tables, [0] * 10, signs))


def test_tables_that_share_players_are_settled_together():
    tables = [[0, 1], [2, 3], [1, 4], [5, 6]]
    assert components(tables, 7) == [[0, 2], [1], [3]]


def test_a_player_far_out_does_not_cost_others_their_balance():
    # p0 is beyond help; giving it the seat p1 and p2 need would leave three beyond one.
    answer = solve_roles([[0, 1, 2, 3]], [3, 1, 1, 0], {})
    assert sum(abs(d) > 1 for d in answer.difference) == answer.bound == 1
