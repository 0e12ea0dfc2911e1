"""R10 (eu-fr: 9): a monopolist with two unmortgaged streets of a city has monopolised it."""

import pytest

from tests.referee.engine.table import every_edition, table

LOS_ANGELES = (6, 8, 9)


def rent_at_9(edition, deeds, roles="cm", **more):
    """What p1 pays to p2 for landing on 9 (single rent 12)."""
    game = table(edition, roles=roles, deeds=deeds, squares={"p1": 4}, **more).roll("p1", 2, 3)
    assert game.square("p1") == 9
    return 1500 - game.cash("p1")


@every_edition
@pytest.mark.parametrize(
    ("deeds", "rent"),
    [
        pytest.param({9: "p2"}, 12, id="one street"),
        pytest.param({9: "p2", 8: "p2"}, 24, id="two of three"),
        pytest.param({9: "p2", 8: "p2", 6: "p2"}, 24, id="all three"),
        pytest.param({9: "p2", 8: "p1", 6: "p1"}, 12, id="the others are another player's"),
        pytest.param({9: "p2", 8: "p2 mortgaged"}, 12, id="the second is mortgaged"),
        pytest.param({9: "p2", 8: "p2 mortgaged", 6: "p2"}, 24, id="the third is mortgaged"),
        pytest.param({9: "p2", 8: "p2 mortgaged", 6: "p2 mortgaged"}, 12, id="both mortgaged"),
        pytest.param({9: "p2", 8: "p2", 6: "p2 +3"}, 24, id="houses elsewhere in the city"),
        pytest.param({9: "p2 +1", 8: "p2"}, 34, id="a house"),
        pytest.param({9: "p2 +4", 8: "p2"}, 64, id="the hotel"),
        pytest.param({9: "p2", 11: "p2", 3: "p2"}, 12, id="streets of other cities"),
        pytest.param({9: "p2 mortgaged", 8: "p2", 6: "p2"}, 0, id="mortgaged itself"),
    ],
)
def test_a_monopolist_doubles_the_rent_in_a_monopolised_city(edition, deeds, rent):
    assert rent_at_9(edition, deeds) == rent


@every_edition
def test_two_streets_of_two_monopolists_are_no_monopoly(edition):
    assert rent_at_9(edition, {9: "p2", 8: "p3", 6: "p3"}, roles="cmm") == 12


@every_edition
@pytest.mark.parametrize("square", [37, 39])
def test_a_city_of_two_streets_takes_both(edition, square):
    single = {37: 35, 39: 40}[square]
    for deeds, rent in (({square: "p2"}, single), ({37: "p2", 39: "p2"}, 2 * single)):
        game = table(edition, deeds=deeds, squares={"p1": square - 3}).roll("p1", 1, 2)
        game.only(p1={"square": square, "cash": -rent}, p2={"cash": rent})


@every_edition
def test_competitors_never_double(edition):
    deeds = {9: "p2 +1", 8: "p2", 6: "p2"}
    assert rent_at_9(edition, deeds, roles="mc") == 17


@every_edition
def test_the_third_street_bought_later_is_doubled_too(edition):
    game = table(edition, deeds={6: "p2", 8: "p2"}, squares={"p2": 4, "p1": 4}, roles="cmc")
    game.quiet("p1").roll("p2", 2, 3).buy("p2").roll("p3", 4, 5)
    game.only(p3={"square": 9, "cash": -24}, p2={"cash": 24})
