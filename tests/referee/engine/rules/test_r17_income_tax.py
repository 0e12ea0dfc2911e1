"""R17 (eu-fr: 16): 200, or 10 % (monopolists 20 %) of the cash and 10 % of the other assets."""

import pytest

from tests.referee.engine.table import every_deck, every_edition, table


def taxed(edition, roles="cm", **more):
    return table(edition, roles=roles, squares={"p1": 1}, **more).roll("p1", 1, 2)


@every_edition
@pytest.mark.parametrize("roles", ["cm", "mc"])
def test_the_flat_tax_is_200(edition, roles):
    taxed(edition, roles).income_tax("p1", "flat").only(p1={"cash": -200})


@every_edition
@pytest.mark.parametrize(("roles", "tax"), [("cm", 150), ("mc", 300)])
def test_the_percentage_of_the_cash(edition, roles, tax):
    taxed(edition, roles).income_tax("p1", "percent").only(p1={"cash": -tax})


# Deeds 24, 39 and 5: 24 + 40 + 20; the mortgaged 37 does not count.
# Buildings: 3 houses of 150 and 2 of 200: 45 + 40. Cash 1000: 100 or 200.
ASSETS = {24: "p1 +3", 23: "p1", 39: "p1 +2", 37: "p1", 5: "p1", 12: "p1 mortgaged"}


@every_edition
@pytest.mark.parametrize(("roles", "on_cash"), [("cm", 100), ("mc", 200)])
def test_the_percentage_of_all_assets(edition, roles, on_cash):
    game = taxed(edition, roles, cash={"p1": 1000}, deeds=ASSETS)
    on_deeds = 24 + 22 + 40 + 35 + 20
    game.income_tax("p1", "percent").only(p1={"cash": -(on_cash + on_deeds + 45 + 40)})


@every_edition
def test_mortgaged_deeds_do_not_count(edition):
    game = taxed(edition, deeds={39: "p1 mortgaged", 12: "p1 mortgaged"})
    game.income_tax("p1", "percent").only(p1={"cash": -150})


@every_edition
def test_deeds_of_others_do_not_count(edition):
    taxed(edition, deeds={39: "p2 +1", 37: "p2"}).income_tax("p1", "percent").only(
        p1={"cash": -150}
    )


@every_edition
def test_the_big_building_counts_with_all_its_steps(edition):
    game = taxed(edition, deeds={39: "p1 +5"}).income_tax("p1", "percent")
    game.only(p1={"cash": -(150 + 40 + 100)})


@every_edition
def test_the_square_waits_for_the_choice(edition):
    game = taxed(edition).refuses("turn_incomplete").roll("p2", 1, 2)
    game.refuses("not_a_choice").income_tax("p1", "none").refuses("not_on_turn").income_tax(
        "p2", "flat"
    )
    game.income_tax("p1", "flat").refuses("nothing_asked").income_tax("p1", "flat")
    game.quiet("p2")


@every_edition
def test_no_tax_without_its_square(edition):
    game = table(edition).refuses("not_on_turn").income_tax("p1", "flat")
    game.roll("p1", 1, 2).refuses("nothing_asked").income_tax("p1", "flat")


@every_edition
def test_the_tax_is_taken_from_what_is_there_at_the_choice(edition):
    game = taxed(edition, cash={"p1": 100}, deeds={39: "p1"}).mortgage("p1", 39)
    game.income_tax("p1", "percent").only(p1={"cash": -30})


@every_edition
def test_a_tax_that_cannot_be_paid_stays_due(edition):
    game = taxed(edition, cash={"p1": 199}, deeds={1: "p1"}).income_tax("p1", "flat")
    game.only(p1={"owes": 200})
    game.mortgage("p1", 1).only(p1={"cash": -170, "owes": -200}, deeds={1: "p1 mortgaged"})


@every_deck
def test_the_square_is_reached_by_a_card(edition):
    game = table(edition).roll("p1", 3, 4).card("p1", effect="goto 4")
    game.income_tax("p1", "flat").only(p1={"cash": -200})
