"""A schedule without rematches that neither algebra nor a short search reaches.

Players are 8 * group + member, members added digit by digit in binary (exclusive or): the
translations of (Z_2)^3. A base round is kept by the translations `keep`, which make its eight
tables out of few, and gives one more round for each of `turns`. 32 players in fours, 10 rounds:
that it can be done was shown by A. Aguado (2004). Which translations keep which tables was read
off the symmetries of a published schedule; the tables themselves were annealed anew within them.
"""

from __future__ import annotations

from dataclasses import dataclass

from tournament.seating.instance import Tables

ALL = tuple(range(8))


@dataclass(frozen=True)
class BaseRound:
    """Tables of a round up to the translations `keep`; its other rounds are `turns` away."""

    keep: tuple[int, ...]
    turns: tuple[int, ...]
    tables: tuple[tuple[int, ...], ...]

    def rounds(self) -> list[Tables]:
        """The rounds made of it."""
        return [
            [
                list(table)
                for table in sorted(
                    {self._moved(t, k ^ turn) for t in self.tables for k in self.keep}
                )
            ]
            for turn in self.turns
        ]

    def _moved(self, table: tuple[int, ...], by: int) -> tuple[int, ...]:
        return tuple(sorted(player ^ by for player in table))


CATALOGUE: dict[tuple[int, int], tuple[BaseRound, ...]] = {
    (8, 4): (
        BaseRound(ALL, (0,), ((0, 14, 22, 27),)),
        BaseRound(ALL, (0,), ((0, 10, 21, 29),)),
        BaseRound(ALL, (0,), ((0, 3, 5, 6), (8, 11, 12, 15), (16, 18, 20, 22), (24, 26, 29, 31))),
        BaseRound(ALL, (0,), ((0, 7, 19, 20), (8, 14, 24, 30))),
        BaseRound((0, 1, 2, 3), (0, 4), ((0, 12, 16, 31), (4, 11, 22, 26))),
        BaseRound((0, 1, 2, 3), (0, 4), ((0, 2, 9, 11), (4, 12, 21, 30), (16, 19, 25, 26))),
        BaseRound((0, 1, 4, 5), (0, 2), ((0, 4, 24, 28), (2, 15, 21, 27), (8, 13, 19, 22))),
    )
}


def catalogued(tables: int, size: int) -> list[Tables]:
    """The rounds of the catalogue for so many tables of this size, none if it has none."""
    return [round_ for base in CATALOGUE.get((tables, size), ()) for round_ in base.rounds()]
