"""R1: game A ends with one player left, game B when one role is out; the richest of the rest wins.

Players who went bankrupt rank behind the others, the last to go first.
"""

import pytest

from tests.referee.engine.table import every_edition, table


@every_edition
def test_game_a_ends_when_one_player_is_left(edition):
    game = table(edition, roles="cmc", cash={"p3": 700}).withdraw("p2")
    assert game.status == "playing"
    game.withdraw("p1")
    assert game.statement() == {
        "status": "finished",
        "mode": "A",
        "winners": ["p3"],
        "players": [
            result("p1", "competitor", 2, 0),
            result("p2", "monopolist", 3, 0),
            result("p3", "competitor", 1, 700),
        ],
        "circuit": [],
    }


def result(player, role, place, final):
    procedure = dict.fromkeys(("before_retention", "retained", "circuit_income"))
    return {"id": player, "role": role, "place": place, "final": final, **procedure}


@every_edition
def test_game_a_goes_on_when_one_role_is_out(edition):
    assert table(edition, roles="cmc").withdraw("p2").status == "playing"


@every_edition
def test_game_a_ends_by_a_bankruptcy(edition):
    game = table(edition, cash={"p1": 10, "p2": 30}, squares={"p1": 31})
    game.roll("p1", 3, 4).bankrupt("p1")
    assert game.status == "finished"
    assert game.statement()["winners"] == ["p2"]
    assert game.statement()["players"][1]["final"] == 30


@every_edition
@pytest.mark.parametrize(
    ("roles", "leaver", "left"), [("cmc", "p2", ("p1", "p3")), ("mcm", "p2", ("p1", "p3"))]
)
def test_game_b_ends_when_all_of_one_role_are_out(edition, roles, leaver, left):
    game = table(edition, mode="B", roles=roles, cash={"p1": 800, "p3": 801})
    game.withdraw(leaver)
    assert game.status == "richest"
    assert game.statement()["winners"] == []
    game.richest({})
    assert game.status == "finished"
    assert game.statement()["winners"] == [left[1]]
    assert game.places() == {left[1]: 1, left[0]: 2, leaver: 3}


@every_edition
def test_game_b_goes_on_while_both_roles_are_in(edition):
    game = table(edition, mode="B", roles="cmcm").withdraw("p1").withdraw("p2")
    assert game.status == "playing"


@every_edition
def test_game_b_with_one_player_left_is_finished_at_once(edition):
    game = table(edition, mode="B", cash={"p2": 90}, deeds={1: "p2"}).withdraw("p1")
    assert game.status == "finished"
    assert game.statement()["winners"] == ["p2"]
    assert [player["final"] for player in game.statement()["players"]] == [0, 90]


@every_edition
def test_a_two_hour_game_goes_on_when_one_role_is_out(edition):
    game = table(edition, mode="two-hour", roles="cmc").withdraw("p2")
    assert game.status == "playing"


@every_edition
def test_a_two_hour_game_with_one_player_left_is_finished_at_once(edition):
    game = table(edition, mode="two-hour", cash={"p1": 1010}, deeds={39: "p1"}).withdraw("p2")
    assert game.statement() == {
        "status": "finished",
        "mode": "two-hour",
        "winners": ["p1"],
        "players": [
            result("p1", "competitor", 1, 1010),
            result("p2", "monopolist", 2, 0),
        ],
        "circuit": [],
    }


@every_edition
def test_nothing_but_undo_is_legal_in_a_finished_game(edition):
    game = table(edition).withdraw("p1")
    game.refuses("wrong_status").roll("p2", 1, 2)
    game.refuses("wrong_status").sell("p2", 1)
    game.refuses("wrong_status").recount("p2", 5)
    game.refuses("wrong_status").withdraw("p2")
    game.undo()
    assert game.status == "playing"
