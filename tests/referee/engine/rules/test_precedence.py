"""Of several reasons the first: form, status, whose turn, open square, debtor, rule, cash."""

import pytest

from tests.referee.engine.table import Table, table


def first(game: Table, kind, player=None, **fields):
    """Code and rule of the first refusal."""
    event = {"type": kind, **({"player": player} if player else {}), **fields}
    refusal = game.game.decide(event).refusals[0]
    return refusal.code, refusal.rule


def test_form_before_status():
    game = table(mode="two-hour").time()
    assert first(game, "roll", "p1", dice=[0, 7]) != first(game, "roll", "p1", dice=[1, 2])
    assert first(game, "roll", "p1", dice=[0, 7]) == first(table(), "roll", "p1", dice=[0, 7])


def test_status_before_whose_turn_and_rule():
    game = table("us-2011", mode="two-hour", deeds={1: "p1"}).time()
    wrong = first(game, "roll", "p1", dice=[1, 2])
    assert wrong == first(game, "roll", "p2", dice=[1, 2])
    assert wrong[1] is None
    game.adjusted("p1").adjusted("p2")
    assert first(game, "build", "p2", square=1) == first(game, "build", "p1", square=1)
    assert first(game, "mortgage", "p2", square=1)[1] is None


def test_whose_turn_before_the_rule():
    game = table(roles="cmc", deeds={1: "p3 +5"}).quiet("p1")
    assert first(game, "build", "p3", square=1)[1] is None
    assert first(game, "build", "p3", square=2)[1] is None


def test_whose_turn_before_the_debtor():
    game = table(roles="cmc", cash={"p1": 0}, deeds={39: "p2", 1: "p1"}, squares={"p1": 36})
    game.roll("p1", 1, 2)
    assert first(game, "build", "p3", square=1)[1] is None
    assert first(game, "build", "p1", square=1)[1] == "R24"


@pytest.mark.parametrize("kind", ["build", "redeem"])
def test_the_debtor_before_the_rule_and_the_cash(kind):
    game = table(cash={"p1": 0}, deeds={39: "p2", 1: "p1 mortgaged"}, squares={"p1": 36})
    game.roll("p1", 1, 2)
    assert first(game, kind, "p1", square=1)[1] == "R24"
    assert first(game, kind, "p1", square=39)[1] == "R24"


def test_an_open_square_before_the_debtor():
    """p1, owing, threw doubles onto a role square: whatever it throws, the square is open."""
    game = table("us-wooden", roles="mc", cash={"p2": 0}, squares={"p1": 3})
    game.roll("p1", 2, 2)
    assert first(game, "roll", "p1", dice=[1, 2])[1] is None


def test_the_rule_before_the_cash():
    game = table(roles="mc", cash={"p1": 0}, deeds={1: "p1", 5: "p1"})
    assert first(game, "build", "p1", square=1)[1] == "R11"
    assert first(game, "redeem", "p1", square=5)[1] == "R12"
    game = table(cash={"p1": 0}, deeds={1: "p1 +5"})
    assert first(game, "build", "p1", square=1)[1] == "R11"
    game = table("us-2011", cash={"p1": 0}, deeds={1: "p2 +1", 3: "p2"})
    assert first(game, "trade", "p1", **{"with": "p2"}, give={"cash": 5}, take={"deeds": [1]}) == (
        first(game, "trade", "p1", **{"with": "p2"}, give={}, take={"deeds": [1]})
    )


def test_price_war_before_the_cash_in_the_european_edition():
    game = table("eu-fr", cash={"p1": 0}, prison=["p1"], deeds={1: "p1", 3: "p1 mortgaged"})
    assert first(game, "build", "p1", square=1)[1] == "R15"
    assert first(game, "redeem", "p1", square=3)[1] == "R15"


def test_the_third_turn_before_anything_of_the_throw():
    game = table("us-2011", prison=["p1"], cash={"p1": 0})
    for _ in range(2):
        game.roll("p1", 1, 2).quiet("p2")
    assert first(game, "roll", "p1", dice=[1, 1])[1] == "R15"


def test_all_reasons_are_reported_each_once():
    game = table(roles="mc", cash={"p1": 0}, deeds={1: "p1", 39: "p2"}).quiet("p1").quiet("p2")
    game.quiet("p1")
    refusals = game.game.decide(
        {"type": "build", "player": "p2", "square": 39, "count": 9}
    ).refusals
    assert [refusal.rule for refusal in refusals][:2] in ([None, "R11"], ["R11"], ["R11", "R26"])
    assert len({refusal.code for refusal in refusals}) == len(refusals)
