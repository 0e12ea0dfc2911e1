"""R9 (eu-fr: 8): an unowned deed may be bought at the listed price; on an owned one rent is due."""

import pytest

from tests.referee.engine.table import every_deck, every_edition, table

LANDINGS = [
    pytest.param(0, (1, 2), 3, 60, id="street"),
    pytest.param(0, (2, 3), 5, 200, id="transport"),
    pytest.param(9, (1, 2), 12, 150, id="utility"),
]


@every_edition
@pytest.mark.parametrize(("start", "dice", "square", "price"), LANDINGS)
def test_an_unowned_deed_may_be_bought_at_its_price(edition, start, dice, square, price):
    game = table(edition, squares={"p1": start}).roll("p1", *dice)
    game.only(p1={"square": square})
    game.buy("p1").only(p1={"cash": -price}, deeds={square: "p1"})


@every_edition
@pytest.mark.parametrize(("start", "dice", "square", "price"), LANDINGS)
def test_a_deed_not_bought_stays_unowned(edition, start, dice, square, price):
    game = table(edition, squares={"p1": start}).roll("p1", *dice).quiet("p2")
    assert game.deeds() == {}


@every_edition
def test_nothing_can_be_bought_without_an_offer(edition):
    game = table(edition).refuses("not_on_turn").buy("p1")
    game.roll("p1", 4, 6).refuses("no_offer", "R9").buy("p1")


@every_edition
def test_a_deed_is_bought_once(edition):
    table(edition).roll("p1", 1, 2).buy("p1").refuses("no_offer", "R9").buy("p1")


@every_edition
def test_an_owned_deed_is_not_offered(edition):
    game = table(edition, deeds={3: "p2", 6: "p1"}).roll("p1", 1, 2)
    game.refuses("no_offer", "R9").buy("p1")


@every_edition
def test_an_own_deed_is_not_offered_and_costs_nothing(edition):
    game = table(edition, deeds={3: "p1"}).roll("p1", 1, 2).only(p1={"square": 3})
    game.refuses("no_offer", "R9").buy("p1")


@every_edition
@pytest.mark.parametrize("mode", ["A", "B", "two-hour"])
def test_the_price_must_be_at_hand(edition, mode):
    game = table(edition, mode=mode, cash={"p1": 59}).roll("p1", 1, 2)
    game.refuses("lacks_cash", "R26").buy("p1")
    game.recount("p1", 60).buy("p1").only(p1={"cash": -60}, deeds={3: "p1"})


@every_edition
def test_cash_may_be_raised_for_an_offer(edition):
    game = table(edition, cash={"p1": 30}, deeds={1: "p1"}).roll("p1", 1, 2)
    game.refuses("lacks_cash", "R26").buy("p1").mortgage("p1", 1).buy("p1")
    assert game.cash("p1") == 0
    assert game.deeds() == {1: "p1 mortgaged", 3: "p1"}


@every_edition
def test_only_who_landed_may_buy(edition):
    table(edition).roll("p1", 1, 2).refuses("not_on_turn").buy("p2")


@every_edition
def test_the_deed_of_a_bankrupt_of_the_treasury_is_offered_again(edition):
    game = table(edition, roles="cmc", deeds={3: "p2 mortgaged"}).withdraw("p2")
    assert game.deeds() == {}
    game.roll("p1", 1, 2).buy("p1").only(p1={"cash": -60}, deeds={3: "p1"})


@every_edition
def test_landing_on_anothers_deed_pays_the_rent_to_the_owner(edition):
    game = table(edition, roles="cmc", deeds={39: "p3"}, squares={"p1": 36})
    game.roll("p1", 1, 2).only(p1={"square": 39, "cash": -40}, p3={"cash": 40})


@every_deck
def test_a_card_that_leads_to_an_unowned_deed_offers_it(edition):
    game = table(edition).roll("p1", 3, 4).card("p1", effect="goto 25")
    game.buy("p1").only(p1={"cash": -200}, deeds={25: "p1"})


@every_deck
def test_a_card_that_leads_to_an_owned_deed_costs_rent(edition):
    game = table(edition, deeds={24: "p2"}).roll("p1", 3, 4).card("p1", effect="goto 24")
    game.only(p1={"square": 24, "cash": -24}, p2={"cash": 24})


@every_edition
def test_an_offer_does_not_keep_the_turn_open(edition):
    table(edition).roll("p1", 1, 2).quiet("p2")


@every_edition
def test_an_offer_lapses_at_the_next_throw(edition):
    game = table(edition, squares={"p1": 1}).roll("p1", 1, 1)
    game.permits().buy("p1")
    game.roll("p1", 3, 4).refuses("no_offer", "R9").buy("p1")
    game = table(edition, squares={"p1": 1}).roll("p1", 4, 4).roll("p1", 1, 2).buy("p1")
    assert game.deeds() == {12: "p1"}


@every_edition
def test_an_offer_lapses_when_another_turn_begins_without_a_throw(edition):
    game = table(edition, deeds={37: "p2", 39: "p2"}).roll("p1", 1, 2)
    game.permits().buy("p1")
    game.build("p2", 37).refuses("not_on_turn").buy("p1")
    assert game.deeds() == {37: "p2 +1", 39: "p2"}


@every_edition
def test_an_offer_lapses_when_another_pays_the_fine(edition):
    game = table(edition, prison=["p2"]).roll("p1", 1, 2).pay_fine("p2")
    game.refuses("not_on_turn").buy("p1")


@every_edition
def test_an_offer_survives_what_is_not_a_throw(edition):
    game = table(edition, deeds={1: "p1", 39: "p2"}).roll("p1", 1, 2)
    game.mortgage("p1", 1).trade("p1", "p2", get=10, give=[1]).recount("p2", 700)
    game.buy("p1").only(p1={"cash": -60}, deeds={3: "p1"})
