"""Every player's cash is counted before retention, or the statement says that it was not."""

from __future__ import annotations

from typing import Any

import pytest

from referee.tablet.bridge import Bridge
from tests.referee.tablet.test_bridge import opened, play

PLAYERS = [
    {"id": "p1", "name": "Ada", "role": "competitor"},
    {"id": "p2", "name": "Ben", "role": "monopolist"},
]
POSITION = {"cash": {"p1": 700, "p2": 300}}
HEADER = {
    "record": "amr/1",
    "edition": "us-2011",
    "mode": "two-hour",
    "players": PLAYERS,
    "position": POSITION,
}
ENDING = [{"type": "time"}, *({"type": "adjusted", "player": each} for each in ("p1", "p2"))]
Counted = dict[str, int | None]


@pytest.fixture
def bridge() -> Bridge:
    """A table whose retention comes next."""
    return opened(HEADER, log=[{"type": "start", "header": HEADER}, *ENDING])[0]


def count(bridge: Bridge, cash: Counted) -> Any:
    """The view after a count."""
    events = bridge.ask("cash_count", {"cash": cash})["events"]
    return play(bridge, *events)["view"]


def first_lines(bridge: Bridge) -> list[str]:
    players = bridge.ask("statement_lines", {})["players"]
    return [each["lines"][0]["text"] for each in sorted(players, key=lambda each: each["id"])]


def test_only_what_differs_is_set_and_what_was_not_counted_is_said(bridge: Bridge) -> None:
    events = bridge.ask("cash_count", {"cash": {"p1": 690, "p2": None}})["events"]
    assert [(each["type"], each["player"], each.get("cash")) for each in events] == [
        ("recount", "p1", 690),
        ("cash_count", "p1", 690),
        ("cash_count", "p2", None),
    ]
    view = play(bridge, *events)["view"]
    assert view["counts"] == {"p1": 690, "p2": None}
    play(bridge, {"type": "retain"}, {"type": "circuit", "dice": {}})
    assert first_lines(bridge) == [
        "Cash before retention, counted",
        "Cash before retention, not counted",
    ]


def test_where_nobody_was_asked_the_statement_says_nothing_of_it(bridge: Bridge) -> None:
    play(bridge, {"type": "retain"}, {"type": "circuit", "dice": {}})
    assert first_lines(bridge) == ["Cash before retention"] * 2


def test_what_the_log_says_needs_no_recount(bridge: Bridge) -> None:
    view = count(bridge, {"p1": 700, "p2": 300})
    assert view["counts"] == {"p1": 700, "p2": 300}
    assert [line["type"] for line in view["ledger"]] == ["cash_count", "cash_count"]


def test_a_count_outlives_retention_and_its_undo(bridge: Bridge) -> None:
    count(bridge, {"p1": 700, "p2": 300})
    play(bridge, {"type": "retain"})
    view = play(bridge, {"type": "undo", "reason": "too early"})["view"]
    assert view["counts"] == {"p1": 700, "p2": 300}


@pytest.mark.parametrize(
    "events",
    [
        [{"type": "recount", "player": "p2", "cash": 310, "reason": "found"}],
        [{"type": "undo", "reason": "x"}, {"type": "adjusted", "player": "p2"}],
    ],
)
def test_what_happens_on_the_board_makes_a_count_void(bridge: Bridge, events: Any) -> None:
    count(bridge, {"p1": 700, "p2": 300})
    assert play(bridge, *events)["view"]["counts"] == {}


def test_a_correction_leaves_a_count_that_still_agrees(bridge: Bridge) -> None:
    count(bridge, {"p1": 700, "p2": 300})
    position = {"cash": {"p1": 700, "p2": 350}}
    start = {"type": "start", "header": {**HEADER, "position": position}}
    wire = {"type": "revise", "seq": 1, "replacement": [start], "reason": "x"}
    assert "p2" not in play(bridge, wire)["view"]["counts"]
