"""The best adjustment (step A), beside an exhaustive search through the engine's own actions."""

import random

import pytest

from scoring.game.adjustment import best_adjustment
from tests.referee.engine.small_adjustments import (
    best_final,
    final_of,
    replayed,
    small_position,
)

FAST, EXHAUSTIVE, PARTS = 300, 10_000, 20
EXCHANGES = (1025, 1108, 4154)
"""Seeds of positions where a redemption has to come before a mortgage, and cash is short."""


def compare(seed: int) -> None:
    """Compare the plan for one random position with the search, and replay it."""
    game = small_position(random.Random(seed))
    before = game.state.copy()
    plan = best_adjustment(game.state, 0)
    assert game.state.cash == before.cash
    assert game.state.built == before.built
    assert plan.unadjusted == final_of(game.state, 0)
    assert plan.final == best_final(game.state, 0), seed
    assert plan.gain >= 0
    assert bool(plan.steps) == (plan.gain > 0)
    after = replayed(game, plan)
    assert final_of(after.state, 0) == plan.final
    assert sum(after.state.cash) == 0
    assert after.play({"type": "adjusted", "player": "p1"}).is_accepted


@pytest.mark.parametrize("part", range(4))
def test_the_plan_equals_an_exhaustive_search(part):
    for seed in range(part, FAST, 4):
        compare(seed)


@pytest.mark.parametrize("seed", EXCHANGES)
def test_it_does_so_where_a_redemption_comes_first(seed):
    compare(seed)
    kinds = [
        step.kind for step in best_adjustment(small_position(random.Random(seed)).state, 0).steps
    ]
    assert kinds.index("redeem") < len(kinds) - 1 - kinds[::-1].index("mortgage")


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(PARTS))
def test_ten_thousand_plans_equal_an_exhaustive_search(part):
    for seed in range(FAST + part, FAST + EXHAUSTIVE, PARTS):
        compare(seed)
