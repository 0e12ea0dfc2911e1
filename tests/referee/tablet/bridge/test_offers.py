"""What is said of a deed that nobody bought."""

from tests.referee.tablet.test_bridge import header, play, playing

__all__ = ["header"]

OFFERED = {"type": "roll", "player": "p1", "dice": [3, 6]}
NEXT = {"type": "roll", "player": "p2", "dice": [1, 3]}


def said(answer):
    return [each["text"] for each in answer["view"]["last"] if each["kind"] == "declined"]


def test_the_next_throw_says_that_the_offer_is_over(header):
    bridge = playing(header)
    assert said(play(bridge, OFFERED)) == []
    (text,) = said(play(bridge, NEXT))
    assert text == "\u2068Ada\u2069 does not buy Hollywood Boulevard"


def test_a_deed_that_is_bought_or_taken_back_is_not_declined(header):
    bridge = playing(header, OFFERED)
    assert said(play(bridge, {"type": "undo", "reason": "mistake"})) == []
    play(bridge, OFFERED)
    assert said(play(bridge, {"type": "buy", "player": "p1"})) == []
    assert said(play(bridge, NEXT)) == []


def test_an_undo_brings_the_offer_back(header):
    bridge = playing(header, OFFERED, NEXT)
    view = play(bridge, {"type": "undo", "reason": "mistake"})["view"]
    assert (view["offer"]["player"], view["offer"]["square"]) == ("p1", 9)


def test_a_deed_that_could_not_be_paid_is_not_declined(header):
    bridge = playing({**header, "position": {"cash": {"p1": 10}}}, OFFERED)
    assert said(play(bridge, NEXT)) == []
