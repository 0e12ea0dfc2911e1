"""Places of many play-outs, played side by side.

The games are those of `playouts.play_outs`, only faster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import ceil

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

_MOST_NUMBERS, _MOST_GAMES, _MOST_TOGETHER = 4_000_000, 8_192, 32_768
"""The most random numbers and games of one position, and the most games of all, at once."""


def batch_places(
    starts: Sequence[Start],
    *,
    methods: Sequence[str],
    playouts: int,
    on_progress: Callable[[int], None],
) -> list[dict[str, Places]]:
    """Return the places of each play-out from each start (see `places.places_from`)."""
    found = [{method: list[tuple[int, ...]]() for method in methods} for _ in starts]
    for part, games in play_batch(starts, methods=methods, playouts=playouts):
        rows = list(map(tuple, games.places.T.tolist()))
        lists = [found[start][method] for start in part for method in methods]
        count = len(rows) // len(lists)
        for number, reached in enumerate(lists):
            reached += rows[number * count : (number + 1) * count]
        on_progress(len(rows))
    return [dict(each) for each in found]


def play_batch(
    starts: Sequence[Start], *, methods: Sequence[str], playouts: int
) -> Iterator[tuple[Sequence[int], Games]]:
    """Yield some of the starts, by number, with ended games; play-outs come in order.

    The games stand by start, then by method, then by number.
    """
    for alike in _groups(starts):
        longest = max(starts[n].last_turn for n in alike)
        count = min(
            playouts,
            max(1, _MOST_NUMBERS // ((longest + 2) * PER_TURN)),
            max(1, _MOST_GAMES // len(methods)),
        )
        together = max(1, _MOST_TOGETHER // (count * len(methods)))
        parts = ceil(len(alike) / together)
        for part in (alike[n::parts] for n in range(parts)):
            for first in range(1, playouts + 1, count):
                numbers = range(first, min(first + count, playouts + 1))
                yield part, _play([starts[n] for n in part], methods, numbers)


def _groups(starts: Sequence[Start]) -> list[list[int]]:
    """Return the numbers of the starts that can be played together.

    They have the same rules, and players of the same roles who are in and out.
    """
    found: dict[tuple[object, ...], list[int]] = {}
    for number, start in enumerate(starts):
        state = start.state
        rules = state.edition.digest, state.rulings
        found.setdefault((*rules, state.monopolist, tuple(state.out)), []).append(number)
    return list(found.values())


def _play(starts: Sequence[Start], methods: Sequence[str], numbers: range) -> Games:
    state, count = starts[0].state, len(numbers)
    players, each = len(state.ids), count * len(methods)
    spent = np.repeat([players if method == MIX else 0 for method in methods], count)
    turns = np.repeat([start.turn for start in starts], each)
    last_turn = np.repeat([start.last_turn for start in starts], each)
    seeds = list(dict.fromkeys(start.seed for start in starts))
    before = np.repeat([seeds.index(start.seed) * count for start in starts], each)
    policy = [
        _policies(method, players, start.seed if method == MIX else "", numbers)
        for start in starts
        for method in methods
    ]
    drawn = Numbers(
        seeds,
        first=numbers[0],
        count=count,
        last_turn=int(last_turn.max()),
        rows=before + np.tile(np.arange(count), len(methods) * len(starts)),
        spent=np.tile(spent, len(starts)),
        turns=turns,
    )
    tables = tables_of(state.edition)
    games = Games(state, tables, drawn, np.concatenate(policy, 1), turns, last_turn)
    _place(games, [start.state for start in starts])
    play_turns(games)
    end_games(games)
    return games


def _place(games: Games, starts: Sequence[State]) -> None:
    """Place each start in its games; the engine judges what debtors do first.

    It does so once for all games of a start in which everybody plays alike.
    """
    count = games.count // len(starts)
    for number, start in enumerate(starts):
        those = slice(number * count, (number + 1) * count)
        games.place(those, start)
        if start.dues:
            policies, alike = np.unique(games.policy[:, those], axis=1, return_inverse=True)
            for each in range(policies.shape[1]):
                settle(games, those.start + np.flatnonzero(alike == each), start.copy())


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
