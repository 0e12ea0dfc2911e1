"""R5: each player starts with 1500."""

from tests.referee.engine.table import every_edition, table


@every_edition
def test_each_player_starts_with_1500(edition):
    game = table(edition, roles="cmcmcm")
    assert [player["cash"] for player in game.statement()["players"]] == [1500] * 6


@every_edition
def test_the_start_is_free_debtless_and_without_deeds(edition):
    game = table(edition)
    player = {"square": 0, "confined": False, "out": False, "owes": 0, "deeds": {}, "cash": 1500}
    assert game.statement() == {
        "status": "playing",
        "mode": "A",
        "winners": [],
        "circuit": [],
        "on_turn": None,
        "players": [
            {"id": "p1", "role": "competitor", **player},
            {"id": "p2", "role": "monopolist", **player},
        ],
    }


@every_edition
def test_a_position_changes_only_the_cash_it_names(edition):
    game = table(edition, cash={"p2": 7})
    assert (game.cash("p1"), game.cash("p2")) == (1500, 7)
