"""A ledger by turns, and the moments of a game."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from referee.engine.header import open_state
from referee.records.replayed import ReplayedRecord, replayed_record
from referee.records.turns import BANKRUPTCY, MONOPOLY, PROCEDURE, TIME, TRADE, moments_of, turns_of

GOLDEN = Path(__file__).parents[2] / "golden" / "golden"
RECORDS = sorted(GOLDEN.glob("*.amr.jsonl"))
HEADER: dict[str, Any] = {
    "record": "amr/1",
    "edition": "us-2011",
    "mode": "two-hour",
    "players": [
        {"id": "p1", "name": "Ada", "role": "monopolist"},
        {"id": "p2", "name": "Ben", "role": "competitor"},
    ],
}


def played(lines: list[dict[str, Any]]) -> ReplayedRecord:
    text = "\n".join(json.dumps(line) for line in lines)
    return replayed_record(text, open_state(lines[0], None).edition)


def golden(path: Path) -> ReplayedRecord:
    return played([json.loads(line) for line in path.read_text("utf-8").splitlines()])


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name.split("_")[0])
def test_every_event_is_in_one_turn_and_turns_are_counted(path: Path) -> None:
    game = golden(path)
    turns = turns_of(game.entries)
    assert [entry for turn in turns for entry in turn.entries] == list(game.entries)
    numbers = [turn.number for turn in turns if turn.number is not None]
    assert numbers == list(range(1, len(numbers) + 1))
    begun = [e for e in game.entries if e.begins_turn and not e.undone]
    assert len(numbers) == len(begun)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name.split("_")[0])
def test_moments_are_the_events_of_those_kinds_that_count(path: Path) -> None:
    game = golden(path)
    moments = Counter(moment.kind for moment in moments_of(game.entries))
    types = Counter(entry.event["type"] for entry in game.entries if not entry.undone)
    assert moments[TRADE] == types["trade"]
    assert moments[BANKRUPTCY] == types["bankrupt"] + types["withdraw"]
    assert moments[TIME] == types["time"]
    steps = ("adjusted", "retain", "circuit", "richest")
    assert moments[PROCEDURE] == sum(types[name] for name in steps)


def test_a_monopoly_is_told_when_it_is_made_and_once() -> None:
    """Ada buys both streets of a city, one a turn; buying a third elsewhere makes none."""
    start = {"cash": {}, "deeds": {"1": {"owner": "p1"}}}
    roll: dict[str, Any] = {"type": "roll", "player": "p1", "dice": [1, 2]}
    game = played([{**HEADER, "position": start}, roll, {"type": "buy", "player": "p1"}])
    assert [entry.monopolies != () for entry in game.entries] == [False, True]
    (monopoly,) = [one for one in moments_of(game.entries) if one.kind == MONOPOLY]
    city = game.state.board.squares[3].city
    assert (monopoly.entry.line, monopoly.entry.monopolies) == (3, ((0, city),))
    undo = {"type": "undo", "reason": "a slip"}
    lines: list[dict[str, Any]] = [roll, {"type": "buy", "player": "p1"}, undo]
    taken_back = played([{**HEADER, "position": start}, *lines])
    assert [one.kind for one in moments_of(taken_back.entries)] == []


def test_the_steps_of_the_end_procedure_are_parts_of_their_own() -> None:
    lines: list[dict[str, Any]] = [
        {"type": "roll", "player": "p1", "dice": [1, 3]},
        {"type": "income_tax", "player": "p1", "choice": "flat"},
        {"type": "time"},
        {"type": "adjusted", "player": "p1"},
        {"type": "adjusted", "player": "p2"},
        {"type": "retain"},
        {"type": "circuit", "dice": {}},
    ]
    turns = turns_of(played([HEADER, *lines]).entries)
    assert [[entry.event["type"] for entry in turn.entries] for turn in turns] == [
        ["roll", "income_tax"],
        ["time", "adjusted", "adjusted"],
        ["retain"],
        ["circuit"],
    ]
    assert [turn.number for turn in turns] == [1, None, None, None]
