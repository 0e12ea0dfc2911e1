"""Scripts for a simulated table.

A script is a bot's game with slips of the tongue, or a recorded game.
"""

from collections.abc import Callable, Iterator, Sequence
from math import inf
from random import Random
from typing import Any

from referee.engine import Game
from referee.rehearsal.bot import Event, play
from referee.rehearsal.tablet import Script

SLIP = 0.04


def bots(
    random: Random, *, turns: float = inf, is_time_up: Callable[[], bool] = lambda: False
) -> Script:
    """Return a script of a bot's game.

    It ends after `turns` throws or when time is up. Undos, counted cash, pauses and notes occur
    now and then.
    """

    def script(game: Game, _played: int) -> Iterator[Event]:
        for event in play(game, random, turns=turns, is_time_up=is_time_up):
            yield event
            if random.random() < SLIP:
                yield from random.choice(SLIPS)(game, random)

    return script


def recorded_script(events: Sequence[dict[str, Any]]) -> Script:
    """Return a script of these board events, one after another."""

    def script(game: Game, played: int) -> Iterator[Event]:
        for event in events[played:]:
            if not game.play(event).is_accepted:
                raise RuntimeError(f"the engine refuses {event}")
            yield event

    return script


def _undo(game: Game, random: Random) -> Iterator[Event]:
    for _again in range(random.randint(1, 3)):
        yield from _if_legal(game, {"type": "undo", "reason": "a slip"})


def _recount(game: Game, random: Random) -> Iterator[Event]:
    player = random.randrange(len(game.state.ids))
    cash = max(0, game.state.cash[player] + random.randint(-5, 5))
    counted = {"type": "recount", "player": game.state.ids[player], "cash": cash}
    yield from _if_legal(game, {**counted, "reason": "counted again"})


def _pause(_game: Game, _random: Random) -> Iterator[Event]:
    yield {"type": "pause", "reason": "water on the board"}
    yield {"type": "resume"}


def _note(_game: Game, random: Random) -> Iterator[Event]:
    yield {"type": "note", "text": f"note {random.randrange(1000)}"}


def _if_legal(game: Game, event: Event) -> Iterator[Event]:
    if game.play(event).is_accepted:
        yield event


SLIPS = (_undo, _recount, _pause, _note)
