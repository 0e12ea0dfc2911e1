"""The cost of a single seat.

It counts table sizes, snake and, in the first round drawn, wanted roles. The best division
of roles at a table is computed from the players' earlier roles, without dividing them. A
player who must take one role to stay within one *leans* to it. A table of k has at most (k
+ 1) // 2 seats of either role. Players who lean beyond that end up more than one apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tournament.seating.instance import Instance, Tables
from tournament.seating.standings import snake_tables


class SeatCosts:
    """Costs of players at tables, updated with each exchange.

    `lean[p]`: +1 if p must become monopolist in the first round drawn, -1 if competitor, else 0.
    `odd[r][t]`: whether table t of round r is not of the preferred size, where that counts.
    `touched[r]`: whether any term counts in round r. `numbered`: whether table numbers count.
    """

    def __init__(
        self, instance: Instance, weights: Mapping[str, int], schedule: Sequence[Tables]
    ) -> None:
        self._sizes = weights.get("sizes", 0)
        self._snake = weights.get("snake", 0)
        self._roles = weights.get("roles", 0)
        self.active = any((self._sizes, self._snake, self._roles))
        self.numbered_parts = self._snake > 0
        preferred = instance.problem.sizes[0]
        self.odd = [
            [self._sizes > 0 and size != preferred for size in layout]
            for layout in instance.layouts
        ]
        self._odd_before = odd_tables_before(instance)
        self._fair, more = divmod(
            sum(self._odd_before) + sum(map(sum, _odd_seats(instance))), instance.count
        )
        self._fair_most = self._fair + (more > 0)
        self._right = _snake(instance) if self._snake else []
        self.lean = leans(instance) if self._roles else [0] * instance.count
        self.touched_by_roles = any(self.lean)
        self.touched = [
            self.numbered_parts or any(odd) or (r == 0 and any(self.lean))
            for r, odd in enumerate(self.odd)
        ]
        self._tables = range(len(instance.layouts[0]))
        self._most = [(size + 1) // 2 for size in instance.layouts[0]]
        self.start(schedule)

    def start(self, schedule: Sequence[Tables]) -> None:
        """Count afresh for a schedule."""
        self.odd_times = list(self._odd_before)
        for tables, odd in zip(schedule, self.odd, strict=True):
            for table, is_odd in zip(tables, odd, strict=True):
                for player in table if is_odd else ():
                    self.odd_times[player] += 1
        self._plus = [sum(self.lean[p] > 0 for p in table) for table in schedule[0]]
        self._minus = [sum(self.lean[p] < 0 for p in table) for table in schedule[0]]

    def cost(self, schedule: Sequence[Tables]) -> dict[str, int]:
        """Return the violations that the terms count for their first schedule, by code."""
        snake = sum(
            right[player] != t
            for tables, right in zip(schedule, self._right, strict=False)
            for t, table in enumerate(tables)
            for player in table
        )
        roles = sum(
            self._excess(t, plus, minus)
            for t, (plus, minus) in enumerate(zip(self._plus, self._minus, strict=True))
        )
        sizes = sum(times * (times - 1) // 2 for times in self.odd_times)
        return {"sizes": sizes, "snake": snake, "roles": roles}

    def change(self, r: int, a: int, b: int, p: int, q: int) -> int:
        """Return the weighted cost of exchanging p (table a) and q (table b) in round r."""
        change = 0
        if self.odd[r][a] != self.odd[r][b]:
            gains, loses = (p, q) if self.odd[r][b] else (q, p)
            change += self._sizes * (self.odd_times[gains] - self.odd_times[loses] + 1)
        if self._snake:
            right = self._right[r]
            now = (right[p] == a) + (right[q] == b)
            change += self._snake * (now - (right[p] == b) - (right[q] == a))
        if r == 0 and self.lean[p] != self.lean[q]:
            change += self._roles * self.role_change(a, b, self.lean[p], self.lean[q])
        return change

    def role_change(self, a: int, b: int, gives: int, takes: int) -> int:
        """Return the change in players beyond one after an exchange of two players.

        Tables a and b exchange two leaning players. Table a gives one who leans to `gives`, and
        gets one who leans to `takes`.
        """
        plus = (takes > 0) - (gives > 0)
        minus = (takes < 0) - (gives < 0)
        plus_a, minus_a, plus_b, minus_b = (
            self._plus[a],
            self._minus[a],
            self._plus[b],
            self._minus[b],
        )
        return (
            self._excess(a, plus_a + plus, minus_a + minus)
            + self._excess(b, plus_b - plus, minus_b - minus)
            - self._excess(a, plus_a, minus_a)
            - self._excess(b, plus_b, minus_b)
        )

    def role_changes(self, a: int, gives: int, takes: int) -> list[int]:
        """Return `role_change` for every table b at once."""
        plus = (takes > 0) - (gives > 0)
        minus = (takes < 0) - (gives < 0)
        excess, now = self._excess, list(map(self._excess, self._tables, self._plus, self._minus))
        here = excess(a, self._plus[a] + plus, self._minus[a] + minus) - now[a]
        return [
            here + excess(b, self._plus[b] - plus, self._minus[b] - minus) - before
            for b, before in enumerate(now)
        ]

    def _excess(self, table: int, plus: int, minus: int) -> int:
        """Count the players at a table who cannot get the role to which they lean."""
        most = self._most[table]
        return (plus - most if plus > most else 0) + (minus - most if minus > most else 0)

    def seat_cost(self, r: int, a: int, p: int) -> int:
        """Return the cost of p's seat at table a in round r by itself."""
        cost = 0
        if self.odd[r][a]:
            cost += self._sizes * max(0, self.odd_times[p] - self._fair_most)
        else:
            cost += self._sizes * max(0, self._fair - self.odd_times[p])
        if self._snake:
            cost += self._snake * (self._right[r][p] != a)
        if r == 0 and self.lean[p]:
            full = self._plus[a] if self.lean[p] > 0 else self._minus[a]
            cost += self._roles * (full > self._most[a])
        return cost

    def costly_seats(self, at: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
        """Return (round, player) of the seats that cost something by themselves.

        `at[r][p]` is the table of p in round r.
        """
        found: list[tuple[int, int]] = []
        uneven = max(self.odd_times) > self._fair_most or min(self.odd_times) < self._fair
        if self._sizes and uneven:
            for p in range(len(self.odd_times)):
                found += self._unfair_seats(p, at)
        if self.touched_by_roles:
            for t, most in enumerate(self._most):
                plus, minus = self._plus[t], self._minus[t]
                if plus > most or minus > most:
                    side = 1 if plus > minus else -1
                    here = (p for p, table in enumerate(at[0]) if table == t)
                    found += [(0, p) for p in here if self.lean[p] == side]
        return found

    def _unfair_seats(self, p: int, at: Sequence[Sequence[int]]) -> Iterator[tuple[int, int]]:
        times = self.odd_times[p]
        if self._fair <= times <= self._fair_most:
            return
        for r, odd in enumerate(self.odd):
            t = at[r][p]
            if t < len(odd) and odd[t] == (times > self._fair_most):
                yield r, p

    def exchange(self, r: int, a: int, b: int, p: int, q: int) -> None:
        """Update the counts after p of table a and q of table b changed places in round r."""
        if self.odd[r][a] != self.odd[r][b]:
            gains, loses = (p, q) if self.odd[r][b] else (q, p)
            self.odd_times[gains] += 1
            self.odd_times[loses] -= 1
        if r == 0:
            plus = (self.lean[q] > 0) - (self.lean[p] > 0)
            minus = (self.lean[q] < 0) - (self.lean[p] < 0)
            self._plus[a] += plus
            self._plus[b] -= plus
            self._minus[a] += minus
            self._minus[b] -= minus

    def renumber(self, r: int, a: int, b: int) -> None:
        """Update the counts after tables a and b of round r, of one size, changed numbers."""
        if r == 0:
            for counts in (self._plus, self._minus):
                counts[a], counts[b] = counts[b], counts[a]


def leans(instance: Instance) -> list[int]:
    """Return the role that each player leans to in the first round.

    +1: monopolist, after being competitor more often; -1: competitor; 0: neither, also if the
    player can no longer get within one. A player with a locked role counts as leaning to it.
    """
    found = [0] * instance.count
    locked = instance.fixed_signs(0)
    left = [0] * instance.count
    for present in instance.present[: instance.rounds_to_draw]:
        for player in present:
            left[player] += 1
    for player in instance.present[0]:
        difference = instance.difference[player]
        if 0 < abs(difference) <= left[player] + 1:
            found[player] = 1 if difference > 0 else -1
        if player in locked:
            found[player] = -locked[player]
    return found


def odd_tables_before(instance: Instance) -> list[int]:
    """Return the number of each player's earlier seats at odd tables.

    An odd table is not of the preferred size.
    """
    times = [0] * instance.count
    for tables in instance.problem.history:
        for table in tables:
            if len(table.seats) != instance.problem.sizes[0]:
                for seat in table.seats:
                    if seat.player in instance.index:
                        times[instance.index[seat.player]] += 1
    return times


def _odd_seats(instance: Instance) -> list[list[int]]:
    """Return each round's table sizes other than the preferred size."""
    preferred = instance.problem.sizes[0]
    return [[size for size in layout if size != preferred] for layout in instance.layouts]


def _snake(instance: Instance) -> list[dict[int, int]]:
    numbers = instance.problem.round_numbers
    return [
        {instance.index[p]: t - 1 for p, t in snake_tables(instance.problem, number).items()}
        for number in numbers
    ]
