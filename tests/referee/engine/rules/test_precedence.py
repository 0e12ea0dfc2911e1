"""Of several reasons the first: form, status, whose turn, open square, debtor, rule, cash."""

import pytest

from tests.referee.engine.table import table


def test_form_before_status():
    table().refuses("not_dice").roll("p1", 0, 7)
    game = table(mode="two-hour").time()
    game.refuses("not_dice").roll("p1", 0, 7).refuses("wrong_status").roll("p1", 1, 2)


def test_status_before_whose_turn_and_rule():
    game = table("us-2011", mode="two-hour", deeds={1: "p1"}).time()
    game.refuses("wrong_status").roll("p1", 1, 2)
    game.refuses("wrong_status").roll("p2", 1, 2)
    game.adjusted("p1").adjusted("p2")
    game.refuses("wrong_status").build("p2", 1).refuses("wrong_status").build("p1", 1)
    game.refuses("wrong_status").mortgage("p2", 1)


def test_whose_turn_before_the_rule():
    game = table(roles="cmc", deeds={1: "p3 +5"}).quiet("p1")
    game.refuses("not_next").build("p3", 1).refuses("not_next").build("p3", 2)


def test_whose_turn_before_the_debtor():
    game = table(roles="cmc", cash={"p1": 0}, deeds={39: "p2", 1: "p1"}, squares={"p1": 36})
    game.roll("p1", 1, 2)
    game.refuses("not_next").build("p3", 1).refuses("debtor", "R24").build("p1", 1)


@pytest.mark.parametrize("square", [1, 39])
def test_the_debtor_before_the_rule_and_the_cash(square):
    game = table(cash={"p1": 0}, deeds={39: "p2", 1: "p1 mortgaged"}, squares={"p1": 36})
    game.roll("p1", 1, 2)
    game.refuses("debtor", "R24").build("p1", square)
    game.refuses("debtor", "R24").redeem("p1", square)


def test_an_open_square_before_the_debtor():
    """p1, owing, threw doubles onto a role square: whatever it throws, the square is open."""
    game = table("us-wooden", roles="mc", cash={"p2": 0}, squares={"p1": 3})
    game.roll("p1", 2, 2).refuses("square_open").roll("p1", 1, 2)


def test_the_rule_before_the_cash():
    game = table(roles="mc", cash={"p1": 0}, deeds={1: "p1", 5: "p1"})
    game.refuses("not_monopolised", "R11").build("p1", 1)
    game.refuses("not_mortgaged", "R12").redeem("p1", 5)
    game = table(cash={"p1": 0}, deeds={1: "p1 +5"})
    game.refuses("too_many_improvements", "R11").build("p1", 1)
    game = table("us-2011", cash={"p1": 0}, deeds={1: "p2 +1", 3: "p2"})
    game.refuses("has_buildings", "R23").trade("p1", "p2", take=[1], pay=5)
    game.refuses("has_buildings", "R23").trade("p1", "p2", take=[1])


def test_price_war_before_the_cash_in_the_european_edition():
    game = table("eu-fr", cash={"p1": 0}, prison=["p1"], deeds={1: "p1", 3: "p1 mortgaged"})
    game.refuses("in_price_war", "R15").build("p1", 1)
    game.refuses("in_price_war", "R15").redeem("p1", 3)


def test_the_third_turn_before_anything_of_the_throw():
    game = table("us-2011", prison=["p1"], cash={"p1": 0})
    for _ in range(2):
        game.roll("p1", 1, 2).quiet("p2")
    game.refuses("fine_first", "R15").roll("p1", 1, 1)


def test_all_reasons_are_reported_each_once():
    game = table(roles="mc", cash={"p1": 0}, deeds={1: "p1", 39: "p2"}).quiet("p1").quiet("p2")
    event = {"type": "build", "player": "p2", "square": 39, "count": 9}
    refusals = game.quiet("p1").game.decide(event).refusals
    assert [(refusal.code, refusal.rule) for refusal in refusals] == [
        ("too_many_improvements", "R11"),
        ("lacks_cash", "R26"),
    ]
