"""Why a button is missing: the engine's refusal of what it would record."""

import pytest

from tests.referee.tablet.test_bridge import header, opened, play, playing

__all__ = ["header"]


def asked(bridge, player):
    return bridge.ask("reasons", {"player": player})


def plain(reason):
    return reason["text"].replace("\u2068", "").replace("\u2069", "")


def test_what_cannot_be_bought_says_what_is_missing(header):
    bridge = playing({**header, "position": {"cash": {"p1": 37}}})
    view = play(bridge, {"type": "roll", "player": "p1", "dice": [2, 3]})["view"]
    assert view["offer"]["refusal"] == "Cannot buy: $37 of $200"


def test_what_can_be_bought_has_no_reason(header):
    view = play(playing(header), {"type": "roll", "player": "p1", "dice": [2, 3]})["view"]
    assert view["offer"]["refusal"] is None


def test_deeds_say_why_nothing_can_be_built_redeemed_or_mortgaged(header):
    deeds = {
        "1": {"owner": "p2"},
        "37": {"owner": "p2"},
        "39": {"owner": "p2", "improvements": 1},
        "5": {"owner": "p2", "mortgaged": True},
    }
    position = {"cash": {"p2": 109}, "deeds": deeds}
    header = {**header, "players": header["players"][::-1], "position": position}
    told = asked(playing(header), "p2")
    assert told["general"] == []
    assert {square: [plain(each) for each in why] for square, why in told["deeds"].items()} == {
        "1": ["Cannot build: two unmortgaged streets of New Orleans are needed"],
        "5": ["Cannot redeem: $109 of $110"],
        "37": [
            "Cannot build: $109 of $200",
            "Cannot mortgage: all buildings of New York are sold first",
        ],
        "39": ["Cannot build: $109 of $200", "Cannot mortgage: its buildings are sold first"],
    }


def test_what_keeps_from_dealing_at_all_is_said_once(header):
    deeds = {str(square): {"owner": "p2"} for square in (1, 3, 5)}
    told = asked(playing({**header, "position": {"deeds": deeds}}), "p2")
    assert [plain(each) for each in told["general"]] == [
        "Cannot build now: it is not the turn of Ben; Ada may begin the next turn"
    ]
    assert told["deeds"] == {}


@pytest.mark.parametrize("edition", ["us-2011", "eu-fr"])
def test_a_missing_button_has_a_reason_and_one_that_is_there_has_none(header, edition):
    bridge, answer = opened(
        header := {**header, "edition": edition}, log=[{"type": "start", "header": header}]
    )
    legal = {(each["type"], each["player"]) for each in answer["view"]["legal"]}
    missing = asked(bridge, "p1")["buttons"]
    for kind in ("trade", "recount", "withdraw"):
        assert (kind in missing) == ((kind, "p1") not in legal)


def test_the_game_that_is_over_is_the_reason(header):
    bridge = playing(header, {"type": "withdraw", "player": "p2"})
    told = asked(bridge, "p1")["buttons"]
    assert {kind: plain(each) for kind, each in told.items()} == {
        "trade": "Cannot trade: the game is finished",
        "recount": "Cash cannot be set: the game is finished",
        "withdraw": "Cannot leave the game: the game is finished",
    }


def test_who_could_still_pay_is_told_why_there_is_no_bankruptcy(header):
    deeds = {"39": {"owner": "p2"}, "5": {"owner": "p1"}}
    position = {"cash": {"p1": 10}, "deeds": deeds, "squares": {"p1": 36}}
    bridge = playing({**header, "position": position})
    assert "bankrupt" not in asked(bridge, "p1")["buttons"]
    play(bridge, {"type": "roll", "player": "p1", "dice": [1, 2]})
    assert plain(asked(bridge, "p1")["buttons"]["bankrupt"]).startswith(
        "Cannot go bankrupt: Ada owes $40 and could raise $110: sell buildings"
    )
    assert "bankrupt" not in asked(bridge, "p2")["buttons"]
