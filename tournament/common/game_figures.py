"""Figures of single games, for the analytics of an event.

The boards give them. Pure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import NamedTuple

Place = tuple[int, int]
"""(round number, table number)."""


class DeedFigures(NamedTuple):
    """The figures of a deed in one game.

    `owned_turns` counts the turns that began while somebody owned it, and `income` is the rent
    it brought.
    """

    owned_turns: int
    income: int


class DiceFigures(NamedTuple):
    """A player's throws that move a pawn: their number, sum and doubles."""

    throws: int
    pips: int
    doubles: int


@dataclass(frozen=True, slots=True)
class GameFigures:
    """One game, played again from its record.

    `seconds` is its length and `turn_seconds` that of each turn, as far as the record has times.
    `out` has the turn in which a player left by code, `deeds` is by square, `dice` by code, and
    `held` has the deeds of each player, by code and square.
    """

    turns: int
    seconds: int | None
    turn_seconds: tuple[int, ...]
    out: Mapping[str, int]
    deeds: Mapping[int, DeedFigures]
    dice: Mapping[str, DiceFigures]
    held: Mapping[str, Mapping[int, DeedFigures]] = field(default_factory=dict)

    @property
    def median_turn_seconds(self) -> float | None:
        """The middle length of a turn, None if the record has no times."""
        return median(self.turn_seconds) if self.turn_seconds else None


class GamesSoFar(NamedTuple):
    """The games that are worked out, how many are still to be, and how many cannot be."""

    games: Mapping[Place, GameFigures]
    left: int
    refused: int


class DeedsSoFar(NamedTuple):
    """The deeds that players held in each of their games, by entry (key) and square.

    `left` is how many games are still to be worked out.
    """

    games: Mapping[int, Sequence[Mapping[int, DeedFigures]]]
    left: int


class LogFigures(NamedTuple):
    """Figures on how a table's log was kept.

    `corrections` are the table's own, `chief_corrections` the chief referee's. `late_events`
    reached the server over a minute after the tablet recorded them, in so many `gaps`; the
    longest lasted `longest_gap` seconds.
    """

    corrections: int = 0
    chief_corrections: int = 0
    undos: int = 0
    late_events: int = 0
    gaps: int = 0
    longest_gap: int = 0


class LogsSoFar(NamedTuple):
    """The logs that were read, and how many are still to be."""

    logs: Mapping[Place, LogFigures]
    left: int


class CallFigures(NamedTuple):
    """A call to the judge, by table and topic.

    The topic is as people read it. `seconds` is the time until the call was resolved, None
    while it is open.
    """

    place: Place
    topic: str
    seconds: int | None
