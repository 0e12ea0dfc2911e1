"""The random numbers of many play-outs.

They are those of `draws.Draws`, read for many games at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from referee.insight.draws import PER_TURN

Ints = NDArray[np.int64]
_KEPT = 1_000_000
"""The most numbers that are kept for another reading."""
_LOW = np.uint64(0xFFFFFFFF)
_FIVE, _SHIFT, _HIGH = np.uint64(5), np.uint64(26), np.uint64(38)


class Numbers:
    """The random numbers of some games.

    The games are play-outs `first` to `first + count - 1` of each seed. `rows` says which
    play-out each game is, counted from 0 over all seeds, one after another. Several games may
    be the same play-out. `spent` counts the numbers of the second stream that were read before
    each game, `turns` is the turn in progress. No turn after `last_turn` begins.
    """

    def __init__(
        self,
        seeds: Sequence[str],
        *,
        first: int,
        count: int,
        last_turn: int,
        rows: Ints,
        spent: Ints,
        turns: Ints,
    ) -> None:
        self._seeds, self._first, self._count = seeds, first, count
        self._rows, self._spent = rows, spent
        width = (last_turn + 2) * PER_TURN
        few = count * width <= _KEPT
        streams = _kept_streams if few else first_streams
        words = [streams(seed, first, count, width) for seed in seeds]
        self._words = words[0] if len(words) == 1 else np.concatenate(words)
        self._base = rows * width
        self._next = self._base + turns * PER_TURN
        self._end = self._next + PER_TURN
        self._more: dict[int, Random] = {}

    def begin_turns(self, games: Ints, turns: Ints | int) -> None:
        """Read from the numbers of these turns on, whatever was left of those before."""
        start = self._base[games] + turns * PER_TURN
        self._next[games] = start
        self._end[games] = start + PER_TURN

    def number_below(self, games: Ints, count: Ints | int) -> Ints:
        """Return a whole number from 0 to `count` - 1 for each of the games."""
        place = self._next[games]
        left = place < self._end[games]
        if left.all():
            self._next[games] = place + 1
            return (_as_shares(self._words[place]) * count).astype(np.int64)
        self._next[games] = place + left
        shares = _as_shares(self._words[np.minimum(place, self._words.size - 1)])
        for at in np.flatnonzero(~left):
            shares[at] = self._second(int(games[at])).random()
        return (shares * count).astype(np.int64)

    def die(self, games: Ints) -> Ints:
        """Throw one die in each of the games."""
        return self.number_below(games, 6) + 1

    def _second(self, game: int) -> Random:
        """Return a game's second stream, after the numbers that were read before the game."""
        if game not in self._more:
            seed, number = divmod(int(self._rows[game]), self._count)
            stream = second_stream(self._seeds[seed], self._first + number)
            for _ in range(self._spent[game]):
                stream.random()
            self._more[game] = stream
        return self._more[game]


def second_stream(seed: str, number: int) -> Random:
    """Return the second stream of play-out `number`, from its beginning."""
    return Random(f"{seed}:{number}:more")


def first_streams(seed: str, first: int, count: int, width: int) -> NDArray[np.uint64]:
    """Return the first `width` numbers of each first stream, as words of 64 bits.

    `Random.random` makes a number of two words of 32 bits; they are kept, as they come, in one.
    """
    streams = [
        Random(f"{seed}:{number}").getrandbits(64 * width).to_bytes(8 * width, "little")
        for number in range(first, first + count)
    ]
    return np.frombuffer(b"".join(streams), dtype="<u8")


_kept_streams = lru_cache(maxsize=4)(first_streams)
"""For the next position of the same game, which reads the same numbers."""


def _as_shares(words: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Return the shares from 0 to 1 that `Random.random` makes of these words.

    It takes 53 bits of them.
    """
    bits = ((words & _LOW) >> _FIVE << _SHIFT) | (words >> _HIGH)
    return bits.astype(np.float64) * 2.0**-53
