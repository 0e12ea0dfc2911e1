"""What a seat costs by itself: table sizes, snake and, in a single round, wanted roles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournament.seating.instance import Instance, Tables
from tournament.seating.standings import snake_tables


class SeatTerms:
    """Costs of players at tables, kept up to date exchange by exchange."""

    def __init__(
        self, instance: Instance, weights: Mapping[str, int], schedule: Sequence[Tables]
    ) -> None:
        self.active = any(code in weights for code in ("sizes", "snake", "roles"))
        self._sizes = weights.get("sizes", 0)
        self._snake = weights.get("snake", 0)
        self._roles = weights.get("roles", 0)
        preferred = instance.problem.sizes[0]
        self._odd = [[size != preferred for size in layout] for layout in instance.layouts]
        self._odd_before = odd_before(instance)
        self._right = _snake(instance) if self._snake else []
        self._lean = [(d > 0) - (d < 0) for d in instance.difference]
        self._most = [(size + 1) // 2 for size in instance.layouts[0]]
        self.start(schedule)

    def start(self, schedule: Sequence[Tables]) -> None:
        """Count afresh for a schedule."""
        self._odd_times = list(self._odd_before)
        for tables, odd in zip(schedule, self._odd, strict=True):
            for table, is_odd in zip(tables, odd, strict=True):
                for player in table if is_odd else ():
                    self._odd_times[player] += 1
        self._leans = [
            [sum(self._lean[p] == side for p in table) for side in (1, -1)] for table in schedule[0]
        ]

    def cost(self, schedule: Sequence[Tables]) -> dict[str, int]:
        """By code, the violations the terms count for the schedule they were started with."""
        snake = sum(
            right[player] != t
            for tables, right in zip(schedule, self._right, strict=False)
            for t, table in enumerate(tables)
            for player in table
        )
        roles = sum(self._excess(t, *lean) for t, lean in enumerate(self._leans))
        sizes = sum(times * (times - 1) // 2 for times in self._odd_times)
        return {"sizes": sizes, "snake": snake, "roles": roles}

    def change(self, r: int, a: int, b: int, p: int, q: int) -> int:
        """Cost added when p of table a and q of table b change places in round r."""
        change = 0
        if self._sizes and self._odd[r][a] != self._odd[r][b]:
            gains, loses = (p, q) if self._odd[r][b] else (q, p)
            change += self._sizes * (self._odd_times[gains] - self._odd_times[loses] + 1)
        if self._snake:
            right = self._right[r]
            now = (right[p] == a) + (right[q] == b)
            change += self._snake * (now - (right[p] == b) - (right[q] == a))
        if self._roles and self._lean[p] != self._lean[q]:
            change += self._roles * self._role_change(a, b, p, q)
        return change

    def _role_change(self, a: int, b: int, p: int, q: int) -> int:
        moved = self._moved(p, q)
        before = self._excess(a, *self._leans[a]) + self._excess(b, *self._leans[b])
        at_a = [count + more for count, more in zip(self._leans[a], moved, strict=True)]
        at_b = [count - more for count, more in zip(self._leans[b], moved, strict=True)]
        return self._excess(a, *at_a) + self._excess(b, *at_b) - before

    def _moved(self, p: int, q: int) -> list[int]:
        return [(self._lean[q] == side) - (self._lean[p] == side) for side in (1, -1)]

    def _excess(self, table: int, plus: int, minus: int) -> int:
        """Players at a table who cannot have the role that would bring them nearer to even."""
        most = self._most[table]
        return max(0, plus - most) + max(0, minus - most)

    def trouble(self, r: int, a: int, p: int) -> int:
        """What the seat of p at table a in round r costs by itself."""
        cost = 0
        if self._sizes and self._odd[r][a]:
            cost += self._sizes * (self._odd_times[p] - 1)
        if self._snake:
            cost += self._snake * (self._right[r][p] != a)
        if self._roles and self._lean[p]:
            cost += self._roles * (self._excess(a, *self._leans[a]) > 0)
        return cost

    def exchange(self, r: int, a: int, b: int, p: int, q: int) -> None:
        """p of table a and q of table b have changed places in round r."""
        if self._odd[r][a] != self._odd[r][b]:
            gains, loses = (p, q) if self._odd[r][b] else (q, p)
            self._odd_times[gains] += 1
            self._odd_times[loses] -= 1
        if self._roles:
            for side, more in enumerate(self._moved(p, q)):
                self._leans[a][side] += more
                self._leans[b][side] -= more


def odd_before(instance: Instance) -> list[int]:
    """By player: earlier seats at tables not of the preferred size."""
    times = [0] * instance.count
    for tables in instance.problem.history:
        for table in tables:
            if len(table.seats) != instance.problem.sizes[0]:
                for seat in table.seats:
                    if seat.player in instance.index:
                        times[instance.index[seat.player]] += 1
    return times


def _snake(instance: Instance) -> list[dict[int, int]]:
    numbers = instance.problem.round_numbers
    return [
        {instance.index[p]: t - 1 for p, t in snake_tables(instance.problem, number).items()}
        for number in numbers
    ]
