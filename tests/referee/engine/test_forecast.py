"""If time were called now: the expected statement at every status."""

from pathlib import Path

import pytest

from referee.engine import if_time_were_called, replay_lines, replay_steps

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
