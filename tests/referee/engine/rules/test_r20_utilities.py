"""R20 (eu-fr: 19): the player who landed throws; 4 times the sum, a monopolist with both 10."""

import pytest

from tests.referee.engine.table import every_edition, not_eu_fr, table


def landed(edition, roles="cm", deeds=None, square=12, **more):
    """p1 has landed on the utility."""
    game = table(
        edition, roles=roles, deeds=deeds or {12: "p2"}, squares={"p1": square - 3}, **more
    )
    return game.roll("p1", 1, 2)


@every_edition
@pytest.mark.parametrize("square", [12, 28])
@pytest.mark.parametrize(
    ("roles", "both", "factor"),
    [("mc", False, 4), ("mc", True, 4), ("cm", False, 4), ("cm", True, 10)],
)
def test_the_factor_of_the_throw(edition, square, roles, both, factor):
    deeds = dict.fromkeys((12, 28) if both else (square,), "p2")
    game = landed(edition, roles, deeds, square)
    game.utility_roll("p1", 3, 5).only(p1={"cash": -8 * factor}, p2={"cash": 8 * factor})


@every_edition
def test_utilities_of_two_monopolists_are_no_pair(edition):
    game = landed(edition, "cmm", {12: "p2", 28: "p3"})
    game.utility_roll("p1", 3, 5).only(p1={"cash": -32}, p2={"cash": 32})


@every_edition
def test_the_throw_is_a_new_one_and_moves_nobody(edition):
    game = landed(edition).refuses("turn_incomplete").roll("p2", 1, 2)
    game.utility_roll("p1", 6, 6).only(p1={"cash": -48}, p2={"cash": 48})
    game.refuses("no_throw_open").roll("p1", 1, 2)
    game.quiet("p2")


@every_edition
def test_the_throw_is_made_once_by_who_landed(edition):
    game = landed(edition).refuses("not_on_turn").utility_roll("p2", 3, 5)
    game.utility_roll("p1", 3, 5).refuses("nothing_asked").utility_roll("p1", 3, 5)


@every_edition
def test_no_throw_on_an_unowned_or_own_utility(edition):
    game = (
        table(edition, squares={"p1": 9})
        .roll("p1", 1, 2)
        .refuses("nothing_asked")
        .utility_roll("p1", 3, 5)
    )
    game.quiet("p2")
    game = landed(edition, deeds={12: "p1"}).refuses("nothing_asked").utility_roll("p1", 3, 5)
    game.quiet("p2")


@every_edition
def test_no_throw_on_a_mortgaged_utility(edition):
    game = (
        landed(edition, deeds={12: "p2 mortgaged"})
        .refuses("nothing_asked")
        .utility_roll("p1", 3, 5)
    )
    game.quiet("p2")


@every_edition
def test_a_throw_too_dear_stays_due(edition):
    landed(edition, cash={"p1": 31}).utility_roll("p1", 3, 5).only(p1={"owes": 32})


# The throw stays open whatever happens to the deed; the state at the throw counts.


@every_edition
def test_a_utility_mortgaged_before_the_throw_earns_nothing(edition):
    game = landed(edition).mortgage("p2", 12).refuses("turn_incomplete").roll("p2", 1, 2)
    game.utility_roll("p1", 3, 5).only()
    game.quiet("p2")


@every_edition
def test_a_utility_sold_before_the_throw_pays_the_new_owner(edition):
    game = landed(edition, "cmc").trade("p2", "p3", give=[12], get=10)
    game.utility_roll("p1", 3, 5).only(p1={"cash": -32}, p3={"cash": 32})


@every_edition
def test_a_utility_sold_to_who_landed_before_the_throw_pays_nobody(edition):
    game = (
        landed(edition)
        .trade("p1", "p2", take=[12], pay=10)
        .refuses("turn_incomplete")
        .roll("p2", 1, 2)
    )
    game.utility_roll("p1", 3, 5).only()
    game.quiet("p2")


@every_edition
def test_the_factor_is_that_at_the_throw(edition):
    game = landed(edition, deeds={12: "p2", 28: "p1"}).trade("p1", "p2", give=[28], get=10)
    game.utility_roll("p1", 3, 5).only(p1={"cash": -80}, p2={"cash": 80})


@every_edition
def test_a_utility_sold_to_a_monopolist_in_prison_before_the_throw_pays_nobody(edition):
    game = landed(edition, "cmm", prison=["p3"]).trade("p2", "p3", give=[12], get=10)
    game.utility_roll("p1", 3, 5).only()


@every_edition
def test_a_utility_whose_owner_left_before_the_throw_pays_nobody(edition):
    game = landed(edition, "cmc").withdraw("p2").refuses("turn_incomplete").roll("p3", 1, 2)
    game.utility_roll("p1", 3, 5).only()
    game.quiet("p3")


@not_eu_fr
def test_a_utility_mortgaged_and_redeemed_before_the_throw_earns(edition):
    game = landed(edition).mortgage("p2", 12).redeem("p2", 12).utility_roll("p1", 3, 5)
    game.only(p1={"cash": -32}, p2={"cash": 32})
