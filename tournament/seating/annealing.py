"""Swap annealing, in which players of a round change places.

All rounds are annealed at once, and all criteria are weighed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from math import exp

from tournament.seating.instance import Instance, Tables
from tournament.seating.pair_costs import pair_costs
from tournament.seating.seat_costs import SeatCosts

CHUNK = 500
FOCUSED = 0.9
SEATS_A_LOOK = 4


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
        self._fixed_at = [
            _count_fixed(layout, fixed)
            for layout, fixed in zip(instance.layouts, instance.fixed, strict=True)
        ]
        self.terms = SeatCosts(instance, weights, schedule)
        self.load(schedule)

    def load(self, schedule: Sequence[Tables]) -> None:
        """Go on from this schedule."""
        self.schedule = copy_schedule(schedule)
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
        self.best_cost, self.best = self.cost, copy_schedule(self.schedule)

    def anneal(
        self,
        moves: int,
        heat: tuple[float, float],
        focus: int,
        target: int,
        spend: Callable[[int], bool],
    ) -> None:
        """Cool from one temperature to another; `best` keeps the best found.

        Temperatures are in units of weighted cost. Mostly players whose seats cost at least `focus`
        are moved. They are looked for afresh about as often as each seat is tried once.
        """
        hot, cold = heat
        cooling = (cold / hot) ** (CHUNK / moves)
        temperature = hot
        every = sum(map(len, self.instance.present)) // SEATS_A_LOOK
        costly, due = self._costly_seats(focus), every
        for _ in range(moves // CHUNK):
            if self.best_cost <= target or not spend(CHUNK):
                break
            left = CHUNK
            while left > 0 and self.cost > target:
                if due <= 0:
                    costly, due = self._costly_seats(focus), every
                made = self._propose(temperature, costly, left, due, target)
                left -= made
                due -= made
            if self.cost < self.best_cost:
                self.best_cost, self.best = self.cost, copy_schedule(self.schedule)
            temperature *= cooling

    def _propose(  # noqa: C901
        self,
        temperature: float,
        costly: Sequence[tuple[int, int, int]],
        most: int,
        due: int,
        target: int,
    ) -> int:
        """Make up to `most` proposals and return how many were made.

        Stop earlier at the cost `target`. Stop also once a proposal is accepted after `due` of
        them. The loop is written out: it is where the time goes.
        """
        rng, price, again, schedule = self.rng.random, self._price, self._again, self.schedule
        fixed_of, terms, window = self.instance.fixed, self.terms, self.window
        change, touched, numbered = terms.change, terms.touched, terms.numbered_parts
        lean, odd = terms.lean, terms.odd
        for made in range(1, most + 1):
            if costly and rng() < FOCUSED:
                r, a, i = costly[int(rng() * len(costly))]
                tables = schedule[r]
                one = tables[a]
            else:
                r = int(rng() * len(schedule))
                tables = schedule[r]
                a = int(rng() * len(tables))
                one = tables[a]
                i = int(rng() * len(one))
            p = one[i]
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
            renumber = fixed and (p in fixed or q in fixed)
            if renumber and not self._may_renumber(r, a, b, p, q):
                continue
            row, row_q = price[p], price[q]
            worse = again * (len(one) + len(other) - 2) - 2 * row[q]
            for x in one:
                worse += row_q[x] - row[x]
            for x in other:
                worse += row[x] - row_q[x]
            if touched[r] and (lean[p] != lean[q] or odd[r][a] != odd[r][b] or numbered):
                worse += change(r, a, b, p, q)
            if worse > 0 and rng() >= exp(-worse / temperature):
                continue
            self._exchange(r, a, i, b, j)
            if renumber:
                self._renumber(r, a, b)
            self.cost += worse
            if made >= due or self.cost <= target:
                return made
        return most

    def _may_renumber(self, r: int, a: int, b: int, p: int, q: int) -> bool:
        """Return whether p and q, at least one of them fixed, may change companions.

        They do when they exchange seats and their tables exchange numbers: no fixed player but they
        may sit there, and the tables must be of one size.
        """
        fixed, fixed_at, layout = self.instance.fixed[r], self._fixed_at[r], self.instance.layouts
        return (
            layout[r][a] == layout[r][b]
            and fixed_at[a] == (p in fixed)
            and fixed_at[b] == (q in fixed)
            and not self.terms.numbered_parts
        )

    def _renumber(self, r: int, a: int, b: int) -> None:
        tables = self.schedule[r]
        tables[a], tables[b] = tables[b], tables[a]
        self.terms.renumber(r, a, b)

    def _costly_seats(self, focus: int) -> list[tuple[int, int, int]]:
        """Return (round, table, seat) of the seats that cost at least `focus`."""
        price, again, terms = self._price, self._again, self.terms
        found = []
        for r, tables in enumerate(self.schedule):
            for a, table in enumerate(tables):
                had = again * (1 - len(table))
                for i, p in enumerate(table):
                    cost = had + sum(map(price[p].__getitem__, table))
                    if terms.touched[r]:
                        cost += terms.seat_cost(r, a, p)
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


def _count_fixed(layout: Sequence[int], fixed: Mapping[int, int]) -> list[int]:
    """Return by table how many players are locked or pinned there."""
    counts = [0] * len(layout)
    for table in fixed.values():
        counts[table] += 1
    return counts


def copy_schedule(schedule: Sequence[Tables]) -> list[Tables]:
    """Return the schedule with lists of its own."""
    return [[list(table) for table in tables] for tables in schedule]
