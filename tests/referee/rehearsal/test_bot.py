"""The bot plays whole legal games of every edition, the same from the same seed."""

from random import Random

import pytest

from referee.engine import Game
from referee.rehearsal.bot import play
from scoring.game.editions import EDITIONS


def opened(edition: str, mode: str = "two-hour") -> Game:
    players = [
        {"id": f"p{n}", "name": f"Player {n}", "role": role}
        for n, role in enumerate(["competitor", "monopolist"] * 2, start=1)
    ]
    return Game.open({"record": "amr/1", "edition": edition, "mode": mode, "players": players})


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_two_hour_game_is_finished_after_its_turns(edition: str, seed: int) -> None:
    game = opened(edition)
    events = list(play(game, Random(seed), turns=60))
    assert game.status == "finished"
    assert sum(event["type"] == "roll" for event in events) >= 60 or game.state.out
    assert {"time", "retain", "circuit"} <= {event["type"] for event in events} or game.state.out


def test_the_same_seed_is_the_same_game() -> None:
    games = [list(play(opened("eu-fr"), Random(7), turns=40)) for _ in range(2)]
    assert games[0] == games[1]
    assert games[0] != list(play(opened("eu-fr"), Random(8), turns=40))


@pytest.mark.parametrize("mode", ["A", "B"])
def test_an_endless_game_stops_after_its_turns(mode: str) -> None:
    game = opened("us-2011", mode)
    list(play(game, Random(1), turns=50))
    assert game.status in {"playing", "finished"}
