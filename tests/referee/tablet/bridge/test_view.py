"""What the screens are told of the players and the squares."""

import pytest

from tests.referee.tablet.test_bridge import header, opened, play, playing

__all__ = ["header"]


def confinement(view, player):
    return view["players"][player]["confinement"]


def test_the_confined_are_told_which_turn_it_is(header):
    position = {"prison": ["p2"]}
    bridge, answer = opened_at(header, position)
    assert confinement(answer["view"], 0) == "In prison · 1st\u00a0of\u00a03\u00a0turns"
    assert confinement(answer["view"], 1) is None
    for turn in ("1st", "2nd"):
        view = play(bridge, {"type": "roll", "player": "p2", "dice": [1, 2]})["view"]
        assert confinement(view, 0) == f"In prison · {turn}\u00a0of\u00a03\u00a0turns"
        view = play(bridge, {"type": "roll", "player": "p1", "dice": [1, 2]})["view"]
        nxt = {"1st": "2nd", "2nd": "3rd"}[turn]
        assert confinement(view, 0) == f"In prison · {nxt}\u00a0of\u00a03\u00a0turns"


def test_a_monopolist_sent_to_prison_is_told_of_the_first_turn_there(header):
    position = {"squares": {"p2": 27}}
    bridge, _ = opened_at(header, position)
    view = play(bridge, {"type": "roll", "player": "p2", "dice": [1, 2]})["view"]
    assert confinement(view, 0) == "In prison · 1st\u00a0of\u00a03\u00a0turns"


def opened_at(header, position):
    """Ben, the monopolist, begins."""
    header = {**header, "players": header["players"][::-1], "position": position}
    return opened(header, log=[{"type": "start", "header": header}])


def test_a_rent_by_the_mean_throw_is_marked_as_an_estimate(header):
    deeds = {"12": {"owner": "p1"}, "5": {"owner": "p1"}}
    _, answer = opened_at(header, {"deeds": deeds})
    squares = answer["view"]["squares"]
    assert (squares[12]["estimated"], squares[5]["estimated"]) == (True, False)
    assert answer["view"]["players"][1]["deeds"] == 2


@pytest.mark.parametrize(("deed", "estimated"), [("12", True), ("5", False)])
def test_a_final_cash_with_a_utility_in_it_is_an_estimate(header, deed, estimated):
    position = {"deeds": {deed: {"owner": "p1"}}}
    bridge = playing({**header, "position": position}, {"type": "time"})
    assert bridge.ask("adjustment", {"player": "p1"})["estimated"] is estimated
    assert bridge.ask("adjustment", {"player": "p2"})["estimated"] is False


def test_the_line_of_the_role_card_that_was_thrown_is_told_for_both_roles(header):
    bridge, _ = opened_at(header, {"squares": {"p2": 0}})
    view = play(bridge, {"type": "roll", "player": "p2", "dice": [1, 1]})["view"]
    assert view["thrownLine"] is None
    line = play(bridge, {"type": "card", "player": "p2", "dice": [3, 4]})["view"]["thrownLine"]
    assert line == {
        "dice": 7,
        "role": "monopolist",
        "cells": {"competitor": "go to Beacon Street", "monopolist": "collect $50"},
    }
    roll = {"type": "roll", "player": "p2", "dice": [1, 2]}
    assert play(bridge, roll)["view"]["thrownLine"] is None
