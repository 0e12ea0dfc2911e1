"""The ledger: what every row has come to."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from referee.engine import Game, undone_events
from tests.referee.tablet.test_bridge import RECORDS, header, opened, play, playing, read
from tests.shares import sampled

__all__ = ["header"]

ROLL = {"type": "roll", "player": "p1", "dice": [2, 3]}
BUY = {"type": "buy", "player": "p1"}
NEXT = {"type": "roll", "player": "p2", "dice": [4, 6]}
UNDO = {"type": "undo", "reason": "misread"}


def revision(seq: int, *replacement: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "type": "revise",
        "seq": seq,
        "replacement": list(replacement),
        "reason": "misread",
        **more,
    }


def lines_of(answer: dict[str, Any]) -> dict[int, dict[str, Any]]:
    return {line["n"]: line for line in answer["view"]["ledger"]}


@pytest.mark.parametrize("path", sampled(RECORDS), ids=lambda path: path.name[:2])
def test_the_running_cash_is_that_of_the_game(path):
    record, *events = read(path)
    _, answer = opened(record, log=[{"type": "start", "header": record}, *events])
    lines, game = lines_of(answer), Game.open(record)
    rows = [({"n": n, "event": event}, event) for n, event in enumerate(events, 2)]
    cash = [dict(zip(game.state.seats, game.state.cash, strict=False))]
    in_force = undone_events(rows).in_force
    for row in in_force:
        event = {key: row["event"][key] for key in row["event"] if key not in ("id", "at")}
        assert game.play(event).is_accepted
        cash.append(dict(zip(game.state.seats, game.state.cash, strict=False)))
    for row, (before, after) in zip(in_force, pairwise(cash), strict=True):
        told = {each["player"]: each["cash"] for each in lines[row["n"]]["cash"]}
        assert {player for player in after if after[player] != before[player]} <= told.keys()
        assert told == {player: after[player] for player in told}
        assert told.keys() <= set(lines[row["n"]]["players"])


@pytest.mark.parametrize("path", sampled(RECORDS[::7], every=3), ids=lambda path: path.name[:2])
def test_lines_told_one_by_one_are_those_of_the_whole_log(path):
    record, *events = read(path)
    start = {"type": "start", "header": record}
    bridge, answer = opened(record, log=[start])
    shown = lines_of(answer)
    for event in events:
        shown |= lines_of(play(bridge, event))
    whole = lines_of(opened(record, log=[start, *events])[1])
    for line in (*shown.values(), *whole.values()):
        line.pop("at")
    assert shown == whole


def test_several_events_told_at_once_have_each_their_cash(header):
    answer = play(playing(header), ROLL, BUY, {"type": "roll", "player": "p2", "dice": [2, 3]})
    lines = lines_of(answer)
    assert lines[2]["cash"] == []
    assert lines[3]["cash"] == [{"player": "p1", "cash": 1300}]
    assert lines[4]["cash"] == [{"player": "p1", "cash": 1320}, {"player": "p2", "cash": 1480}]


def test_what_was_taken_back_names_the_undo(header):
    answer = play(playing(header, ROLL, BUY), UNDO, UNDO)
    lines = lines_of(answer)
    assert [lines[n]["by"] for n in sorted(lines)] == [None, 5, 4, None, None]
    assert [n for n in lines if lines[n]["undone"]] == [2, 3]
    assert lines[3]["cash"] == []


def test_a_corrected_row_says_what_stands_in_its_place_and_what_followed(header):
    log = [{"type": "start", "header": header}, ROLL, BUY, revision(2, {**ROLL, "dice": [2, 4]})]
    log[3]["through"] = 3
    _, answer = opened(header, log=log)
    lines = lines_of(answer)
    assert lines[2]["text"] == "\u2068Ada\u2069 throws 2 + 3"
    assert lines[2]["instead"] == ["\u2068Ada\u2069 throws 2 + 4"]
    assert lines[2]["event"]["dice"] == [2, 4]
    assert (lines[2]["corrected"], lines[2]["undone"], lines[2]["by"]) == (True, False, 4)
    assert (lines[3]["corrected"], lines[3]["undone"], lines[3]["by"]) == (True, True, 4)
    assert lines[3]["instead"] == lines[3]["cash"] == lines[3]["lines"] == []
    assert (lines[4]["corrected"], lines[4]["by"], lines[4]["onBoard"]) == (False, None, False)


def test_several_events_in_the_place_of_one_are_told_together(header):
    start = {"type": "start", "header": header}
    # The table's correction, which no revert takes back any more once the chief has corrected.
    bridge, _ = opened(header, log=[start, ROLL, revision(2, ROLL, BUY), NEXT, revision(4)])
    log = bridge.opened["log"]
    log[2]["kind"] = "board"
    answer = bridge.ask("open", {**bridge.opened, "log": log})
    line = lines_of(answer)[2]
    assert len(line["instead"]) == 2
    assert any("200" in each["text"] for each in line["lines"])
    assert line["cash"] == [{"player": "p1", "cash": 1300}]
    line = lines_of(play(bridge, UNDO))[2]
    assert len(line["instead"]) == 1
    assert (line["cash"], line["by"]) == ([], 3)
    line = lines_of(play(bridge, UNDO))[2]
    assert (line["instead"], line["undone"], line["by"]) == ([], True, 7)


def test_a_line_names_everybody_it_is_about(header):
    trade = {
        "type": "trade", "player": "p1", "with": "p2",
        "give": {"cash": 10, "deeds": []}, "take": {"cash": 0, "deeds": [39]},
    }  # fmt: skip
    header["position"] = {"deeds": {"39": {"owner": "p2"}}}
    line = lines_of(play(playing(header), trade))[2]
    assert line["players"] == ["p1", "p2"]
    assert [each["player"] for each in line["cash"]] == ["p1", "p2"]


def test_what_the_rules_refused_is_marked_and_nobody_took_it_back(header):
    log = [{"type": "start", "header": header}, {"type": "buy", "player": "p2"}, ROLL]
    line = lines_of(opened(header, log=log)[1])[2]
    assert (line["undone"], line["by"]) == (True, None)
