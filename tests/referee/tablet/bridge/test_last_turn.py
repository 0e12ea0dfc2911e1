"""What the last turn paid, which is read out before the adjustment begins."""

import pytest

from tests.referee.tablet.test_bridge import AT, header, opened, play, playing

__all__ = ["header"]

FIRST = [{"type": "roll", "player": "p1", "dice": [2, 4]}, {"type": "buy", "player": "p1"}]
SECOND = [{"type": "roll", "player": "p2", "dice": [2, 4]}]
TIME = {"type": "time"}
UNDO = {"type": "undo", "reason": "too early"}


def told(bridge):
    """The payments that are told, by their amounts, and the row by which play ended."""
    answer = bridge.ask("open", {**bridge.opened, "log": rows(bridge)})
    found = answer["view"]["lastTurn"]
    return found and (found["n"], [line["amount"] for line in found["lines"]])


def rows(bridge):
    return [{"n": row.n, "at": AT, "event": row.event, "kind": "board"} for row in bridge.log.rows]


def test_a_turn_that_is_complete_is_told_when_time_is_called(header):
    bridge = playing(header, *FIRST)
    assert told(bridge) is None
    last = play(bridge, TIME)["view"]["lastTurn"]
    assert (last["n"], [line["amount"] for line in last["lines"]]) == (4, [100])
    assert "Ada" in last["lines"][0]["text"]
    assert told(bridge) == (4, [100]), "a reload tells the same"


def test_only_the_last_turn_is_told(header):
    bridge = playing(header, *FIRST, *SECOND, TIME)
    assert told(bridge) is not None
    number, amounts = told(bridge)
    assert number == 5
    assert 100 not in amounts, "the deed was bought in the turn before"
    assert amounts


def test_a_turn_that_paid_nothing_is_not_told(header):
    assert told(playing(header, TIME)) is None
    bought_not = {"type": "roll", "player": "p1", "dice": [2, 4]}
    assert told(playing(header, bought_not, TIME)) is None


def test_it_stays_while_players_adjust_and_goes_with_the_retention(header):
    bridge = playing(header, *FIRST, TIME, {"type": "mortgage", "player": "p1", "square": 6})
    assert told(bridge) == (4, [100])
    play(bridge, *({"type": "adjusted", "player": player} for player in ("p1", "p2")))
    assert told(bridge) == (4, [100])
    play(bridge, {"type": "retain"})
    assert told(bridge) is None


def test_what_was_taken_back_is_not_told_and_time_called_again_is_another_end(header):
    bridge = playing(header, *FIRST, TIME, UNDO, {"type": "undo", "reason": "no"}, TIME)
    assert told(bridge) is None
    play(bridge, UNDO, {"type": "buy", "player": "p1"}, TIME)
    assert told(bridge) == (10, [100])


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_it_is_told_in_the_language_of_the_tablet(header, language):
    log = [{"type": "start", "header": header}, *FIRST, TIME]
    _, answer = opened(header, log=log, language=language)
    [line] = answer["view"]["lastTurn"]["lines"]
    words = {"en": "buys", "fr": "achète", "ru": "покупает"}
    assert words[language] in line["text"]
