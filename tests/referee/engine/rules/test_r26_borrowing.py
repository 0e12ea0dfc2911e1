"""R26 (eu-fr: 21): no loans; nobody's cash may go below 0."""

import pytest

from tests.referee.engine.table import every_edition, table


@every_edition
def test_an_offer_may_not_exceed_the_cash_held(edition):
    game = table(edition, cash={"p1": 100, "p2": 50}, deeds={1: "p1", 3: "p2"})
    game.refuses("lacks_cash", "R26").trade("p1", "p2", take=[3], pay=101)
    game.refuses("lacks_cash", "R26").trade("p2", "p1", give=[3], get=101)
    game.refuses("lacks_cash", "R26").trade("p1", "p2", give=[1], get=51)
    game.trade("p1", "p2", take=[3], pay=100).only(
        p1={"cash": -100}, p2={"cash": 100}, deeds={3: "p1"}
    )


@every_edition
def test_what_one_gets_in_a_trade_does_not_cover_what_one_gives(edition):
    game = table(edition, cash={"p1": 10, "p2": 10}, deeds={1: "p1"})
    game.refuses("lacks_cash", "R26").trade("p1", "p2", give=[1], pay=15, get=10)


@every_edition
@pytest.mark.parametrize("cash", [0, 1, 49])
def test_a_house_is_not_bought_on_credit(edition, cash):
    table(edition, cash={"p1": cash}, deeds={1: "p1"}).refuses("lacks_cash", "R26").build("p1", 1)
