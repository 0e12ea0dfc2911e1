"""A live game: what it costs to play an event."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from referee.engine.judge import judge
from tests.referee.engine.table import table


def times_judged(work: Callable[[], Any]) -> int:
    """How often `work` asks the rules about an event."""
    count = 0

    def watch(frame: FrameType, what: str, _: Any) -> None:
        nonlocal count
        count += what == "call" and frame.f_code is judge.__code__

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize(
    "event",
    [
        {"type": "roll", "player": "p2", "dice": [1, 2]},
        {"type": "undo", "reason": "misread"},
        {"type": "withdraw", "player": "p1"},
        {"type": "buy", "player": "p2"},
    ],
    ids=lambda event: event["type"],
)
def test_an_event_is_judged_once_whether_it_is_accepted_or_not(event):
    game = table().quiet("p1").game
    assert times_judged(lambda: game.play(event)) == 1


def test_what_was_decided_is_what_is_folded():
    game = table().game
    decision = game.play({"type": "roll", "player": "p1", "dice": [1, 2]})
    assert [kind for kind, *_ in decision.facts] == ["turn", "move", "offer"]
    assert (game.state.square[0], game.state.offer, game.state.on_turn) == (3, 3, 0)
