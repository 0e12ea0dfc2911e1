"""Keys that begin with `x-` are kept and ignored wherever an object has named keys."""

import json
from typing import Any

import pytest

from referee.engine import Game, replay_lines
from scoring.game.editions import load_edition
from tests.referee.engine.table import refuses_header

PLAYERS: list[dict[str, Any]] = [
    {"id": "p1", "name": "Ada", "role": "competitor", "x-seat": 1},
    {"id": "p2", "name": "Ben", "role": "monopolist"},
]
HEADER: dict[str, Any] = {
    "record": "amr/1",
    "edition": "us-2011",
    "mode": "B",
    "players": PLAYERS,
    "rulings": {"x-why": "club rules"},
    "position": {
        "x-from": "paper",
        "cash": {"p1": 100, "x-sum": 7},
        "squares": {"x-pawns": None},
        "deeds": {"12": {"owner": "p1", "x-note": 1.5}, "x-note": {}},
    },
    "board": [{**row, "x-art": "old"} for row in load_edition("us-2011").board.rows()],
    "x-generator": [1.5, None],
}


def test_everywhere_in_a_header():
    game = Game.open(HEADER)
    assert game.header == HEADER
    assert game.state.cash == [100, 1500, -1600]


def test_in_events_and_the_objects_in_them():
    trade = {"type": "trade", "player": "p1", "with": "p2", "x-a": 1}
    game = Game.open(HEADER)
    trade |= {"give": {"deeds": [12], "x-b": 2}, "take": {"cash": 1, "x-c": 3}}
    assert game.play(trade).is_accepted
    assert game.events[0] == trade


def test_in_throws():
    header = {**HEADER, "mode": "two-hour"}
    lines = [
        header,
        {"type": "time"},
        {"type": "adjusted", "player": "p1"},
        {"type": "adjusted", "player": "p2"},
        {"type": "retain"},
        {"type": "circuit", "dice": {"12": [1, 2], "x-28": "not owned"}},
    ]
    replay = replay_lines("\n".join(map(json.dumps, lines)))
    assert replay.refusal is None
    assert replay.game is not None
    assert replay.game.status == "finished"


@pytest.mark.parametrize(
    "change",
    [
        {"venue": "here"},
        {"players": [{**PLAYERS[0], "club": "x"}, PLAYERS[1]]},
        {"rulings": {"why": "x"}},
        {"position": {"from": "paper"}},
        {"position": {"deeds": {"12": {"owner": "p1", "note": 1}}}},
    ],
)
def test_any_other_key_is_refused(change):
    refuses_header({**HEADER, **change}, "unknown_key")


def test_any_other_key_of_a_board_is_refused():
    board = [{**row, "art": "old"} for row in HEADER["board"]]
    refuses_header({**HEADER, "board": board}, "bad_board")
