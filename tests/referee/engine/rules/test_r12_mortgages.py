"""R12 (eu-fr: 11): deeds are mortgaged for half their price and redeemed for 110 % of that."""

import pytest

from tests.referee.engine.table import every_edition, not_eu_fr, table

REDEEM = {
    60: 33, 100: 55, 120: 66, 140: 77, 150: 83, 160: 88, 180: 99, 200: 110, 220: 121,
    240: 132, 260: 143, 280: 154, 300: 165, 320: 176, 350: 193, 400: 220,
}  # fmt: skip
DEEDS = {1: 60, 6: 100, 9: 120, 13: 140, 12: 150, 14: 160, 16: 180, 35: 200, 21: 220,
         24: 240, 27: 260, 29: 280, 31: 300, 34: 320, 37: 350, 39: 400}  # fmt: skip


@every_edition
@pytest.mark.parametrize(("square", "price"), DEEDS.items())
def test_a_mortgage_brings_half_the_price_and_costs_110_percent_of_it(edition, square, price):
    game = table(edition, deeds={square: "p1"}).quiet("p1").mortgage("p1", square)
    game.only(p1={"cash": price // 2}, deeds={square: "p1 mortgaged"})
    game.redeem("p1", square)
    game.only(p1={"cash": -REDEEM[price]}, deeds={square: "p1"})


@every_edition
@pytest.mark.parametrize("rounding", ["down", "up"])
def test_the_rounding_of_the_redeem_price_is_no_ruling(edition, rounding):
    game = table(edition, deeds={12: "p1 mortgaged"}, rulings={"rounding": rounding})
    game.quiet("p1").redeem("p1", 12).only(p1={"cash": -83}, deeds={12: "p1"})


@every_edition
def test_a_deed_may_be_mortgaged_at_any_time(edition):
    deeds = {1: "p1", 3: "p1", 5: "p1"}
    game = table(edition, deeds=deeds).mortgage("p1", 1).quiet("p1").mortgage("p1", 3)
    game.quiet("p2").mortgage("p1", 5)
    assert set(game.deeds().values()) == {"p1 mortgaged"}


@every_edition
def test_a_mortgaged_deed_is_not_mortgaged_again(edition):
    table(edition, deeds={1: "p1 mortgaged"}).refuses("already_mortgaged", "R12").mortgage("p1", 1)


@every_edition
def test_only_an_own_deed_is_mortgaged(edition):
    game = table(edition, deeds={1: "p2"})
    for square in (1, 3, 0, 2, 30):
        game.refuses("not_own_deed", "R12").mortgage("p1", square)


@every_edition
@pytest.mark.parametrize("roles", ["cm", "mc"])
def test_a_street_with_buildings_is_not_mortgaged(edition, roles):
    game = table(edition, roles=roles, deeds={1: "p1 +1", 3: "p1"})
    game.refuses("has_buildings", "R12").mortgage("p1", 1)
    game.sell("p1", 1).mortgage("p1", 1)


@not_eu_fr
@pytest.mark.parametrize(
    "deeds",
    [
        pytest.param({6: "p1", 8: "p1 +1"}, id="two streets"),
        pytest.param({6: "p1", 8: "p1 +1", 9: "p1 mortgaged"}, id="the third is mortgaged"),
    ],
)
def test_no_mortgage_may_break_a_built_monopoly(edition, deeds):
    game = table(edition, roles="mc", deeds=deeds)
    game.refuses("breaks_monopoly", "R12").mortgage("p1", 6)
    game.sell("p1", 8).mortgage("p1", 6)


def test_the_houses_may_stay_in_the_european_edition_for_a_single_rent():
    game = table("eu-fr", roles="mc", deeds={6: "p1", 8: "p1 +1"}, squares={"p2": 3})
    game.mortgage("p1", 6).only(p1={"cash": 50}, deeds={6: "p1 mortgaged"})
    game.quiet("p1").roll("p2", 2, 3)
    game.only(p2={"square": 8, "cash": -15}, p1={"cash": 15})


@every_edition
def test_the_third_street_may_be_mortgaged_with_houses_on_the_others(edition):
    game = table(edition, roles="mc", deeds={6: "p1", 8: "p1 +1", 9: "p1"})
    game.mortgage("p1", 6).only(p1={"cash": 50}, deeds={6: "p1 mortgaged"})


@every_edition
def test_the_street_that_bore_the_houses_may_be_mortgaged_when_they_are_sold(edition):
    deeds = {6: "p1 +1", 8: "p1", 9: "p1"}
    game = table(edition, roles="mc", deeds=deeds, squares={"p2": 3})
    game.sell("p1", 6).mortgage("p1", 6).quiet("p1").roll("p2", 2, 3)
    game.only(p2={"square": 8, "cash": -20}, p1={"cash": 20})


@every_edition
def test_a_competitor_may_mortgage_beside_his_houses(edition):
    game = table(edition, deeds={6: "p1", 8: "p1 +1"}).mortgage("p1", 6)
    game.only(p1={"cash": 50}, deeds={6: "p1 mortgaged"})


@every_edition
def test_a_mortgaged_deed_earns_nothing(edition):
    deeds = {1: "p2 mortgaged", 3: "p2 mortgaged", 5: "p2 mortgaged", 12: "p2 mortgaged"}
    for square in (3, 5):
        game = table(edition, deeds=deeds, squares={"p1": 0}).roll("p1", 1, square - 1)
        game.only(p1={"square": square}).refuses("no_offer", "R9").buy("p1")
    game = table(edition, deeds=deeds, squares={"p1": 9}).roll("p1", 1, 2)
    game.only(p1={"square": 12}).refuses("nothing_asked").utility_roll("p1", 1, 2)
    game.quiet("p2")


@every_edition
def test_a_redeemed_deed_earns_again(edition):
    game = table(edition, roles="mc", deeds={39: "p1 mortgaged"}, squares={"p2": 36})
    game.quiet("p1").redeem("p1", 39).roll("p2", 1, 2)
    game.only(p2={"square": 39, "cash": -40}, p1={"cash": 40})


@every_edition
def test_only_a_mortgaged_own_deed_is_redeemed(edition):
    game = table(edition, deeds={1: "p1", 3: "p2 mortgaged"}).quiet("p1")
    game.refuses("not_mortgaged", "R12").redeem("p1", 1)
    for square in (3, 6, 0):
        game.refuses("not_own_deed", "R12").redeem("p1", square)


@every_edition
def test_redeeming_must_be_paid_at_once(edition):
    game = table(edition, cash={"p1": 32}, deeds={1: "p1 mortgaged"}).quiet("p1")
    game.refuses("lacks_cash", "R26").redeem("p1", 1)
    game.recount("p1", 33).redeem("p1", 1).only(p1={"cash": -33}, deeds={1: "p1"})


@not_eu_fr
def test_a_deed_is_redeemed_at_any_time(edition):
    game = table(edition, deeds={1: "p2 mortgaged", 3: "p2 mortgaged"}).redeem("p2", 1)
    game.only(p2={"cash": -33}, deeds={1: "p2"})
    game.quiet("p1").redeem("p2", 3)


def test_a_deed_is_redeemed_on_the_own_turn_in_the_european_edition():
    game = table("eu-fr", roles="cmc", deeds={1: "p2 mortgaged", 3: "p1 mortgaged"})
    game.refuses("not_next").redeem("p2", 1)
    game.quiet("p1").redeem("p1", 3)
    game.only(p1={"cash": -33}, deeds={3: "p1"})
    game.permits().redeem("p2", 1).quiet("p2").redeem("p2", 1)
    game.quiet("p3").refuses("not_next").redeem("p2", 3)


@not_eu_fr
@pytest.mark.parametrize("roles", ["cm", "mc"])
def test_a_confined_player_may_redeem(edition, roles):
    game = table(edition, roles=roles, prison=["p1"], deeds={1: "p1 mortgaged"})
    game.redeem("p1", 1).only(p1={"cash": -33}, deeds={1: "p1"})


def test_a_competitor_in_price_war_may_not_redeem_in_the_european_edition():
    game = table("eu-fr", prison=["p1"], deeds={1: "p1 mortgaged", 3: "p1"})
    game.refuses("in_price_war", "R15").redeem("p1", 1)
    game.mortgage("p1", 3).pay_fine("p1").redeem("p1", 1)


def test_a_monopolist_in_prison_may_redeem_in_the_european_edition():
    table("eu-fr", roles="mc", prison=["p1"], deeds={1: "p1 mortgaged"}).redeem("p1", 1).only(
        p1={"cash": -33}, deeds={1: "p1"}, on_turn="p1"
    )
