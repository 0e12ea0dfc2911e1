"""A final position typed from paper comes to what the game played to its end comes to."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.engine import Game
from referee.engine.state import ADJUSTED, FINISHED, RICHEST
from referee.records.final_position import TypedDeed, TypedPosition, judge_position, typed_of
from scoring.game.position import MORTGAGED
from tests.golden.test_golden import GOLDEN, name
from tests.shares import sampled

FINISHED_GAMES = [path for path in GOLDEN if "still" not in path.name]
Json = dict[str, Any]


def played_until_the_end(path: Path) -> tuple[Json, Game, tuple[tuple[int, tuple[int, int]], ...]]:
    """Header, the game as it lay before its last procedure, and what was thrown there."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    header = {key: value for key, value in lines[0].items() if key != "position"}
    game, throws = Game.open(lines[0]), {}
    for event in lines[1:]:
        if event["type"] in ("retain", "richest", "circuit"):
            throws = event.get("dice", {})
            continue
        assert not game.play(event).refusals
    return header, game, tuple((int(n), (one, two)) for n, (one, two) in throws.items())


def typed_from(path: Path) -> tuple[Json, TypedPosition, Game]:
    """The game's end as its paper sheet has it."""
    header, game, throws = played_until_the_end(path)
    assert game.status in (ADJUSTED, RICHEST, FINISHED)
    state, ids = game.state, game.state.ids
    deeds = {
        square: TypedDeed(
            ids[state.owner[square]], max(state.built[square], 0), state.built[square] == MORTGAGED
        )
        for square in state.board.deeds
        if state.owner[square] >= 0
    }
    return header, TypedPosition(
        roles={player["id"]: player["role"] for player in header["players"]},
        cash={ids[n]: state.cash[n] for n in state.players_in()},
        deeds=deeds,
        confined=tuple(ids[n] for n in state.players_in() if state.confined[n]),
        left=tuple(ids[n] for n in state.out),
        throws=dict(throws),
    ), game  # fmt: skip


@pytest.mark.parametrize("path", sampled(FINISHED_GAMES), ids=name)
def test_the_end_of_a_golden_game_typed_from_paper_has_its_statement(path: Path) -> None:
    header, typed, game = typed_from(path)
    kept = json.loads(json.dumps(typed.as_json()))
    judged = judge_position(header, TypedPosition.from_json(kept), game.state.edition)
    assert judged.faults == ()
    assert judged.game is not None
    expected = path.with_name(f"{name(path)}.statement.json").read_text("utf-8")
    assert judged.game.statement() == json.loads(expected)
    assert typed_of(judged.text) == typed
    assert judged.lines[0]["x-quick"] == 1
