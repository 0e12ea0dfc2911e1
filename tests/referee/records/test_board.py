"""The boards of all golden games are as the public state declares them."""

import json
from pathlib import Path

import pytest

from referee.engine import Game, state
from referee.engine.header import open_state
from referee.records.board import Plans, board_of, rents_of
from tests.golden.test_golden import GOLDEN
from tests.referee.live.declared import check_declared_board
from tests.shares import sampled
from tournament.public.declaration.boards import BOARD_STATES

EVERY = 25


@pytest.mark.parametrize("path", sampled(GOLDEN), ids=lambda path: path.name.split("_")[0])
def test_a_board_has_what_is_declared_and_nothing_else(path: Path) -> None:
    header, *events = map(json.loads, path.read_text("utf-8").splitlines())
    game = Game.open(header, edition=open_state(header, None).edition)
    for left, event in zip(reversed(range(len(events))), events, strict=True):
        assert game.play(event).is_accepted
        if left < 3 or left % EVERY == 0:
            board, rents = board_of(game.state, plans=Plans.ALL), rents_of(game.state)
            deeds = {square: deed | rents[square] for square, deed in board["deeds"].items()}
            check_declared_board({**board, "deeds": deeds})


def test_a_board_may_have_each_status_of_the_engine() -> None:
    words = {value for name, value in vars(state).items() if name.isupper() and type(value) is str}
    assert {*BOARD_STATES} == words - {*state.MODES}
