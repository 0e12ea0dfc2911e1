"""Cities in one hand: shown as they stand, announced when an event makes or breaks one."""

import pytest

from tests.referee.tablet.test_bridge import AT, header, opened, play, playing

__all__ = ["header"]

UNDO = {"type": "undo", "reason": "misread"}


def told(answer):
    lines = [line for line in answer["view"]["last"] if line["kind"] == "city"]
    return [line["text"].replace("\u2068", "").replace("\u2069", "") for line in lines]


@pytest.fixture
def bridge(header):
    deeds = {
        "1": {"owner": "p1"},
        "3": {"owner": "p2"},
        "37": {"owner": "p1"},
        "39": {"owner": "p2"},
    }
    return playing({**header, "mode": "A", "position": {"deeds": deeds}})


def trade(give, take):
    sides = {"give": {"deeds": give}, "take": {"deeds": take}}
    return {"type": "trade", "player": "p1", "with": "p2", **sides}


def test_a_trade_that_completes_cities_is_announced(bridge):
    answer = play(bridge, trade([1], [39]))
    assert told(answer) == [
        "Ben now monopolises New Orleans (R10)",
        "Ben now owns all of New Orleans",
        "Ada now owns all of New York",
    ]
    assert answer["view"]["cities"] == [
        {"city": "New Orleans", "player": "p2", "monopolised": True, "complete": True},
        {"city": "New York", "player": "p1", "monopolised": False, "complete": True},
    ]


def test_what_breaks_a_city_is_announced_too(bridge):
    play(bridge, trade([1], []))
    mortgage = {"type": "mortgage", "player": "p2", "square": 1}
    answer = play(bridge, mortgage)
    assert told(answer) == ["Ben no longer monopolises New Orleans (R10)"]
    answer = play(bridge, UNDO)
    assert told(answer) == ["Ben now monopolises New Orleans (R10)"]


def test_two_of_three_streets_are_a_monopoly_of_a_city_that_is_not_complete(header):
    deeds = {"6": {"owner": "p2"}, "8": {"owner": "p1"}, "9": {"owner": "p1"}}
    bridge = playing({**header, "mode": "A", "position": {"deeds": deeds}})
    answer = play(bridge, trade([8], []))
    assert told(answer) == ["Ben now monopolises Los Angeles (R10)"]
    assert [city["complete"] for city in answer["view"]["cities"]] == [False]


def test_an_ordinary_event_announces_nothing(bridge):
    assert told(play(bridge, {"type": "roll", "player": "p1", "dice": [2, 2]})) == []


def test_a_table_opened_anew_says_what_the_last_event_did_and_not_what_was_taken_back(bridge):
    start = bridge.log.rows[0].event
    log = [start, trade([1], [])]
    _, answer = opened(start["header"], log=log)
    assert told(answer)[0].startswith("Ben now monopolises")
    _, answer = opened(start["header"], log=[*log, UNDO])
    assert told(answer) == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Ben a maintenant toute la ville «\u00a0New Orleans\u00a0»"),
        ("ru", "У игрока Ben теперь весь город New Orleans"),
    ],
)
def test_cities_are_announced_in_the_tablets_language(bridge, language, text):
    bridge.ask("open", {**bridge.opened, "language": language})
    answer = bridge.ask("play", {"events": [trade([1], [])], "at": AT})
    assert told(answer)[1] == text
