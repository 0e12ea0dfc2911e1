"""R13 (eu-fr: 12): a step is sold back to the Treasury for half of its price, at any time."""

import pytest

from tests.referee.engine.table import every_edition, table

HALF_PRICES = [(1, 25), (9, 25), (11, 50), (19, 50), (21, 75), (29, 75), (31, 100), (39, 100)]


@every_edition
@pytest.mark.parametrize(("square", "half"), HALF_PRICES)
def test_a_step_brings_half_the_house_price(edition, square, half):
    game = table(edition, deeds={square: "p1 +2"}).sell("p1", square)
    game.only(p1={"cash": half}, deeds={square: "p1 +1"})


@every_edition
def test_a_hotel_is_sold_step_by_step_or_whole(edition):
    game = table(edition, deeds={1: "p1 +5"}).sell("p1", 1)
    game.only(p1={"cash": 25}, deeds={1: "p1 +4"})
    game.sell("p1", 1, count=4).only(p1={"cash": 100}, deeds={1: "p1"})


@every_edition
def test_no_more_is_sold_than_was_built(edition):
    game = table(edition, deeds={1: "p1 +2", 3: "p1"})
    game.refuses("too_few_improvements", "R13").sell("p1", 1, count=3)
    game.refuses("too_few_improvements", "R13").sell("p1", 3)


@every_edition
def test_only_own_buildings_are_sold(edition):
    game = table(edition, roles="cmc", deeds={1: "p3 +2"})
    game.refuses("not_own_deed", "R13").sell("p1", 1)
    game.refuses("not_own_deed", "R13").sell("p1", 0)


@every_edition
def test_a_step_is_sold_at_any_time(edition):
    game = table(edition, deeds={1: "p1 +5"}).sell("p1", 1).quiet("p1").sell("p1", 1)
    game.quiet("p2").sell("p1", 1).roll("p1", 1, 1).sell("p1", 1)
    assert game.deeds()[1] == "p1 +1"


@every_edition
def test_selling_does_not_begin_the_turn(edition):
    game = table(edition, deeds={1: "p1 +1"}).sell("p1", 1)
    assert game.on_turn is None


@every_edition
@pytest.mark.parametrize("roles", ["cm", "mc"])
def test_a_confined_player_may_sell(edition, roles):
    deeds = {1: "p1 +1", 3: "p1"}
    game = table(edition, roles=roles, prison=["p1"], deeds=deeds).sell("p1", 1)
    game.only(p1={"cash": 25}, deeds={1: "p1"})
