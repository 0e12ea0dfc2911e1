"""What `legal_actions` tells, field by field."""

from typing import Any

import pytest

from tests.referee.engine.table import table


def fields(game, name, player=None):
    """The fields of one legal action; None if it is not legal."""
    actions = game.legal_actions()
    return next((a.fields for a in actions if (a.type, a.player) == (name, player)), None)


def trade(game, player="p1", other="p2"):
    found = fields(game, "trade", player)
    return found and found["with"].get(other)


def test_the_first_thing_to_do():
    game = table().game
    assert {(action.type, action.player) for action in game.legal_actions()} == {
        ("roll", "p1"),
        ("trade", "p1"),
        ("trade", "p2"),
        ("withdraw", "p1"),
        ("withdraw", "p2"),
        ("recount", "p1"),
        ("recount", "p2"),
    }


def test_deeds_tell_counts_and_amounts():
    game = table(deeds={1: "p1 +2", 3: "p1", 24: "p1 mortgaged", 39: "p2"}, cash={"p1": 120}).game
    assert fields(game, "build", "p1") == {
        "square": {"1": {"most": 2, "amount": 50}, "3": {"most": 2, "amount": 50}}
    }
    assert fields(game, "build", "p2") is None
    assert fields(game, "sell", "p1") == {"square": {"1": {"most": 2, "amount": 25}}}
    assert fields(game, "mortgage", "p1") == {"square": {"3": {"amount": 30}}}
    assert fields(game, "mortgage", "p2") == {"square": {"39": {"amount": 200}}}
    assert fields(game, "redeem", "p1") is None
    assert fields(table(deeds={24: "p1 mortgaged"}).game, "redeem", "p1") == {
        "square": {"24": {"amount": 132}}
    }


def test_offers_taxes_and_throws_tell_what_they_ask():
    game = table().roll("p1", 2, 3).game
    assert fields(game, "buy", "p1") == {"offer": {"square": 5, "amount": 200}}
    game = table(cash={"p1": 1000}).roll("p1", 1, 3).game
    assert fields(game, "income_tax", "p1") == {"choice": {"flat": 200, "percent": 100}}
    game = table(squares={"p1": 15}).roll("p1", 2, 3).game
    assert fields(game, "foundation", "p1") == {"die": "one die"}
    game = table(deeds={12: "p2"}, squares={"p1": 5}).roll("p1", 3, 4).game
    assert fields(game, "utility_roll", "p1") == {"dice": "two dice"}
    assert fields(table(prison=["p1"]).game, "pay_fine", "p1") == {"amount": 50}


@pytest.mark.parametrize(
    ("edition", "found"),
    [
        ("us-2011", {"dice": "two dice"}),
        ("us-wooden", {"effect": "R16", "card": []}),
        ("eu-fr", {"effect": "R16", "card": [f"C{n:02}" for n in range(1, 26)]}),
    ],
)
def test_the_role_square_asks_by_edition(edition, found):
    game = table(edition, squares={"p1": 39}).roll("p1", 1, 2).game
    assert fields(game, "card", "p1") == found


def test_a_trade_tells_what_can_change_hands():
    game = table(deeds={1: "p1 +1", 3: "p1", 5: "p2 mortgaged"}, cash={"p1": 10, "p2": 20}).game
    assert trade(game) == {
        "give": {"cash": 10, "deeds": [3]},
        "take": {"cash": 20, "deeds": [5]},
        "gain": {"least": None, "most": None},
        "cities": [],
    }


def test_a_trade_tells_which_monopolies_must_be_kept():
    game = table(deeds={6: "p2 +1", 8: "p2", 9: "p1"}).game
    city = {"earning": [6, 8], "receivable": [9]}
    assert trade(game)["cities"] == [{"side": "take", **city}]
    assert trade(game, "p2", "p1")["cities"] == [{"side": "give", **city}]
    game = table("eu-fr", deeds={6: "p2 +1", 8: "p2", 9: "p1"}).game
    assert trade(game)["cities"] == []


def test_a_debtor_must_gain_by_a_trade():
    game = table(deeds={39: "p1", 1: "p2"}, cash={"p2": 10}, squares={"p2": 36})
    game = game.roll("p1", 1, 2).roll("p2", 1, 2).game
    assert game.state.owes(1) == 40
    assert trade(game, "p2", "p1")["gain"] == {"least": 1, "most": None}
    assert trade(game)["gain"] == {"least": None, "most": -1}


def test_there_is_no_trade_where_nothing_can_change_hands():
    game = table(cash={"p1": 0, "p2": 0}).game
    assert trade(game) is None
    assert game.traders() == []
    assert fields(table("eu-fr", mode="two-hour").game, "trade", "p1") is None
    assert table("eu-fr", mode="two-hour").game.traders() == []


def test_a_debtor_trades_with_nobody_who_has_no_cash():
    position: dict[str, Any] = {"deeds": {39: "p1", 1: "p2"}, "squares": {"p2": 36}}
    game = table(cash={"p1": 50, "p2": 10}, **position)
    game = game.roll("p1", 1, 2).roll("p2", 1, 2).game
    assert trade(game, "p2", "p1")["take"]["cash"] == 50
    game.play({"type": "recount", "player": "p1", "cash": 0, "reason": "counted"})
    assert trade(game, "p2", "p1") is None
    game.play({"type": "recount", "player": "p2", "cash": 0, "reason": "counted"})
    assert trade(game, "p1", "p2") is None


def test_two_debtors_do_not_trade():
    game = table(
        "ru-2014",
        roles="mcc",
        deeds={1: "p2", 3: "p3"},
        cash={"p1": 100, "p2": 5, "p3": 5},
        squares={"p1": 4},
    )
    game = game.roll("p1", 1, 2).game
    game.play({"type": "card", "player": "p1", "effect": "collect_each competitor 10"})
    assert (game.state.owes(1), game.state.owes(2)) == (10, 10)
    assert trade(game, "p2", "p3") is None
    assert trade(game, "p2", "p1") is not None
    assert game.traders() == ["p1", "p2", "p3"]


def test_a_competitor_in_price_war_receives_no_deeds_in_eu_fr():
    deeds = {5: "p2", 15: "p1"}
    found = trade(table("eu-fr", deeds=deeds, prison=["p1"]).game)
    assert (found["give"]["deeds"], found["take"]["deeds"]) == ([15], [])
    found = trade(table("ru-2014", deeds=deeds, prison=["p1"]).game)
    assert found["take"]["deeds"] == [5]


def test_the_steps_of_the_procedure():
    game = table(mode="two-hour", deeds={12: "p1", 28: "p2"}, prison=["p2"]).game
    assert fields(game, "time") == {}
    game.play({"type": "time"})
    assert fields(game, "adjusted", "p1") == {}
    for player in ("p1", "p2"):
        game.play({"type": "adjusted", "player": player})
    assert fields(game, "retain") == {}
    game.play({"type": "retain"})
    assert fields(game, "circuit") == {"throws": [12]}
    assert fields(game, "undo") == {"reason": {"longest": 1000}}


def test_game_b_asks_for_every_utility():
    game = table(mode="B", roles="cmc", deeds={12: "p1", 28: "p3"}, prison=["p1"]).game
    game.play({"type": "withdraw", "player": "p2"})
    assert fields(game, "richest") == {"throws": [12, 28]}
    assert fields(game, "recount", "p1")["cash"] == {"least": 0, "most": 1_000_000_000}
