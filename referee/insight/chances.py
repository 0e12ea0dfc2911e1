"""Chances: counts of play-outs, ranges over policies and sample intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import TypedDict

from referee.engine.state import State
from referee.insight.places import ignore_progress, places_by_method
from referee.insight.playouts import METHODS, Playout, play_outs
from tournament.common.intervals import Interval, share_interval


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of each player's places over the play-outs of one method.

    `counts[player][place - 1]` is how often the play-outs brought the player to the place. As
    in a result, players with equal figures share a place: each of two joint winners has won,
    and nobody is second.
    """

    method: str
    playouts: int
    counts: tuple[tuple[int, ...], ...]

    def share(self, player: int, place: int) -> float:
        """Return the share of play-outs in which the player reached the place."""
        return self.counts[player][place - 1] / self.playouts


Estimate = tuple[float, Interval]
"""A figure counted in a sample, and the interval that the sample leaves it."""


@dataclass(frozen=True, slots=True)
class Range:
    """A chance: its range over the methods, and the interval around it.

    `low` and `high` are its least and greatest share. `least` is the lower end of Wilson's
    interval of the least share, `most` the upper end of that of the greatest.
    """

    low: float
    high: float
    least: float
    most: float


class Settings(TypedDict):
    """The settings of play-outs.

    They are the turns that still begin, the number of play-outs, the seed and the turn in
    progress.
    """

    turns: int
    playouts: int
    seed: str
    turn: int


def tally(method: str, places: Iterable[Sequence[int]], players: int) -> Tally:
    """Count the places (by player) of the play-outs of one method."""
    counts = [[0] * players for _player in range(players)]
    total = 0
    for total, reached in enumerate(places, 1):  # noqa: B007
        for player, place in enumerate(reached):
            counts[player][place - 1] += 1
    return Tally(method, total, tuple(tuple(row) for row in counts))


def tallies(
    start: State,
    *,
    turns: int,
    playouts: int,
    seed: str,
    turn: int = 0,
    methods: Sequence[str] = METHODS,
    on_playout: Callable[[str, Playout], None] | None = None,
    on_progress: Callable[[int], None] = ignore_progress,
) -> list[Tally]:
    """Play out `start` so many times by each method, and count.

    With `on_playout`, which gets every play-out, they are played one at a time; the counts are the
    same. `on_progress` gets the number of play-outs whenever some are done.
    """
    how = Settings(turns=turns, playouts=playouts, seed=seed, turn=turn)
    if on_playout is None:
        by_method = places_by_method(start, methods=methods, on_progress=on_progress, **how)
        return [tally(method, by_method[method], len(start.ids)) for method in methods]

    def places_by(method: str) -> Iterable[Sequence[int]]:
        for playout in play_outs(start, method=method, **how):
            on_playout(method, playout)
            on_progress(1)
            yield playout.places

    return [tally(method, places_by(method), len(start.ids)) for method in methods]


def range_of(counted: Sequence[Tally], player: int, place: int) -> Range:
    """Return the range over the methods of a player's chance to reach a place."""
    return range_over([share_of(each.counts[player][place - 1], each.playouts) for each in counted])


def range_over(found: Sequence[Estimate]) -> Range:
    """Return the range over figures, and around it what their intervals reach."""
    figures = [figure for figure, _interval in found]
    return Range(
        min(figures),
        max(figures),
        min(interval.low for _figure, interval in found),
        max(interval.high for _figure, interval in found),
    )


def share_of(count: float, of: int) -> Estimate:
    """Return a counted share with its interval."""
    return count / of, share_interval(count, of)


def difference_between(before: Estimate, after: Estimate) -> Estimate:
    """Return the second of two independent figures minus the first.

    The result has its interval. For shares it is Newcombe's method 10, for means the same with
    their own intervals.

    Sources: R. G. Newcombe, Statistics in Medicine 17 (1998), 873-890; G. Y. Zou and A. Donner,
    Statistics in Medicine 27 (2008), 1693-1702.
    """
    (first, one), (second, two) = before, after
    return second - first, Interval(
        second - first - hypot(second - two.low, one.high - first),
        second - first + hypot(two.high - second, first - one.low),
    )
