"""The dice and cards of a play-out, drawn from a seed.

The same turn reads the same numbers. Two play-outs of one number throw the same dice in the
same turn, even if they begin at different moments or follow different policies (common
random numbers).
"""

from __future__ import annotations

from random import Random

PER_TURN = 8
"""How many numbers of the first stream belong to each turn."""


class Draws:
    """The random numbers of play-out `number`, turn by turn.

    Turn t reads the numbers from PER_TURN * t on of one stream; what it needs beyond these PER_TURN
    comes from the second stream. Only `Random.random` is asked.
    """

    __slots__ = ("_end", "_first", "_more", "_next", "_numbers")

    def __init__(self, seed: str, number: int, *, turn: int = 0) -> None:
        self._first = Random(f"{seed}:{number}").random
        self._more = Random(f"{seed}:{number}:more").random
        self._numbers: list[float] = []
        self.begin_turn(turn)

    def begin_turn(self, turn: int) -> None:
        """Read from the numbers of turn `turn` on, whatever was left of those before."""
        self._next, self._end = turn * PER_TURN, (turn + 1) * PER_TURN
        missing = self._end - len(self._numbers)
        if missing > 0:
            first = self._first
            self._numbers += [first() for _ in range(missing)]

    def number_below(self, count: int) -> int:
        """Return a whole number from 0 to `count` - 1, each as likely."""
        if self._next == self._end:
            return int(self._more() * count)
        self._next += 1
        return int(self._numbers[self._next - 1] * count)

    def extra_below(self, count: int) -> int:
        """Return a whole number as `below`, from the second stream."""
        return int(self._more() * count)

    def die(self) -> int:
        """Throw one die."""
        return self.number_below(6) + 1

    def dice(self) -> tuple[int, int]:
        """Throw two dice."""
        return self.die(), self.die()
