"""A tap is told by what it changed: put together, that is the whole view."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from referee.tablet.bridge import Bridge
from tests.referee.tablet.test_bridge import RECORDS, header, read
from tests.shares import sampled

__all__ = ["header"]

Json = dict[str, Any]
AT = "2026-05-02T14:00:00.000Z"
UNDO = {"type": "undo", "reason": "a slip"}
LISTS = ("squares", "players", "legal")


def whole(told: Json, before: Json) -> Json:
    """What `referee/static/tablet/runtime/partial_view.js` makes of it."""
    told = {key: part for key, part in told.items() if key != "partial"}
    for key in LISTS:
        if key in told:
            told[key] = [before[key][each] if isinstance(each, int) else each for each in told[key]]
    return {**before, **told}


def asked(bridge: Bridge, method: str, question: Json) -> Json:
    answer: Json = json.loads(bridge.answer(method, json.dumps({**question, "partial": True})))
    return answer


def opening(header: Json, *log: Json) -> Json:
    rows = [{"n": n, "at": None, "event": event} for n, event in enumerate(log, start=1)]
    table = {"header": header, "roles": "drawn", "seats": [], "steps": []}
    return {**table, "language": "fr", "log": rows}


def with_slips(events: list[Json]) -> Iterator[Json]:
    """Every fifth event is taken back and entered again."""
    for number, event in enumerate(events):
        yield event
        if number % 5 == 4:
            yield from (UNDO, event)


@pytest.mark.parametrize("path", sampled(RECORDS[1::9], every=3), ids=lambda path: path.name[:2])
def test_what_changed_and_what_was_there_are_the_whole_view(path):
    header, *events = read(path)
    start = {"type": "start", "header": header}
    told, full = Bridge(), Bridge()
    view = asked(told, "open", opening(header, start))["view"]
    full.ask("open", opening(header, start))
    for event in with_slips(events):
        answer = asked(told, "play", {"events": [event], "at": AT})
        expected = full.ask("play", {"events": [event], "at": AT})
        assert answer["refusals"] == expected["refusals"]
        if answer["refusals"]:
            continue
        view = whole(answer["view"], view)
        assert view == json.loads(json.dumps(expected["view"]))


def test_a_throw_is_told_in_little(header):
    start = {"type": "start", "header": header}
    bridge = Bridge()
    first = asked(bridge, "open", opening(header, start))["view"]
    assert "partial" not in first
    roll = {"type": "roll", "player": "p1", "dice": [3, 6]}
    view = asked(bridge, "play", {"events": [roll], "at": AT})["view"]
    assert view["partial"] is True
    assert "squares" not in view
    assert "mode" not in view
    assert [each for each in view["players"] if isinstance(each, int)] == [1]


def test_a_log_that_is_opened_again_and_a_refusal_are_told_whole(header):
    start = {"type": "start", "header": header}
    bridge = Bridge()
    asked(bridge, "open", opening(header, start))
    refused = asked(bridge, "play", {"events": [{"type": "retain"}], "at": AT})
    assert refused["refusals"]
    assert "view" not in refused
    assert "partial" not in asked(bridge, "open", opening(header, start))["view"]


def test_who_does_not_keep_the_view_is_told_all_of_it(header):
    bridge = Bridge()
    start = {"type": "start", "header": header}
    question = json.dumps(opening(header, start))
    assert bridge.answer("open", question) == bridge.answer("open", question)
    roll = {"type": "roll", "player": "p1", "dice": [3, 6]}
    answer = json.loads(bridge.answer("play", json.dumps({"events": [roll], "at": AT})))
    assert len(answer["view"]["squares"]) == 40
