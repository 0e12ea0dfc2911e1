"""Assign seats to two sides, as evenly as possible for every player.

A seat is signed +1 or -1; a table's signs sum to -1, 0 or +1. A player's difference is an
offset from earlier rounds plus the player's signs. The sum of a convex cost over all
differences is minimal. This is a minimum-cost flow: the solution is optimal if no alternating
path improves it. The search starts from an Euler split and improves along such paths.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

BEYOND_ONE = 1_000_000


@dataclass
class Balance:
    """Seats of `tables`, signed in place by `solve`.

    Players are 0..n-1. The `fixed` signs are given. `offset[p]`: p's difference before.
    `released`: players allowed beyond one. After `solve`, `signs[t][s]` is the sign of seat s
    at table t and `difference[p]` is p's difference.
    """

    tables: Sequence[Sequence[int]]
    offset: Sequence[int]
    fixed: dict[tuple[int, int], int] = field(default_factory=dict)
    released: Collection[int] = ()
    signs: list[list[int]] = field(default_factory=list)
    difference: list[int] = field(default_factory=list)

    def solve(self) -> Balance:
        """Find the signs of least cost, and return self."""
        if not self.signs:
            self.signs = self._greedy() if self.fixed else euler_split(self.tables, self.offset)
        self._index()
        # If nobody is beyond one, no path can improve, whatever the costs beyond.
        improved = bool(self.players_beyond_one())
        while improved:
            sides = [self._improve(1), self._improve(-1)]
            improved = any(sides)
        return self

    def cost(self, player: int, difference: int) -> int:
        """Return the squared difference, plus far more for each step beyond one.

        Released players pay only the square. The cost is convex.
        """
        beyond = 0 if player in self.released else max(0, abs(difference) - 1)
        return difference * difference + BEYOND_ONE * beyond

    def players_beyond_one(self) -> list[int]:
        """Return the players whose difference is more than one."""
        return [player for player, d in enumerate(self.difference) if abs(d) > 1]

    def reachable_players(self, player: int) -> list[int]:
        """Return the player and all players who could take part of the difference."""
        side = 1 if self.difference[player] > 0 else -1
        return list(self._search([player], side, None)[1])

    def _greedy(self) -> list[list[int]]:
        """Give each player the sign they need most, table by table.

        Fixed seats are filled first.
        """
        difference = list(self.offset)
        for (table, seat), sign in self.fixed.items():
            difference[self.tables[table][seat]] += sign
        return [self._greedy_table(number, difference) for number in range(len(self.tables))]

    def _greedy_table(self, number: int, difference: list[int]) -> list[int]:
        players = self.tables[number]
        signs = [self.fixed.get((number, seat), 0) for seat in range(len(players))]
        free = [seat for seat, sign in enumerate(signs) if not sign]
        free.sort(key=lambda seat: difference[players[seat]])
        plus = len(players) // 2 - signs.count(1)
        if len(players) % 2 and sum(difference[players[seat]] for seat in free) < 0:
            plus += 1
        plus = max(plus, len(free) - (len(players) + 1) // 2 + signs.count(-1))
        for rank, seat in enumerate(free):
            signs[seat] = 1 if rank < plus else -1
            difference[players[seat]] += signs[seat]
        return signs

    def _index(self) -> None:
        self.difference = list(self.offset)
        self._seats: list[list[tuple[int, int]]] = [[] for _ in self.offset]
        for t, players in enumerate(self.tables):
            for s, player in enumerate(players):
                self.difference[player] += self.signs[t][s]
                if (t, s) not in self.fixed:
                    self._seats[player].append((t, s))
        self._sums = [sum(signs) for signs in self.signs]

    def _improve(self, side: int) -> bool:
        """Follow improving paths that take `side` from the players who have most of it."""
        improved = False
        while True:
            gains = {
                player: self._gain(player, side)
                for player, difference in enumerate(self.difference)
                if difference * side > 1
            }
            path = None
            for gain in sorted(set(gains.values()), reverse=True):
                sources = [player for player, g in gains.items() if g == gain]
                path = self._search(sources, side, gain)[0]
                if path is not None:
                    break
            if path is None:
                return improved
            self._flip(path)
            improved = True

    def _gain(self, player: int, side: int) -> int:
        before = self.difference[player]
        return self.cost(player, before) - self.cost(player, before - 2 * side)

    def _search(
        self, sources: Sequence[int], side: int, gain: int | None
    ) -> tuple[list[tuple[int, int]] | None, dict[int, tuple[int, int, int] | None]]:
        """Search breadth-first; return the seats to flip and the players reached.

        Flipping the seats brings a gain. The first is None if no improvement is worth less than
        `gain`. The path alternates: a player gives up `side` at a table, another there takes it.
        """
        parent: dict[int, tuple[int, int, int] | None] = dict.fromkeys(sources)
        queue, seen = list(parent), set[int]()
        for player in queue:
            for t, s in self._seats[player]:
                if t in seen or self.signs[t][s] != side:
                    continue
                seen.add(t)
                if gain is not None and self._sums[t] == side:
                    return self._trace(parent, player, [(t, s)]), parent
                for other_seat, other in enumerate(self.tables[t]):
                    free = (t, other_seat) not in self.fixed
                    if other in parent or not free or self.signs[t][other_seat] == side:
                        continue
                    parent[other] = (player, t, s)
                    if gain is not None and -self._gain(other, -side) < gain:
                        return self._trace(parent, other, []), parent
                    queue.append(other)
        return None, parent

    def _trace(
        self,
        parent: dict[int, tuple[int, int, int] | None],
        player: int,
        path: list[tuple[int, int]],
    ) -> list[tuple[int, int]]:
        step = parent[player]
        while step is not None:
            giver, t, s = step
            path += [(t, s), (t, self.tables[t].index(player))]
            player = giver
            step = parent[player]
        return path

    def _flip(self, path: list[tuple[int, int]]) -> None:
        for t, s in path:
            sign = self.signs[t][s]
            self.signs[t][s] = -sign
            self._sums[t] -= 2 * sign
            self.difference[self.tables[t][s]] -= 2 * sign


def euler_split(tables: Sequence[Sequence[int]], offset: Sequence[int]) -> list[list[int]]:
    """Return signs that sum to at most one in size at every table.

    The same holds for the sum over every player's seats. Odd tables and odd players are evened
    out by one more player and one more table; every vertex is then left as often as it is
    entered on closed walks, whose steps alternate in sign. Linear in the number of seats.
    """
    count, table_count = len(offset), len(tables)
    ends = [(player, t) for t, players in enumerate(tables) for player in players]
    degree = [0] * count
    for player, _ in ends:
        degree[player] += 1
    extra = [(count, t) for t in range(table_count) if len(tables[t]) % 2]
    extra += [(player, table_count) for player in range(count) if degree[player] % 2]
    if sum(t < table_count for _, t in extra) % 2:
        extra.append((count, table_count))
    signs = _alternate(ends + extra, count + 1, table_count + 1)
    at = iter(signs)
    return [[next(at) for _ in players] for players in tables]


def _alternate(edges: list[tuple[int, int]], left: int, right: int) -> list[int]:
    """Return signs for the edges of an even bipartite graph, balanced at every vertex."""
    near: list[list[int]] = [[] for _ in range(left + right)]
    for edge in range(len(edges) - 1, -1, -1):
        near[edges[edge][0]].append(edge)
        near[left + edges[edge][1]].append(edge)
    signs = [0] * len(edges)
    for start in range(left):
        vertex, sign = start, 1
        while True:
            while near[vertex] and signs[near[vertex][-1]]:
                near[vertex].pop()
            if not near[vertex]:
                break
            edge = near[vertex].pop()
            signs[edge] = sign
            sign = -sign
            one, other = edges[edge][0], left + edges[edge][1]
            vertex = other if vertex == one else one
    return signs
