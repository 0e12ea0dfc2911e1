"""R19 (eu-fr: 18): a competitor takes 10 % of the price, a monopolist 40, 80, 160 or 320."""

import pytest

from tests.referee.engine.boards import board
from tests.referee.engine.table import every_edition, table

COMPANIES = (5, 15, 25, 35)


def fare(edition, roles, deeds, **more):
    """What p1 pays to p2 for landing on 5."""
    game = table(edition, roles=roles, deeds=deeds, **more).roll("p1", 1, 4)
    paid = 1500 - game.cash("p1")
    assert game.cash("p2") == 1500 + paid
    return paid


@every_edition
@pytest.mark.parametrize("owned", [1, 2, 3, 4])
def test_a_competitor_earns_20_however_many(edition, owned):
    assert fare(edition, "mc", dict.fromkeys(COMPANIES[:owned], "p2")) == 20


@every_edition
@pytest.mark.parametrize(("owned", "due"), [(1, 40), (2, 80), (3, 160), (4, 320)])
def test_a_monopolists_fare_doubles_with_each_company(edition, owned, due):
    assert fare(edition, "cm", dict.fromkeys(COMPANIES[:owned], "p2")) == due


@every_edition
@pytest.mark.parametrize("square", COMPANIES)
def test_every_company_is_one(edition, square):
    game = table(edition, deeds=dict.fromkeys(COMPANIES, "p2"), squares={"p1": square - 3})
    game.roll("p1", 1, 2).only(p1={"square": square, "cash": -320}, p2={"cash": 320})


@every_edition
def test_companies_of_others_do_not_count(edition):
    deeds = {5: "p2", 15: "p3", 25: "p1", 12: "p2"}
    assert fare(edition, "cmm", deeds) == 40


@every_edition
def test_a_mortgaged_company_earns_nothing(edition):
    deeds = {5: "p2 mortgaged", 15: "p2", 25: "p2", 35: "p2"}
    assert fare(edition, "cm", deeds) == 0


@every_edition
def test_on_a_corrected_board_a_competitor_takes_10_percent_of_its_price(edition):
    assert fare(edition, "mc", {5: "p2"}, board=board(edition, {5: 270})) == 27
