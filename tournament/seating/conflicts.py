"""Conflict-driven annealing: a player in conflict is offered every other seat.

A player in conflict has something against the seat.

What each player would add at each table is kept, all players side by side in one whole
number, a LANE of bits each. So a few additions weigh the exchanges of one player with all
others, and the one made is drawn by what it costs; staying put is one of the choices. The
temperature is low and steady. Most of the players moved meet somebody again or a club-mate,
sit at too many tables of the other size, or need a role that their table cannot give them.

Sources: S. Minton et al., Minimizing conflicts (1992); I. Dotú, P. Van Hentenryck,
Scheduling social tournaments locally (2007), who choose by conflicts too, with a tabu list;
L. Lamport, Multiple byte processing with full-word instructions (1975).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from math import exp

from tournament.seating.annealing import CHUNK, FOCUSED, copy_schedule
from tournament.seating.instance import Instance, Tables
from tournament.seating.pair_costs import pair_costs
from tournament.seating.seat_costs import SeatCosts

MAX_PLAYERS = 48
MAX_PRICE = 60
VISIT = 8
LANE = 16
ALL, HIGH, ZERO = (1 << LANE) - 1, 1 << (LANE - 1), 1 << (LANE - 3)


def is_searchable(instance: Instance, weights: Mapping[str, int]) -> bool:
    """Return whether `ConflictSearch` can take the instance.

    The instance must be small (`MAX_PLAYERS`), with nobody pinned or locked. The snake must not
    weigh, the largest weight must be 1, and no meeting may cost more than `MAX_PRICE`.
    """
    return (
        instance.count <= MAX_PLAYERS
        and not any(instance.fixed)
        and "snake" not in weights
        and max(weights.values(), default=0) == 1
        and max(map(max, pair_costs(instance, weights))) <= MAX_PRICE
    )


def lanes(players: Sequence[int]) -> int:
    """Return a number with a 1 in the lane of each of the players."""
    return sum(1 << LANE * p for p in players)


class ConflictSearch:
    """A schedule being improved; `cost` is its violations, each weighing 1.

    Of all in lanes: `_price[p]`: what one more meeting with p would cost each. `_near[r][t]`: what
    meetings with everybody at table t of round r would. `_own[r]`: what each would save by
    leaving the table. `_seated[r][t]`: who sits there. `_odd`: seats at tables of the other size.
    """

    def __init__(
        self,
        instance: Instance,
        weights: Mapping[str, int],
        schedule: Sequence[Tables],
        rng: random.Random,
    ) -> None:
        self.instance = instance
        self.rng = rng
        self._again = weights.get("rematches", 0)
        self._sizes = weights.get("sizes", 0)
        self._weights = weights
        self._base = pair_costs(instance, weights)
        self.terms = SeatCosts(instance, weights, schedule)
        lean = self.terms.lean
        self._leaning = {
            side: lanes([p for p, other in enumerate(lean) if other == side]) for side in (-1, 0, 1)
        }
        everybody = lanes(range(instance.count))
        self._nothing, self._high = ZERO * everybody, HIGH * everybody
        self._free, self._dear = (HIGH + ZERO) * everybody, (HIGH + ZERO + 1) * everybody
        self._everybody = [lanes(present) for present in instance.present]
        self.load(schedule)

    def load(self, schedule: Sequence[Tables]) -> None:
        """Go on from this schedule."""
        self.schedule = copy_schedule(schedule)
        price = [list(row) for row in self._base]
        self.terms.start(self.schedule)
        seats = self.terms.cost(self.schedule)
        self.cost = sum(self._weights.get(code, 0) * value for code, value in seats.items())
        for table in (table for tables in self.schedule for table in tables):
            for place, p in enumerate(table):
                for q in table[:place]:
                    self.cost += price[p][q]
                    price[p][q] += self._again
                    price[q][p] += self._again
        self._index(price)
        self.best_cost, self.best = self.cost, copy_schedule(self.schedule)

    def _index(self, price: Sequence[Sequence[int]]) -> None:
        self._price = [sum(cost << LANE * q for q, cost in enumerate(row)) for row in price]
        self._odd = sum(times << LANE * p for p, times in enumerate(self.terms.odd_times))
        self._at = [_tables_of(self.instance.count, tables) for tables in self.schedule]
        self._seated = [[lanes(table) for table in tables] for tables in self.schedule]
        self._odd_seats = [
            sum(lanes(table) for table, is_odd in zip(tables, odd, strict=True) if is_odd)
            for tables, odd in zip(self.schedule, self.terms.odd, strict=True)
        ]
        self._near = [
            [*(sum(self._price[p] for p in table) for table in tables), 0]
            for tables in self.schedule
        ]
        self._own = [self._savings(r) for r in range(len(self.schedule))]

    def _savings(self, r: int) -> int:
        again, total = self._again, 0
        for near, seated, size in zip(  # the last of `near` is of those absent
            self._near[r], self._seated[r], self.instance.layouts[r], strict=False
        ):
            total += (near & seated * ALL) - again * (size - 1) * seated
        return total

    def anneal(
        self, moves: int, temperature: float, target: int, spend: Callable[[int], bool]
    ) -> None:
        """Search at a steady temperature; `best` keeps the best found.

        Each visit to a player costs VISIT moves.
        """
        chance = exp(-1 / temperature)
        costly = self._costly_seats()
        for _ in range(moves // CHUNK):
            if self.best_cost <= target or not spend(CHUNK):
                return
            for _ in range(CHUNK // VISIT):
                if self._visit(chance, costly):
                    if self.cost <= target:
                        break
                    costly = self._costly_seats()
            if self.cost < self.best_cost:
                self.best_cost, self.best = self.cost, copy_schedule(self.schedule)

    def _visit(self, chance: float, costly: Sequence[tuple[int, int]]) -> bool:
        """Offer a player the seats of all others; whether one was exchanged."""
        rng = self.rng.random
        if costly and rng() < FOCUSED:
            r, p = costly[int(rng() * len(costly))]
        else:
            r = int(rng() * len(self.schedule))
            present = self.instance.present[r]
            p = present[int(rng() * len(present))]
        costs = self._costs(r, p)
        allowed = (self._everybody[r] - self._seated[r][self._at[r][p]]) * HIGH
        q = self._choose_partner(costs, allowed, chance)
        if q is None:
            return False
        self.cost += (costs >> LANE * q & ALL) - ZERO
        self._exchange(r, p, q)
        return True

    def _choose_partner(self, costs: int, allowed: int, chance: float) -> int | None:
        """Choose a player to exchange with at random, or None.

        None and each exchange that costs nothing are equally likely; one that costs 1 is less
        likely by `chance`.
        """
        free = (self._free - costs) & allowed
        dear = ((self._dear - costs) & allowed) ^ free
        count, others = free.bit_count(), dear.bit_count()
        spot = self.rng.random() * (1.0 + count + chance * others)
        if spot < count:
            return _lane(free, int(spot))
        if spot < count + chance * others:
            return _lane(dear, min(others - 1, int((spot - count) / chance)))
        return None

    def _costs(self, r: int, p: int) -> int:
        """Return, in lanes, the cost of exchanging seats with p.

        Each lane holds ZERO plus what the exchange would add to the cost.
        """
        near, a, shift = self._near[r], self._at[r][p], LANE * p
        mine = self._own[r] >> shift & ALL
        costs = self._nothing + near[a] - self._own[r] - 2 * self._price[p]
        for row, seated in zip(near, self._seated[r], strict=False):
            costs += ((row >> shift & ALL) - mine) * seated
        if self._sizes:
            costs += self._sizes * self._size_costs(r, a, p)
        if r == 0 and self.terms.touched_by_roles:
            costs += self._role_costs(a, self.terms.lean[p])
        return costs

    def _size_costs(self, r: int, a: int, p: int) -> int:
        """Return, in lanes, the size cost of exchanging p with players elsewhere.

        Each lane holds what an exchange with a player at the other kind of table adds. Only table
        sizes count here.
        """
        times, odd_seats = self.terms.odd_times[p], self._odd_seats[r]
        if self.terms.odd[r][a]:
            others = self._everybody[r] - odd_seats
            return (self._odd & others * ALL) + (1 - times) * others
        return (1 + times) * odd_seats - (self._odd & odd_seats * ALL)

    def _role_costs(self, a: int, gives: int) -> int:
        """Return, in lanes, by how much each exchange worsens the roles of two tables.

        p sits at table a and leans to `gives`.
        """
        costs, seated = 0, self._seated[0]
        for takes, leaning in self._leaning.items():
            if takes == gives or not leaning:
                continue
            for b, worse in enumerate(self.terms.role_changes(a, gives, takes)):
                if worse:
                    costs += worse * (leaning & seated[b])
        return costs

    def _exchange(self, r: int, p: int, q: int) -> None:
        at, near, seated, price = self._at[r], self._near[r], self._seated[r], self._price
        a, b, change = at[p], at[q], (1 << LANE * q) - (1 << LANE * p)
        one, other = self.schedule[r][a], self.schedule[r][b]
        one.remove(p)
        other.remove(q)
        self._meet(q, p, one)
        self._meet(p, q, other)
        one.append(q)
        other.append(p)
        at[p], at[q] = b, a
        near[a] += price[q] - price[p]
        near[b] += price[p] - price[q]
        seated[a] += change
        seated[b] -= change
        odd = self.terms.odd[r]
        if odd[a] != odd[b]:
            self._odd += change * (odd[a] - odd[b])
            self._odd_seats[r] += change * (odd[a] - odd[b])
        self.terms.exchange(r, a, b, p, q)
        self._own = [self._savings(r) for r in range(len(self.schedule))]

    def _meet(self, p: int, instead: int, players: Sequence[int]) -> None:
        """Note that p meets these players once more, and `instead` once less."""
        price, together = self._price, self._again * lanes(players)
        change = self._again * ((1 << LANE * p) - (1 << LANE * instead))
        price[p] += together
        price[instead] -= together
        for x in players:
            price[x] += change
        for at, near in zip(self._at, self._near, strict=True):
            near[at[p]] += together
            near[at[instead]] -= together
            for x in players:
                near[at[x]] += change

    def _costly_seats(self) -> list[tuple[int, int]]:
        """Return (round, player) of the seats whose cost another seat might avoid."""
        found = self.terms.costly_seats(self._at)
        below = self._high - (self._high >> LANE - 1)
        for r, own in enumerate(self._own):
            bits = (own + below) & self._high
            while bits:
                low = bits & -bits
                found.append((r, low.bit_length() // LANE - 1))
                bits ^= low
        return found


def _tables_of(count: int, tables: Tables) -> list[int]:
    """Return the table of each player; for absent players, the number of tables."""
    at = [len(tables)] * count
    for t, table in enumerate(tables):
        for p in table:
            at[p] = t
    return at


def _lane(bits: int, number: int) -> int:
    """Return the lane of the bit with this number, counted from 0, of those set."""
    for _ in range(number):
        bits &= bits - 1
    return (bits & -bits).bit_length() // LANE - 1
