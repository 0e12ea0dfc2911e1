"""Swap annealing: players of a round change places, all rounds at once, all criteria weighed."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from math import exp

from tournament.seating.instance import Instance, Tables
from tournament.seating.pairs import pair_costs
from tournament.seating.terms import SeatTerms

CHUNK = 500
FOCUSED = 0.9


class SwapSearch:
    """A schedule being improved; `cost` is its weighted violations.

    `_price[p][q]` is what one more meeting of p and q would cost; a meeting had costs
    `_price[p][q] - again`, since every meeting makes the next dearer by `again`.
    """

    def __init__(
        self,
        instance: Instance,
        weights: Mapping[str, int],
        schedule: Sequence[Tables],
        rng: random.Random,
        window: int | None = None,
    ) -> None:
        self.instance = instance
        self.rng = rng
        self.window = window
        self._again = weights.get("rematches", 0)
        self._base = pair_costs(instance, weights)
        self._weights = weights
        self.terms = SeatTerms(instance, weights, schedule)
        self.load(schedule)

    def load(self, schedule: Sequence[Tables]) -> None:
        """Go on from this schedule."""
        self.schedule = copied(schedule)
        self._price = [list(row) for row in self._base]
        self.terms.start(self.schedule)
        cost = 0
        for tables in self.schedule:
            for table in tables:
                for at, p in enumerate(table):
                    for q in table[:at]:
                        cost += self._price[p][q]
                        self._price[p][q] += self._again
                        self._price[q][p] += self._again
        seats = self.terms.cost(self.schedule)
        self.cost = cost + sum(self._weights.get(code, 0) * v for code, v in seats.items())
        self.best_cost, self.best = self.cost, copied(self.schedule)

    def anneal(
        self,
        moves: int,
        heat: tuple[float, float],
        focus: int,
        target: int,
        spend: Callable[[int], bool],
    ) -> None:
        """Cool from one temperature to another (weighted cost); `best` keeps the best found.

        Mostly players whose seats cost at least `focus` are moved.
        """
        hot, cold = heat
        cooling = (cold / hot) ** (CHUNK / moves)
        temperature = hot
        for _ in range(moves // CHUNK):
            if self.best_cost <= target or not spend(CHUNK):
                break
            self._chunk(temperature, focus, target)
            if self.cost < self.best_cost:
                self.best_cost, self.best = self.cost, copied(self.schedule)
            temperature *= cooling

    def _chunk(self, temperature: float, focus: int, target: int) -> None:  # noqa: C901
        """CHUNK proposals. The loop is written out: it is where the time goes."""
        rng, price, again, schedule = self.rng.random, self._price, self._again, self.schedule
        fixed_of, terms, window = self.instance.fixed, self.terms, self.window
        change = terms.change if terms.active else None
        troubled = self._troubled(focus)
        for _ in range(CHUNK):
            if troubled and rng() < FOCUSED:
                r, a, i = troubled[int(rng() * len(troubled))]
                tables = schedule[r]
                one = tables[a]
            else:
                r = int(rng() * len(schedule))
                tables = schedule[r]
                a = int(rng() * len(tables))
                one = tables[a]
                i = int(rng() * len(one))
            p = one[i]
            row = price[p]
            had = again * (1 - len(one))
            for x in one:
                had += row[x]
            if window is None:
                b = int(rng() * len(tables))
            else:
                b = min(max(a + int(rng() * (2 * window + 1)) - window, 0), len(tables) - 1)
            if a == b:
                continue
            other = tables[b]
            j = int(rng() * len(other))
            q = other[j]
            fixed = fixed_of[r]
            if fixed and (p in fixed or q in fixed):
                continue
            row_q = price[q]
            worse = again * (len(other) - 1) - had - 2 * row[q]
            for x in one:
                worse += row_q[x]
            for x in other:
                worse += row[x] - row_q[x]
            if change is not None:
                worse += change(r, a, b, p, q)
            if worse > 0 and rng() >= exp(-worse / temperature):
                continue
            self._exchange(r, a, i, b, j)
            self.cost += worse
            if self.cost <= target:
                return

    def _troubled(self, focus: int) -> list[tuple[int, int, int]]:
        """(round, table, seat) of the seats that cost at least `focus`."""
        price, again, terms = self._price, self._again, self.terms
        found = []
        for r, tables in enumerate(self.schedule):
            for a, table in enumerate(tables):
                had = again * (1 - len(table))
                for i, p in enumerate(table):
                    row = price[p]
                    cost = had + sum([row[x] for x in table])
                    if terms.active:
                        cost += terms.trouble(r, a, p)
                    if cost >= focus:
                        found.append((r, a, i))
        return found

    def _exchange(self, r: int, a: int, i: int, b: int, j: int) -> None:
        price, again = self._price, self._again
        one, other = self.schedule[r][a], self.schedule[r][b]
        p, q = one[i], other[j]
        row, row_q = price[p], price[q]
        for x in one:
            if x != p:
                row[x] -= again
                price[x][p] -= again
                row_q[x] += again
                price[x][q] += again
        for x in other:
            if x != q:
                row_q[x] -= again
                price[x][q] -= again
                row[x] += again
                price[x][p] += again
        one[i], other[j] = q, p
        if self.terms.active:
            self.terms.exchange(r, a, b, p, q)


def copied(schedule: Sequence[Tables]) -> list[Tables]:
    """The schedule with lists of its own."""
    return [[list(table) for table in tables] for tables in schedule]
