"""Abelian groups that move players, and their subgroups.

The module also has the orbits of players and of pairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, product

Elements = tuple[int, ...]


def abelian_groups(order: int, largest: int = 0) -> Iterator[tuple[int, ...]]:
    """Yield every abelian group of the order once, as orders of cyclic factors.

    Each factor is a multiple of the next, and the first divides `largest`; 0 lets it be any.
    """
    if order == 1:
        yield ()
        return
    for first in range(order, 1, -1):
        if order % first == 0 and largest % first == 0:
            for rest in abelian_groups(order // first, first):
                yield (first, *rest)


class GroupAction:
    """An abelian group moving players freely: player `order * orbit + element`.

    `pair[p][q]` is the number of the orbit of two players; `pairs` how many pairs each orbit has.
    """

    def __init__(self, factors: Sequence[int], players: int) -> None:
        self.players = players
        elements = list(product(*(range(factor) for factor in factors)))
        number = {element: at for at, element in enumerate(elements)}
        self.order = len(elements)
        self._sums = [
            [
                number[tuple((x + y) % f for x, y, f in zip(a, b, factors, strict=True))]
                for b in number
            ]
            for a in number
        ]
        self.pair = [[-1] * players for _ in range(players)]
        self.pairs: list[int] = []
        for p, q in combinations(range(players), 2):
            if self.pair[p][q] < 0:
                self._number(p, q)

    def _number(self, p: int, q: int) -> None:
        images = {frozenset((self.image_of(p, g), self.image_of(q, g))) for g in range(self.order)}
        for one, other in images:
            self.pair[one][other] = self.pair[other][one] = len(self.pairs)
        self.pairs.append(len(images))

    def image_of(self, player: int, by: int) -> int:
        """Return the player to whom an element of the group takes a player."""
        element = player % self.order
        return player - element + self._sums[element][by]

    def orbits(self, group: Elements, players: Sequence[int]) -> list[Elements]:
        """Return the orbits of these players under a subgroup.

        The subgroup moves these players among themselves.
        """
        return sorted({tuple(sorted(self.image_of(p, g) for g in group)) for p in players})

    @cached_property
    def subgroups(self) -> list[Elements]:
        """All subgroups, the largest first."""
        found: set[Elements] = {(0,)}
        new: list[Elements] = [(0,)]
        while new:
            group = new.pop()
            for element in range(self.order):
                larger = self._generated_subgroup(group, element)
                if larger not in found:
                    found.add(larger)
                    new.append(larger)
        return sorted(found, key=lambda group: (-len(group), group))

    def _generated_subgroup(self, group: Elements, element: int) -> Elements:
        members, multiple = set(group), element
        while multiple not in group:
            members |= {self._sums[multiple][g] for g in group}
            multiple = self._sums[multiple][element]
        return tuple(sorted(members))
