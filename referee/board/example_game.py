"""A finished two-hour game of each printed edition.

The guide works through the end of the game.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from referee.engine.game import Game
from referee.engine.state import State
from scoring.game.editions import Edition, load_edition

_FOLDER = Path(__file__).with_name("example_games")


@dataclass(frozen=True, slots=True)
class ExampleGame:
    """A game at its end, with names and rulings.

    `names` are by player id. `rulings` are those that differ from the default.
    """

    state: State
    names: dict[str, str]
    rulings: dict[str, str]


@cache
def example_game(code: str) -> ExampleGame:
    """Return the example game of a printed edition.

    It is played from its record once in this process. Raise KeyError for an unknown edition,
    ValueError for a record that the rules refuse.
    """
    return _play_example(
        load_edition(code), (_FOLDER / f"{code}.amr.jsonl").read_text(encoding="utf-8")
    )


def _play_example(edition: Edition, text: str) -> ExampleGame:
    header, *events = (json.loads(line) for line in text.splitlines())
    game = Game.open(header, edition=edition)
    for event in events:
        if not game.play(event).is_accepted:
            raise ValueError(f"{edition.code}: the example game is refused at {event}")
    names = {player["id"]: player["name"] for player in header["players"]}
    return ExampleGame(game.state, names, header.get("rulings", {}))
