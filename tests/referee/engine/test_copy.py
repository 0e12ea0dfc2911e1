"""A copy of a game is a game of its own: what is played in one is not played in the other."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from referee.engine import Game, undone_events

RECORDS = sorted((Path(__file__).parents[2] / "golden" / "golden").glob("*.amr.jsonl"))
UNDO = {"type": "undo", "reason": "a slip"}


def everything(game: Game) -> tuple[object, ...]:
    """All that can be asked of a game."""
    legal = [action.as_json() for action in game.legal_actions()]
    return game.header, list(game.events), game.statement(), legal, game.status


def take_back(game: Game, most: int) -> None:
    """So many events, or all that are in force."""
    for _ in range(most):
        if not game.play(UNDO).is_accepted:
            return


@pytest.mark.parametrize("path", RECORDS[::4], ids=lambda path: path.name[:2])
def test_a_copy_is_played_and_taken_back_alone(path: Path) -> None:
    """From any point of the game; going back passes checkpoints, and what lies before them all."""
    header, *events = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    random = Random(path.name)
    game = Game.open(header)
    for number, event in enumerate(events):
        if random.random() < 0.1:
            before = everything(game)
            ahead, back = game.copy(), game.copy()
            assert everything(ahead) == before
            for later in events[number : number + random.randint(1, 60)]:
                assert ahead.play(later).is_accepted
            after = everything(ahead)
            take_back(back, random.randint(1, 300))
            assert (everything(game), everything(ahead)) == (before, after)
            take_back(ahead, random.randint(1, 300))
            assert everything(game) == before
        assert game.play(event).is_accepted
    assert everything(game)[1] == events


@pytest.mark.parametrize("path", RECORDS[::4], ids=lambda path: path.name[:2])
def test_an_earlier_moment_is_what_taking_back_one_by_one_leads_to(path: Path) -> None:
    header, *events = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    game = Game.open(header)
    for event in events:
        assert game.play(event).is_accepted
    before = everything(game)
    in_force = len(undone_events((event, event) for event in events).in_force)
    for count in (0, 1, 7, 23, 24, 25, 60, 130, in_force):
        if count > in_force:
            continue
        earlier, back = game.earlier_copy(count), game.copy()
        take_back(back, count)
        assert earlier.statement() == back.statement()
        assert earlier.legal_actions() == back.legal_actions()
    assert everything(game) == before
