"""A study of one setting.

It holds its games played, and all its figures as plain values to keep.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from referee.engine.state import TWO_HOUR
from referee.insight.fairness import (
    GameTally,
    Setting,
    compare_roles_won,
    figures_of,
    play,
    tallies_of,
)
from referee.insight.strongest import Field, RoundFigures, find_strongest

Progress = Callable[[float], object]


@dataclass(frozen=True, slots=True)
class Plan:
    """The games of each table size and method, and the seed of all that is drawn."""

    games: int
    seed: str


class Study:
    """The games of a setting so far, which may be few or none where it was stopped."""

    def __init__(self, setting: Setting, field: Field, plan: Plan) -> None:
        self.setting, self.field, self.plan = setting, field, plan
        self.tallies: list[GameTally] = tallies_of(setting)

    def play(self) -> Iterator[float]:
        """Play the games, and yield the share that is done."""
        yield from play(self.setting, self.tallies, games=self.plan.games, seed=self.plan.seed)

    def report(self, on_progress: Progress = lambda _share: None) -> dict[str, Any]:
        """Return the figures of the games so far, as values of JSON."""
        found = self._rounds(on_progress)
        return {
            "games": sum(tally.games for tally in self.tallies),
            "turns": self.setting.turns,
            "tables": [asdict(figures) for figures in figures_of(self.setting, self.tallies)],
            "players": self.field.players,
            "events": self.field.events,
            "rounds": [asdict(figures) for figures in found],
        }

    def _rounds(self, on_progress: Progress) -> list[RoundFigures]:
        """Return how well the rounds find the strongest; open games would give no points."""
        if self.setting.mode != TWO_HOUR:
            return []
        return find_strongest(
            self.field, self.tallies, seed=self.plan.seed, on_progress=on_progress
        )


def difference_of(first: Study, second: Study) -> dict[int, dict[str, float]]:
    """Return, by table size, the rise of the monopolists' share of games won.

    It is that of the second study minus that of the first.
    """
    moves = compare_roles_won(first.tallies, second.tallies)
    return {size: asdict(move) for size, move in moves.items()}
