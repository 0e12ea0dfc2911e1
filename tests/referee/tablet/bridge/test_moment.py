"""A moment of the past: the game as it was just before a row."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from referee.engine import undone_events
from referee.tablet.bridge.bridge import AT_MOMENT
from tests.referee.tablet.bridge.test_ledger import BUY, ROLL, UNDO, revision
from tests.referee.tablet.test_bridge import RECORDS, header, opened, play, playing, read
from tests.shares import sampled

__all__ = ["header"]

NEXT = {"type": "roll", "player": "p2", "dice": [2, 3]}
SHOWN = ("status", "onTurn", "next", "open", "offer", "players", "squares", "dues", "legal")
SCREENS = Path("referee/static/tablet/screens")
ONE_TAP_S = 0.034
"""What a tap takes on a tablet late in a game (docs/adr)."""


def shown(view):
    """What the screens of a moment have of the view of then; nothing is undone there."""
    legal = [button for button in view["legal"] if button["type"] != "undo"]
    return {**{key: view[key] for key in SHOWN}, "legal": legal}


@pytest.mark.parametrize("path", sampled(RECORDS[::5], every=4), ids=lambda path: path.name[:2])
def test_a_moment_is_what_was_shown_then(path):
    record, *told = read(path)
    events = undone_events((event, event) for event in told).in_force
    bridge, answer = opened(record, log=[{"type": "start", "header": record}])
    then = {2: shown(answer["view"])}
    for n, event in enumerate(events, 2):
        then[n + 1] = shown(play(bridge, event)["view"])
    for n in (2, 3, len(events) // 2, len(events) - 30, len(events), len(events) + 2):
        moment = bridge.ask("moment", {"n": n})
        assert shown(moment["view"]) == then[n]
        assert moment["events"] == events[n - 2 : n - 1]
        assert moment["next"] == (n + 1 if n <= len(events) else None)
    assert shown(opened(record, log=[{"type": "start", "header": record}, *events])[1]["view"])
    assert shown(bridge.ask("moment", {"n": len(events) + 2})["view"]) == then[len(events) + 2]


def test_what_was_taken_back_or_corrected_is_no_part_of_a_moment(header):
    bridge = playing(header, ROLL, BUY, UNDO, NEXT)
    moment = bridge.ask("moment", {"n": 5})
    assert moment["view"]["squares"][5]["owner"] is None
    assert moment["view"]["next"] == "p2"
    log = [
        {"type": "start", "header": header},
        ROLL,
        BUY,
        NEXT,
        revision(2, {**ROLL, "dice": [1, 2]}, through=3),
    ]
    bridge, _ = opened(header, log=log)
    moment = bridge.ask("moment", {"n": 4})
    assert moment["view"]["players"][0]["square"] == 3
    moment = bridge.ask("moment", {"n": 2})
    assert moment["view"]["players"][0]["square"] == 0
    assert [event["dice"] for event in moment["events"]] == [[1, 2]]
    assert (moment["next"], moment["last"]) == (4, 4)
    assert bridge.ask("moment", {"n": 4})["next"] is None


def test_a_moment_goes_on_with_what_is_to_stand_there(header):
    bridge = playing(header, ROLL, BUY, NEXT)
    wrong = {**ROLL, "dice": [1, 2]}
    moment = bridge.ask("moment", {"n": 2, "after": [wrong, BUY]})
    assert moment["view"]["squares"][3]["owner"] == "p1"
    assert len(moment["texts"]) == 2
    assert "1 + 2" in moment["texts"][0]
    assert (moment["events"], moment["next"]) == ([ROLL], 3)
    refused = bridge.ask("moment", {"n": 2, "after": [wrong, BUY, BUY]})
    assert refused["view"] is None
    assert len(refused["texts"]) == 3
    asked = {"n": 2, "after": [wrong], "method": "check", "question": {"events": [BUY]}}
    assert bridge.ask("at_moment", asked)["refusals"] == []
    again = {**asked, "after": [wrong, BUY]}
    assert bridge.ask("at_moment", again)["refusals"] != []
    assert bridge.ask("moment", {"n": 3})["view"]["squares"][5]["owner"] is None


def test_a_moment_knows_what_was_last_then_and_takes_nothing_back(header):
    bridge = playing(header, ROLL, BUY, UNDO, NEXT)
    now = bridge.ask("statement", {})
    views = [bridge.ask("moment", {"n": n})["view"] for n in (2, 3, 5, 6)]
    rolls = "\u2068Ada\u2069 throws 2 + 3", "\u2068Ben\u2069 throws 2 + 3"
    assert [view["lastEvent"] for view in views] == [None, rolls[0], rolls[0], rolls[1]]
    after = bridge.ask("moment", {"n": 5, "after": [{**NEXT, "dice": [1, 2]}]})
    assert after["view"]["lastEvent"] == "\u2068Ben\u2069 throws 1 + 2"
    assert [view["undo"] for view in views] == [None] * 4
    assert not any(button["type"] == "undo" for view in views for button in view["legal"])
    assert bridge.ask("statement", {}) == now


def test_what_differs_at_a_moment_is_counted_back_from_the_cash_of_then(header):
    gives = {"player": "p1", "with": "p2", "give": {"cash": 10}, "take": {}}
    bridge = playing(header, ROLL, BUY, {"type": "trade", **gives})
    question = {"n": 4, "method": "recount_difference", "question": {"player": "p1", "cash": 9}}
    told = bridge.ask("at_moment", question)
    assert told["logged"] == 1300
    assert [(line["n"], line["cash"]) for line in told["ledger"]] == [
        (3, [{"player": "p1", "cash": 1300}])
    ]
    again = bridge.ask("at_moment", {**question, "after": [{"type": "trade", **gives}]})
    assert (again["logged"], again["ledger"]) == (1290, told["ledger"])


def test_the_moment_of_the_start_is_the_game_it_opened_with_the_names_of_the_draw(header):
    players = [{**player, "name": "Once"} for player in header["players"]]
    logged = {"type": "start", "header": {**header, "players": players}}
    bridge, _ = opened(header, log=[logged, ROLL, BUY], roles="thrown")
    moment = bridge.ask("moment", {"n": 1})
    assert moment["events"] == [{"type": "start", "header": header}]
    assert (moment["roles"], moment["next"], moment["last"]) == ("thrown", 2, 3)
    assert all(square["owner"] is None for square in moment["view"]["squares"])
    position = {"cash": {"p1": 900}}
    start = {"type": "start", "header": {**header, "position": position}}
    told = bridge.ask("revision", {"seq": 1, "replacement": [start], "chief": True})
    assert told["event"]["replacement"] == [start]
    assert told["players"][0]["cash"]["after"] == 700


def test_questions_are_asked_about_a_moment(header):
    bridge = playing(header, ROLL, BUY, NEXT)

    def at(n, method, question):
        return bridge.ask("at_moment", {"n": n, "method": method, "question": question})

    assert at(3, "check", {"events": [BUY]})["refusals"] == []
    assert at(3, "check", {"events": [NEXT, BUY]})["refusals"][0]["code"] == "not_on_turn"
    assert bridge.ask("check", {"events": [BUY]})["refusals"] != []
    assert at(3, "recount_difference", {"player": "p1", "cash": 1500})["difference"] == 0
    assert at(4, "recount_difference", {"player": "p1", "cash": 1500})["difference"] == 200
    for method in ("play", "open", "at_moment"):
        with pytest.raises(KeyError):
            at(3, method, {})


def test_why_is_asked_about_a_moment_too(header):
    bridge = playing(header, ROLL, BUY, NEXT)
    question = {"n": 3, "item": 0}
    asked = {"n": 4, "method": "explain", "question": question}
    assert bridge.ask("at_moment", asked) == bridge.ask("explain", question)


def test_what_the_screens_ask_about_a_moment_is_answered():
    screens = SCREENS.joinpath("moment_ui.js").read_text()
    listed = re.search(r"const AT_MOMENT = \[(.*?)\]", screens, re.DOTALL)
    assert listed
    assert set(re.findall(r'"(\w+)"', listed[1])) == AT_MOMENT


def test_a_pause_of_now_is_none_of_then(header):
    bridge = playing(header, ROLL, {"type": "pause", "reason": "lunch"})
    assert bridge.ask("moment", {"n": 2})["view"]["pausedSince"] is None


def test_nothing_is_changed_by_looking_back(header):
    bridge = playing(header, ROLL, BUY)
    before = bridge.ask("statement", {})
    bridge.ask("moment", {"n": 2})
    assert bridge.ask("statement", {}) == before
    assert play(bridge, NEXT)["view"]["ledger"][0]["n"] == 4


def test_a_moment_long_ago_is_quick():
    path = max(RECORDS, key=lambda path: len(path.read_text().splitlines()))
    record, *events = read(path)
    bridge, _ = opened(record, log=[{"type": "start", "header": record}, *events])
    for n in (len(events) - 5, len(events) // 2, 3):
        from_ = time.process_time()
        bridge.ask("moment", {"n": n})
        assert time.process_time() - from_ < ONE_TAP_S
