"""R18 (eu-fr: 17): everybody pays 75 to the Treasury."""

import pytest

from tests.referee.engine.table import every_edition, table


@every_edition
@pytest.mark.parametrize("roles", ["cm", "mc"])
def test_everybody_pays_75(edition, roles):
    game = table(edition, roles=roles, squares={"p1": 35}).roll("p1", 1, 2)
    game.only(p1={"square": 38, "cash": -75})
    game.quiet("p2")


@every_edition
def test_a_tax_that_cannot_be_paid_stays_due(edition):
    game = table(edition, cash={"p1": 74}, squares={"p1": 35}).roll("p1", 1, 2)
    game.only(p1={"square": 38, "owes": 75})
