"""The best schedule found so far, and annealing from it, phase by phase."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from tournament.seating.annealing import CHUNK, SwapSearch
from tournament.seating.bounds import least_cost
from tournament.seating.instance import Instance, Tables


@dataclass(frozen=True, slots=True)
class Phase:
    """A number of moves between two temperatures.

    Most moves are of seats that cost `focus` or more.
    """

    heat: tuple[float, float]
    focus: int
    moves: int


class Improving:
    """A search with given weights; `best` has the least `cost` of all schedules found."""

    def __init__(
        self,
        instance: Instance,
        weight: Mapping[str, int],
        starts: Sequence[list[Tables]],
        rng: random.Random,
        window: int | None = None,
    ) -> None:
        self.least = least_cost(instance, weight)
        self._search = SwapSearch(instance, weight, starts[0], rng, window)
        self.best, self.cost = self._search.best, self._search.cost
        for start in starts[1:]:
            self.consider(start)

    @property
    def is_at_bound(self) -> bool:
        """Whether no draw can be better, considering tables only."""
        return self.cost <= self.least

    def consider(self, schedule: Sequence[Tables]) -> None:
        """Keep this schedule if it is the best so far."""
        self._search.load(schedule)
        self._keep()

    def anneal(self, phase: Phase, spend: Callable[[int], bool]) -> list[Tables]:
        """Run a phase and return the best schedule of the phase.

        The phase starts from where the search stopped.
        """
        moves = max(CHUNK, phase.moves // CHUNK * CHUNK)
        self._search.anneal(moves, phase.heat, phase.focus, self.least, spend)
        self._keep()
        return self._search.best

    def refine(self, phases: Sequence[Phase], spend: Callable[[int], bool]) -> None:
        """Run the phases, each from the best schedule so far."""
        for phase in phases:
            if self.is_at_bound:
                return
            self._search.load(self.best)
            self.anneal(phase, spend)

    def _keep(self) -> None:
        if self._search.best_cost < self.cost:
            self.best, self.cost = self._search.best, self._search.best_cost


def phases_by_scale(weight: Mapping[str, int], cost: int, moves: int) -> list[Phase]:
    """Return phases at the scale of each weight that the cost still contains.

    The weights are taken in turn, twice.
    """
    scales = [w for w in weight.values() if w <= cost] or [1]
    share = moves // (2 * len(scales))
    return [Phase((hot * w, 0.12 * w), w, share) for hot in (0.5, 0.3) for w in scales]


def restarts() -> Iterator[int]:
    """Yield the length of each turn.

    Half of them are 1, a quarter 2, an eighth 4 and so on. So some turns come near to the
    length that suits the problem best.

    Source: M. Luby, A. Sinclair, D. Zuckerman, Optimal speedup of Las Vegas algorithms (1993).
    """
    return (turn & -turn for turn in count(1))
