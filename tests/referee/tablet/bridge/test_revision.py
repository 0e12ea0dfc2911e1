"""What a correction changes beside the entry that is corrected."""

from tests.referee.tablet.test_bridge import header, play, playing

__all__ = ["header"]


def asked(bridge, *replacement, seq=2):
    return bridge.ask("revision", {"seq": seq, "replacement": list(replacement)})


def test_a_later_purchase_of_another_deed_is_told(header):
    bridge = playing(header, {"type": "roll", "player": "p1", "dice": [1, 2]})
    play(bridge, {"type": "buy", "player": "p1"})
    corrected = asked(bridge, {"type": "roll", "player": "p1", "dice": [2, 3]})
    assert corrected["refusals"] == []
    assert corrected["purchases"] == [
        "Entry 3 would then buy U.S. Railroad instead of French Quarter: correct it too if that is"
        " not so."
    ]
    assert asked(bridge, {"type": "roll", "player": "p1", "dice": [2, 1]})["purchases"] == []


def test_a_purchase_that_is_corrected_itself_is_no_surprise(header):
    bridge = playing(header, {"type": "roll", "player": "p1", "dice": [1, 2]})
    play(bridge, {"type": "buy", "player": "p1"})
    assert asked(bridge, seq=3)["purchases"] == []


def test_a_purchase_that_was_taken_back_is_no_surprise(header):
    bridge = playing(header, {"type": "roll", "player": "p1", "dice": [1, 2]})
    play(bridge, {"type": "buy", "player": "p1"})
    play(bridge, {"type": "undo", "reason": "a slip"})
    assert asked(bridge, {"type": "roll", "player": "p1", "dice": [2, 3]})["purchases"] == []


def test_a_refused_correction_changes_no_purchase(header):
    bridge = playing(header, {"type": "roll", "player": "p1", "dice": [1, 2]})
    assert asked(bridge, {"type": "buy", "player": "p2"})["purchases"] == []
