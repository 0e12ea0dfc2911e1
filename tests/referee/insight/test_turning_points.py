"""Turning points: what was planted comes first, and noise invents none."""

import json
from functools import cache
from typing import Any

import pytest

from referee.insight.playouts import play_outs
from referee.insight.positions import read_position
from referee.insight.saving import record_of
from referee.insight.turning_points import Moment, Settings, TurningPoint, turning_points
from tests.referee.insight.positions import opening
from tests.shares import sampled

EVEN = {
    "cash": {"p1": 500, "p2": 500, "p3": 500, "p4": 500},
    "deeds": {str(square): {"owner": f"p{1 + n % 4}"} for n, square in enumerate([6, 8, 9, 11])},
}
"""A quiet start: equal cash, a cheap street each."""


PLAYED, LEFT = 6, 40
"""Turns that were played, and that remain: with so many ahead, one throw decides little."""


@cache
def quiet_game(number: int) -> list[bytes]:
    """The lines of a game by misers, who never build, from its header to its end."""
    position = read_position(opening("us-2011", position=EVEN))
    *_, playout = play_outs(
        position.state, turns=PLAYED, method="miser", playouts=number, seed="quiet"
    )
    text = record_of(position, playout, method="miser", seed="quiet", turns=PLAYED)
    return text.strip().encode().split(b"\n")


def planted(number: int, event: dict[str, Any] | None = None) -> tuple[bytes, int]:
    """A quiet game until time is called, and the line of what was planted before its last turn.

    One player gives another everything, unless another event is planted.
    """
    lines = quiet_game(number)
    time = lines.index(b'{"type":"time"}')
    begin = max(n for n, row in enumerate(lines[:time]) if b'"roll"' in row)
    state = read_position(b"\n".join(lines[:begin])).state
    give = {"cash": state.cash[1], "deeds": [sq for sq in state.deeds(1) if not state.built[sq]]}
    trade = {"type": "trade", "player": "p2", "with": "p1", "give": give, "take": {}}
    text = json.dumps(event or trade).encode()
    return b"\n".join([*lines[:begin], text, *lines[begin:time]]), begin + 1


def points_of(content: bytes) -> list[TurningPoint]:
    position = read_position(content)
    return turning_points(position, Settings(30, "1", position.turn + LEFT))


@pytest.mark.parametrize("number", sampled(range(1, 8)))
def test_a_planted_trade_comes_first(number: int) -> None:
    content, line = planted(number)
    first, *_rest = points_of(content)
    assert first.step.line == line
    assert first.move > 0 or first.player != 0
    assert first.before != first.after


def test_an_event_that_changes_nothing_moves_nothing_at_all() -> None:
    state = read_position(b"\n".join(quiet_game(1)[:2])).state
    counted = {"type": "recount", "player": "p4", "cash": state.cash[3], "reason": "counted"}
    content = b"\n".join([*quiet_game(1)[:2], json.dumps(counted).encode()])
    position = read_position(content)
    settings = Settings(20, "1", position.turn + 5)
    before, after = (
        Moment(each, position.turn, settings).all_places
        for each in (position.steps[-1].before, position.state)
    )
    assert before == after
    assert 3 not in [point.step.line for point in turning_points(position, settings)]


def test_a_finished_game_is_looked_back_on() -> None:
    position = read_position(b"\n".join(quiet_game(1)), finished=True)
    settings = Settings(10, "1", position.turn)
    shares: list[float] = []
    points = turning_points(position, settings, on_progress=shares.append)
    assert points == turning_points(position, settings)
    assert 0.6 < sum(shares) < 1.01
    moves = [abs(point.move) for point in points]
    assert moves == sorted(moves, reverse=True)
