"""If time were called now: the expected statement at every status."""

import random
from pathlib import Path

import pytest

from referee.engine import (
    best_plan,
    has_decided,
    if_time_were_called,
    replay_lines,
    replay_steps,
)
from tests.referee.engine.small_adjustments import final_of, small_position

GOLDEN = Path(__file__).parents[2] / "golden" / "golden"


def game(number: int):
    return replay_lines(next(GOLDEN.glob(f"{number:02}_*.amr.jsonl")).read_bytes()).game


def test_a_finished_game_has_its_own_statement():
    finished = game(1)
    assert if_time_were_called(finished.state) == {**finished.statement(), "expected": False}


def test_a_game_in_play_gets_the_procedure_with_utilities_at_seven():
    """Game 4 is completing its last turn: p1 keeps 10 or 20 % of its cash, deeds earn once."""
    playing = game(4)
    expected = playing.if_time_were_called()
    assert (expected["status"], expected["expected"]) == ("closing", True)
    first = expected["players"][0]
    assert (first["before_retention"], first["retained"]) == (2, 0)
    for row in expected["players"]:
        owned = [item["amount"] for item in expected["circuit"] if item["owner"] == row["id"]]
        assert row["circuit_income"] == sum(owned)
        assert row["final"] == row["retained"] + row["circuit_income"]
    utilities = {item["square"]: item for item in expected["circuit"] if item["square"] in (12, 28)}
    assert all(item["dice"] is None for item in utilities.values())
    assert {item["amount"] for item in utilities.values()} <= {0, 28, 70}


def test_what_was_retained_stays_retained():
    retained = game(13)
    kept = {row["id"]: row["cash"] for row in retained.statement()["players"]}
    assert {row["id"]: row["retained"] for row in retained.if_time_were_called()["players"]} == kept


@pytest.mark.parametrize("number", [8, 19, 30, 39])
def test_game_b_that_awaits_the_richest_is_ranked_by_wealth(number):
    path = next(GOLDEN.glob(f"{number:02}_*.amr.jsonl"))
    *_, last = replay_steps(path.read_bytes())
    assert last.event is not None
    assert last.event["type"] == "richest"
    expected = if_time_were_called(last.before)
    assert expected["status"] == "richest"
    assert expected["circuit"] == []
    for row in expected["players"]:
        player = last.before.seats[row["id"]]
        assert row["final"] >= last.before.cash[player]
        assert row["retained"] is None
    assert sorted(row["place"] for row in expected["players"])[0] == 1


def test_a_plan_is_made_of_events_that_can_be_played():
    games = (small_position(random.Random(seed)) for seed in range(60))
    found = next((one, plan) for one in games if (plan := best_plan(one.state, 0)) and plan["gain"])
    position, plan = found
    for step in plan["steps"]:
        event = {"type": step["type"], "player": "p1", "square": step["square"]}
        many = {"count": step["count"]} if step["type"] in ("build", "sell") else {}
        assert position.play({**event, **many}).is_accepted, step
    assert final_of(position.state, 0) == plan["final"]
    assert not has_decided(position.state, 0)
    assert position.play({"type": "adjusted", "player": "p1"}).is_accepted
    assert has_decided(position.state, 0)


def test_there_is_no_plan_after_the_adjustment():
    assert best_plan(game(1).state, 0) is None
    assert best_plan(game(13).state, 0) is None
