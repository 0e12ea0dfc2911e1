"""Events in which a perfect draw is hidden, so that it is known to exist.

An event is planted by an annealing of its own, which knows nothing of `tournament.seating`: all
rounds at once, until nobody meets again, no two of a club meet and the seats at tables not of the
preferred size are shared as evenly as can be. Its roles are those of two rounds at a time shared
evenly, so that nobody is beyond one after any round. The names are then mixed.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import exp
from typing import Any

from tournament.seating import Problem, Role, Round, Seat, Table, evaluate, table_sizes
from tournament.seating.balance import euler_split

HEAT = 0.27
Tables = list[list[int]]


@dataclass(frozen=True)
class Event:
    """Players p0, p1, … in so many clubs, over rounds at tables of `sizes`, the preferred first.

    The first `pins` players are pinned, to tables 2, 3, …. `seeds`: how many are drawn at most.
    """

    players: int
    sizes: tuple[int, ...]
    rounds: int
    clubs: int
    pins: int
    seeds: int

    @property
    def name(self) -> str:
        """As in the table of results."""
        sizes = " or ".join(str(size) for size in sorted(set(self.layout), reverse=True))
        pinned = f", {self.pins} pinned" if self.pins else ""
        return (
            f"{self.players} players, {self.clubs} clubs, {self.rounds} rounds of {sizes}{pinned}"
        )

    @property
    def layout(self) -> tuple[int, ...]:
        """The size of each table in order of number."""
        return table_sizes(self.players, self.sizes) or ()

    @property
    def odd_seats(self) -> tuple[int, int]:
        """Seats at tables not of the preferred size: the fewest and the most of a player."""
        seats = self.rounds * sum(size for size in self.layout if size != self.sizes[0])
        return seats // self.players, -(-seats // self.players)

    @property
    def least_sizes(self) -> int:
        """The least violation of `sizes`: seats shared evenly, n(n-1)/2 for n of a player."""
        seats = self.rounds * sum(size for size in self.layout if size != self.sizes[0])
        fewest, more = divmod(seats, self.players)
        return self.players * fewest * (fewest - 1) // 2 + more * fewest

    def club(self, player: int) -> int:
        """The club of a player."""
        return player % self.clubs

    def problem(self, seed: int) -> dict[str, Any]:
        """All rounds as the command line takes them, players mixed by the seed."""
        mixed = list(range(self.players))
        random.Random(seed).shuffle(mixed)
        return {
            "players": [f"p{player}" for player in mixed],
            "rounds": self.rounds,
            "sizes": list(self.sizes),
            "seed": seed,
            "clubs": {f"p{player}": f"club {self.club(player)}" for player in mixed},
            "pins": {f"p{player}": player + 2 for player in range(self.pins)},
        }


EVENTS = tuple(
    Event(players, sizes, rounds, clubs, pins, seeds)
    for players, sizes, rounds, clubs, most, seeds in (
        (24, (4,), 4, 8, 3, 10),
        (26, (4, 3), 4, 7, 1, 10),
        (47, (4, 3), 5, 10, 1, 10),
        (61, (4, 5, 3), 5, 12, 4, 10),
        (120, (4,), 6, 20, 6, 10),
        (1000, (4,), 5, 100, 10, 10),
        (24, (4,), 5, 8, 1, 3),
    )
    for pins in (0, most)
)

MIXED = tuple(
    Event(players, sizes, rounds, clubs, 0, 10)
    for players, sizes, rounds, clubs in (
        (21, (4, 3), 4, 7),
        (23, (4, 3), 5, 8),
        (25, (4, 5), 4, 7),
        (26, (4, 5), 4, 7),
        (30, (4, 5), 5, 9),
        (34, (4, 5), 6, 9),
        (35, (4, 3), 7, 8),
        (37, (5, 4), 5, 10),
        (38, (4, 5), 6, 10),
        (31, (4, 5), 5, 8),
    )
)


@cache
def planted(event: Event) -> tuple[Round, ...]:
    """A perfect draw of the event; raises AssertionError when the criteria find a fault in it."""
    rng = random.Random(event.players)
    tables = None
    while tables is None:
        tables = Planting(event, rng).grown(40_000 * event.rounds + 2_000 * event.players)
    rounds = _with_roles(event, tables)
    asked = event.problem(1)
    for drawn in range(1, event.rounds + 1):
        problem = Problem(
            tuple(asked["players"]), drawn, event.sizes, clubs=asked["clubs"], pins=asked["pins"]
        )
        found = evaluate(problem, rounds[:drawn]).violations
        assert not any(found[code] for code in ("rematches", "clubs", "roles")), found
    assert found["sizes"] == event.least_sizes, found
    return rounds


class Planting:
    """Rounds with pinned players in place and the others anywhere, annealed to no fault."""

    def __init__(self, event: Event, rng: random.Random) -> None:
        self.event, self.rng = event, rng
        self.met = [[0] * event.players for _ in range(event.players)]
        for p, q in combinations(range(event.players), 2):
            self.met[p][q] = self.met[q][p] = int(event.club(p) == event.club(q))
        self.odd = [0] * event.players
        self.rounds = [self._random() for _ in range(event.rounds)]
        for table in (table for tables in self.rounds for table in tables):
            for p, q in combinations(table, 2):
                self.met[p][q] += 1
                self.met[q][p] += 1
            for p in table:
                self.odd[p] += len(table) != event.sizes[0]

    def _random(self) -> Tables:
        others = list(range(self.event.pins, self.event.players))
        self.rng.shuffle(others)
        pinned = {player + 1: player for player in range(self.event.pins)}
        tables = [[pinned[at]] if at in pinned else [] for at in range(len(self.event.layout))]
        for table, size in zip(tables, self.event.layout, strict=True):
            table += [others.pop() for _ in range(size - len(table))]
        return tables

    def _cost(self, player: int, table: list[int]) -> int:
        """What the player would add there, not being counted there now."""
        odd = len(table) != self.event.sizes[0]
        return sum([self.met[player][q] for q in table if q != player]) + odd * self.odd[player]

    def grown(self, moves: int) -> list[Tables] | None:
        """The rounds once nothing is wrong with them, or None after so many moves."""
        every = max(50, self.event.players * self.event.rounds // 5)
        for move in range(moves):
            if move % every == 0:
                wrong = self._wrong()
                if not wrong:
                    return self.rounds
            r, a, i = wrong[int(self.rng.random() * len(wrong))]
            tables = self.rounds[r]
            b = int(self.rng.random() * len(tables))
            j = int(self.rng.random() * len(tables[b]))
            if a != b and min(tables[a][i], tables[b][j]) >= self.event.pins:
                self._try(tables[a], i, tables[b], j)
        return None

    def _wrong(self) -> list[tuple[int, int, int]]:
        """(round, table, seat) of every seat that has something against it."""
        return [
            (r, a, i)
            for r, tables in enumerate(self.rounds)
            for a, table in enumerate(tables)
            for i, p in enumerate(table)
            if any(self.met[p][q] > 1 for q in table if q != p) or self._unfair(p, len(table))
        ]

    def _unfair(self, player: int, size: int) -> bool:
        """Whether the player sits too often at tables of another size, or here too seldom."""
        fewest, most = self.event.odd_seats
        odd, preferred = self.odd[player], self.event.sizes[0]
        return odd < fewest if size == preferred else odd > most

    def _try(self, one: list[int], i: int, other: list[int], j: int) -> None:
        """Exchange two seats, and back where that is worse by more than the heat allows."""
        self._count(one, i, -1)
        self._count(other, j, -1)
        before = self._cost(one[i], one) + self._cost(other[j], other)
        one[i], other[j] = other[j], one[i]
        worse = self._cost(one[i], one) + self._cost(other[j], other) - before
        if worse > 0 and self.rng.random() >= exp(-worse / HEAT):
            one[i], other[j] = other[j], one[i]
        self._count(one, i, 1)
        self._count(other, j, 1)

    def _count(self, table: list[int], seat: int, times: int) -> None:
        """The player of a seat meets the others of the table once more, or once less."""
        player = table[seat]
        for other in table:
            if other != player:
                self.met[player][other] += times
                self.met[other][player] += times
        self.odd[player] += times * (len(table) != self.event.sizes[0])


def _with_roles(event: Event, rounds: list[Tables]) -> tuple[Round, ...]:
    """The rounds with roles: two at a time shared evenly by every table and every player."""
    seated: list[Round] = []
    for at in range(0, event.rounds, 2):
        pair = rounds[at : at + 2]
        signs = iter(
            euler_split([table for tables in pair for table in tables], [0] * event.players)
        )
        for tables in pair:
            seated.append(
                tuple(_table(number, row, next(signs)) for number, row in enumerate(tables, 1))
            )
    return tuple(seated)


def _table(number: int, row: list[int], signs: list[int]) -> Table:
    roles = {1: Role.COMPETITOR, -1: Role.MONOPOLIST}
    return Table(number, tuple(Seat(f"p{p}", roles[s]) for p, s in zip(row, signs, strict=True)))
