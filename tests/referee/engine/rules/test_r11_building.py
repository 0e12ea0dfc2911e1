"""R11 (eu-fr: 10): who may build where, how high and when; every step costs the house price."""

import pytest

from tests.referee.engine.table import every_edition, not_eu_fr, table

HOUSE_PRICES = [(1, 50), (9, 50), (11, 100), (19, 100), (21, 150), (29, 150), (31, 200), (39, 200)]


@every_edition
@pytest.mark.parametrize(("square", "price"), HOUSE_PRICES)
def test_a_house_costs_the_house_price_of_the_city(edition, square, price):
    game = table(edition, deeds={square: "p1"}).build("p1", square)
    game.only(p1={"cash": -price}, deeds={square: "p1 +1"})


@every_edition
def test_several_houses_at_once(edition):
    game = table(edition, deeds={1: "p1"}).build("p1", 1, count=3)
    game.only(p1={"cash": -150}, deeds={1: "p1 +3"})


@every_edition
def test_the_count_is_one_unless_given(edition):
    table(edition, deeds={1: "p1"}).build("p1", 1).only(p1={"cash": -50}, deeds={1: "p1 +1"})


@every_edition
def test_a_competitor_builds_on_a_single_street_of_a_city(edition):
    table(edition, deeds={24: "p1"}).build("p1", 24)


@every_edition
def test_a_competitors_fifth_step_is_the_hotel_and_the_last(edition):
    game = table(edition, deeds={1: "p1 +4"})
    game.refuses("too_many_improvements", "R11").build("p1", 1, count=2)
    game.build("p1", 1).only(p1={"cash": -50}, deeds={1: "p1 +5"})
    game.refuses("too_many_improvements", "R11").build("p1", 1)


@every_edition
def test_a_monopolists_fourth_step_is_the_hotel_and_the_last(edition):
    game = table(edition, roles="mc", deeds={1: "p1 +3", 3: "p1"})
    game.refuses("too_many_improvements", "R11").build("p1", 1, count=2)
    game.build("p1", 1).only(p1={"cash": -50}, deeds={1: "p1 +4"})
    game.refuses("too_many_improvements", "R11").build("p1", 1)


@every_edition
@pytest.mark.parametrize(
    "deeds",
    [
        pytest.param({6: "p1"}, id="one street"),
        pytest.param({6: "p1", 8: "p1 mortgaged"}, id="the second is mortgaged"),
        pytest.param({6: "p1", 8: "p2", 9: "p2"}, id="the others are another player's"),
        pytest.param({6: "p1", 11: "p1"}, id="streets of two cities"),
    ],
)
def test_a_monopolist_builds_only_in_a_monopolised_city(edition, deeds):
    table(edition, roles="mc", deeds=deeds).refuses("not_monopolised", "R11").build("p1", 6)


@every_edition
@pytest.mark.parametrize("third", [{}, {9: "p1"}, {9: "p1 mortgaged"}, {9: "p2"}])
def test_a_monopolist_builds_with_two_unmortgaged_streets(edition, third):
    game = table(edition, roles="mc", deeds={6: "p1", 8: "p1", **third}).build("p1", 6)
    game.only(p1={"cash": -50}, deeds={6: "p1 +1"})


@every_edition
@pytest.mark.parametrize("roles", ["cm", "mc"])
def test_nobody_builds_on_a_mortgaged_street(edition, roles):
    deeds = {6: "p1 mortgaged", 8: "p1", 9: "p1"}
    table(edition, roles=roles, deeds=deeds).refuses("street_mortgaged", "R11").build("p1", 6)


@every_edition
@pytest.mark.parametrize("roles", ["cm", "mc"])
def test_houses_are_spread_as_the_owner_likes(edition, roles):
    game = table(edition, roles=roles, deeds={6: "p1", 8: "p1", 9: "p1"})
    game.build("p1", 6, count=4).build("p1", 9)
    assert game.deeds() == {6: "p1 +4", 8: "p1", 9: "p1 +1"}


@every_edition
@pytest.mark.parametrize("square", [0, 2, 4, 5, 10, 12, 20, 30, 38])
def test_only_streets_are_built_on(edition, square):
    deeds = {5: "p1", 12: "p1"}
    table(edition, deeds=deeds).refuses("not_a_street", "R11").build("p1", square)


@every_edition
def test_only_the_own_streets_are_built_on(edition):
    game = table(edition, roles="cmc", deeds={1: "p2", 39: "p3"})
    game.refuses("not_own_deed", "R11").build("p1", 1)
    game.refuses("not_own_deed", "R11").build("p1", 3)
    game.refuses("not_own_deed", "R11").build("p1", 39)


@every_edition
def test_a_house_is_bought_on_the_own_turn_only(edition):
    game = table(edition, roles="cmc", deeds={1: "p1", 37: "p3"}).quiet("p1").quiet("p2")
    game.refuses("not_next").build("p1", 1)
    game.build("p3", 37).refuses("turn_incomplete").build("p1", 1)


@every_edition
def test_who_moved_last_may_build_until_the_next_turn_begins(edition):
    game = table(edition, deeds={1: "p1"}).quiet("p1").build("p1", 1).quiet("p2")
    game.permits().build("p1", 1).roll("p1", 4, 6).build("p1", 1)


@every_edition
def test_a_house_may_be_bought_between_the_throws_of_doubles(edition):
    game = table(edition, deeds={1: "p1"}, squares={"p1": 1}).roll("p1", 4, 4).build("p1", 1)
    game.roll("p1", 1, 2)


@every_edition
def test_a_house_may_be_bought_while_a_square_waits_for_its_answer(edition):
    table(edition, deeds={1: "p1"}).roll("p1", 3, 4).build("p1", 1)


@every_edition
def test_a_house_must_be_paid_at_once(edition):
    game = table(edition, deeds={1: "p1"}, cash={"p1": 99})
    game.refuses("lacks_cash", "R26").build("p1", 1, count=2)
    game.build("p1", 1).refuses("lacks_cash", "R26").build("p1", 1)


@every_edition
def test_houses_may_cost_the_last_coin(edition):
    table(edition, deeds={1: "p1"}, cash={"p1": 50}).build("p1", 1).only(
        p1={"cash": -50}, deeds={1: "p1 +1"}
    )


@every_edition
def test_a_monopolist_in_prison_may_build(edition):
    game = table(edition, roles="mc", prison=["p1"], deeds={1: "p1", 3: "p1"}).build("p1", 1)
    game.only(p1={"cash": -50}, deeds={1: "p1 +1"})


@not_eu_fr
def test_a_competitor_in_price_war_may_build(edition):
    game = table(edition, prison=["p1"], deeds={1: "p1"}).build("p1", 1)
    game.only(p1={"cash": -50}, deeds={1: "p1 +1"})


def test_a_competitor_in_price_war_may_not_build_in_the_european_edition():
    game = table("eu-fr", prison=["p1"], deeds={1: "p1"})
    game.refuses("in_price_war", "R15").build("p1", 1)
    game.pay_fine("p1").build("p1", 1)


def test_houses_left_in_a_broken_monopoly_are_no_leave_to_build_in_the_european_edition():
    game = table("eu-fr", roles="mc", deeds={1: "p1 +1", 3: "p1 mortgaged"})
    game.refuses("not_monopolised", "R11").build("p1", 1)
    game.redeem("p1", 3).build("p1", 1)
