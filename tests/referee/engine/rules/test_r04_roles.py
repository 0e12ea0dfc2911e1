"""R4: two to six players, as many competitors as monopolists or one more of either."""

import pytest

from tests.referee.engine.table import every_edition, header, refuses_header, table


@every_edition
@pytest.mark.parametrize(
    "roles", ["cm", "mc", "ccm", "mmc", "cmcm", "ccmm", "ccmmm", "cccmm", "cccmmm", "mcmcmc"]
)
def test_an_even_division_is_accepted(edition, roles):
    assert len(table(edition, roles=roles).statement()["players"]) == len(roles)


@every_edition
@pytest.mark.parametrize("roles", ["cc", "mm", "ccc", "cccm", "mmmc", "ccccm", "ccmmmm", "cccccm"])
def test_an_uneven_division_is_refused(edition, roles):
    refuses_header(header(edition, roles=roles), "uneven_roles", "R4")


@every_edition
@pytest.mark.parametrize("roles", ["", "c", "cmcmcmc", "cmcmcmcm"])
def test_fewer_than_two_and_more_than_six_players_are_refused(edition, roles):
    refuses_header(header(edition, roles=roles), "players_count", "R4")


@every_edition
def test_the_roles_stay_as_they_are_when_a_player_leaves(edition):
    game = table(edition, roles="cmcm").withdraw("p1")
    roles = [player["role"] for player in game.statement()["players"]]
    assert roles == ["competitor", "monopolist", "competitor", "monopolist"]
