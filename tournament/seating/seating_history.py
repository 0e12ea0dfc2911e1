"""A draw with its history, arranged for the criteria.

It says who sat where, who met whom and as what.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from tournament.seating.model import Role, Round
from tournament.seating.problem import Problem


@dataclass(frozen=True)
class SeatedTable:
    """One table of one round: its players in order of play, and their roles."""

    round: int
    table: int
    players: tuple[str, ...]
    roles: dict[str, Role | None] = field(compare=False)

    @property
    def where(self) -> tuple[int, int]:
        """(round, table)."""
        return self.round, self.table


@dataclass(frozen=True)
class SeatingHistory:
    """The tables of the history and of the rounds drawn, in order."""

    problem: Problem
    past: tuple[SeatedTable, ...]
    drawn: tuple[SeatedTable, ...]

    @classmethod
    def from_rounds(cls, problem: Problem, rounds: Sequence[Round]) -> SeatingHistory:
        """Return the history with `rounds` drawn after the problem's history."""
        past = tuple(_seated_tables(problem.history, 1))
        return cls(problem, past, tuple(_seated_tables(rounds, problem.first_round)))

    @cached_property
    def meetings(self) -> dict[tuple[str, str], list[SeatedTable]]:
        """The tables that each pair (in order of name) shared, in order of round."""
        met: dict[tuple[str, str], list[SeatedTable]] = {}
        for table in (*self.past, *self.drawn):
            for pair in combinations(sorted(table.players), 2):
                met.setdefault((pair[0], pair[1]), []).append(table)
        return met

    @cached_property
    def tables_by_player(self) -> dict[str, list[SeatedTable]]:
        """The tables at which each player sat, in order of round."""
        sat: dict[str, list[SeatedTable]] = {}
        for table in (*self.past, *self.drawn):
            for player in table.players:
                sat.setdefault(player, []).append(table)
        return sat

    @cached_property
    def role_counts(self) -> dict[str, tuple[int, int]]:
        """Times as competitor and as monopolist, by player."""
        counts: dict[str, tuple[int, int]] = {}
        for table in (*self.past, *self.drawn):
            for player, role in table.roles.items():
                c, m = counts.get(player, (0, 0))
                counts[player] = (c + (role is Role.COMPETITOR), m + (role is Role.MONOPOLIST))
        return counts


def _seated_tables(rounds: Sequence[Round], first: int) -> list[SeatedTable]:
    return [
        SeatedTable(
            number, t.number, tuple(s.player for s in t.seats), {s.player: s.role for s in t.seats}
        )
        for number, tables in enumerate(rounds, first)
        for t in tables
    ]
