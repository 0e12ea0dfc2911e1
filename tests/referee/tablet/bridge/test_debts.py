"""Debts: what is owed, what is there, what is missing, and what could raise it."""

from tests.referee.tablet.test_bridge import header, playing

__all__ = ["header"]


def test_a_debt_says_what_is_missing_and_what_each_way_would_raise(header):
    deeds = {
        "37": {"owner": "p2"},
        "39": {"owner": "p2", "improvements": 1},
        "1": {"owner": "p1", "improvements": 2},
        "5": {"owner": "p1"},
        "15": {"owner": "p1", "mortgaged": True},
    }
    position = {"cash": {"p1": 10}, "deeds": deeds, "squares": {"p1": 36}}
    bridge = playing({**header, "position": position})
    roll = {"type": "roll", "player": "p1", "dice": [1, 2]}
    view = bridge.ask("play", {"events": [roll], "at": None})["view"]
    [debt] = view["debts"]
    due = view["dues"][0]["amount"]
    assert (debt["player"], debt["owes"], debt["cash"]) == ("p1", due, 10)
    assert debt["missing"] == due - 10
    assert debt["text"] == f"\u2068Ada\u2069 has $10: still missing ${due - 10}"
    assert debt["ways"] == [
        "Selling all buildings brings $50.",
        "Mortgaging all deeds brings $130.",
    ]


def test_who_goes_bankrupt_is_told_who_gets_everything(header):
    position = {"cash": {"p1": 3}, "deeds": {"39": {"owner": "p2"}}, "squares": {"p1": 36}}
    bridge = playing({**header, "position": position})
    roll = {"type": "roll", "player": "p1", "dice": [1, 2]}
    view = bridge.ask("play", {"events": [roll], "at": None})["view"]
    (button,) = (each for each in view["legal"] if each["type"] == "bankrupt")
    assert button["text"] == "\u2068Ada\u2069 goes bankrupt: everything to \u2068Ben\u2069"


def test_a_bankruptcy_by_the_treasury_returns_everything_to_it(header):
    position = {"cash": {"p1": 3}, "squares": {"p1": 36}}
    bridge = playing({**header, "position": position})
    roll = {"type": "roll", "player": "p1", "dice": [1, 1]}
    view = bridge.ask("play", {"events": [roll], "at": None})["view"]
    (button,) = (each for each in view["legal"] if each["type"] == "bankrupt")
    assert button["text"] == "\u2068Ada\u2069 goes bankrupt: everything back to the Treasury"


def test_nobody_owes_at_the_start(header):
    bridge = playing(header)
    assert bridge.ask("open", bridge.opened)["view"]["debts"] == []
