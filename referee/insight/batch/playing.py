"""Places of many play-outs, played side by side: the games of `playouts.play_outs`, only faster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

import numpy as np

from referee.engine.state import State
from referee.insight.batch.debts import settle
from referee.insight.batch.ending import end_games
from referee.insight.batch.games import Bytes, Games
from referee.insight.batch.numbers import Numbers, second_stream
from referee.insight.batch.tables import tables_of
from referee.insight.batch.turns import play_turns
from referee.insight.draws import PER_TURN
from referee.insight.playouts import MIX, Places, Start
from referee.insight.policies import POLICIES

_MOST_NUMBERS, _MOST_GAMES = 4_000_000, 8_192
"""The most random numbers, and the most games, in memory at once."""


def batch_places(
    starts: Sequence[Start],
    *,
    last_turn: int,
    methods: Sequence[str],
    playouts: int,
    seed: str,
    on_progress: Callable[[int], None],
) -> list[dict[str, Places]]:
    """Return the places of each play-out from each start (see `places.places_from`)."""
    found = [{method: list[tuple[int, ...]]() for method in methods} for _ in starts]
    for part, games in play_batch(
        starts, last_turn=last_turn, methods=methods, playouts=playouts, seed=seed
    ):
        rows = list(map(tuple, games.places.T.tolist()))
        lists = [found[start][method] for start in part for method in methods]
        count = len(rows) // len(lists)
        for number, reached in enumerate(lists):
            reached += rows[number * count : (number + 1) * count]
        on_progress(len(rows))
    return [dict(each) for each in found]


def play_batch(
    starts: Sequence[Start], *, last_turn: int, methods: Sequence[str], playouts: int, seed: str
) -> Iterator[tuple[range, Games]]:
    """Yield some of the starts, by number, with ended games; play-outs come in order.

    `starts` are positions of one game. The games stand by start, then by method, then by number.
    """
    count = min(
        playouts,
        max(1, _MOST_NUMBERS // ((last_turn + 2) * PER_TURN)),
        max(1, _MOST_GAMES // len(methods)),
    )
    together = max(1, _MOST_GAMES // (count * len(methods)))
    for begin in range(0, len(starts), together):
        part = range(begin, min(begin + together, len(starts)))
        for first in range(1, playouts + 1, count):
            numbers = range(first, min(first + count, playouts + 1))
            yield part, _play([starts[n] for n in part], last_turn, methods, seed, numbers)


def _play(
    starts: Sequence[Start], last_turn: int, methods: Sequence[str], seed: str, numbers: range
) -> Games:
    players, count = len(starts[0][0].ids), len(numbers)
    spent = np.repeat([players if method == MIX else 0 for method in methods], count)
    turns = np.repeat([turn for _start, turn in starts], count * len(methods))
    policy = [_policies(method, players, seed, numbers) for method in methods]
    drawn = Numbers(
        seed,
        first=numbers[0],
        count=count,
        last_turn=last_turn,
        rows=np.tile(np.arange(count), len(methods) * len(starts)),
        spent=np.tile(spent, len(starts)),
        turns=turns,
    )
    model = min((start for start, _turn in starts), key=lambda start: len(start.out))
    tables = tables_of(model.edition)
    games = Games(model, tables, drawn, np.tile(np.concatenate(policy, 1), len(starts)), turns)
    _place(games, [start for start, _turn in starts])
    play_turns(games, last_turn)
    end_games(games, last_turn)
    return games


def _place(games: Games, starts: Sequence[State]) -> None:
    """Place each start in its games; the engine judges what debtors do first."""
    count = games.count // len(starts)
    for number, start in enumerate(starts):
        those = slice(number * count, (number + 1) * count)
        games.place(those, start)
        if start.dues:
            for game in range(those.start, those.stop):
                settle(games, game, start.copy())


@lru_cache(maxsize=16)
def _policies(method: str, players: int, seed: str, numbers: range) -> Bytes:
    """Return each player's policy by its number, in each play-out of a method."""
    known = list(POLICIES)
    if method != MIX:
        return np.full((players, len(numbers)), known.index(method), dtype=np.int8)
    drawn = []
    for number in numbers:
        stream = second_stream(seed, number)
        drawn.append([int(stream.random() * len(known)) for _ in range(players)])
    return np.array(drawn, dtype=np.int8).T
