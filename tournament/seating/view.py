"""A draw with its history, arranged for the criteria: who sat where, who met whom, as what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from tournament.seating.model import Role, Round
from tournament.seating.problem import Problem


@dataclass(frozen=True)
class Place:
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
class View:
    """The tables of the history and of the rounds drawn, in order."""

    problem: Problem
    past: tuple[Place, ...]
    drawn: tuple[Place, ...]

    @classmethod
    def of(cls, problem: Problem, rounds: Sequence[Round]) -> View:
        """The view of `rounds` drawn after the problem's history."""
        past = tuple(_places(problem.history, 1))
        return cls(problem, past, tuple(_places(rounds, problem.first_round)))

    @cached_property
    def meetings(self) -> dict[tuple[str, str], list[Place]]:
        """By pair (in order of name): the tables they shared, in order of round."""
        met: dict[tuple[str, str], list[Place]] = {}
        for place in (*self.past, *self.drawn):
            for pair in combinations(sorted(place.players), 2):
                met.setdefault((pair[0], pair[1]), []).append(place)
        return met

    @cached_property
    def places(self) -> dict[str, list[Place]]:
        """By player: the tables sat at, in order of round."""
        sat: dict[str, list[Place]] = {}
        for place in (*self.past, *self.drawn):
            for player in place.players:
                sat.setdefault(player, []).append(place)
        return sat

    @cached_property
    def role_counts(self) -> dict[str, tuple[int, int]]:
        """By player: times as competitor, times as monopolist."""
        counts: dict[str, tuple[int, int]] = {}
        for place in (*self.past, *self.drawn):
            for player, role in place.roles.items():
                c, m = counts.get(player, (0, 0))
                counts[player] = (c + (role is Role.COMPETITOR), m + (role is Role.MONOPOLIST))
        return counts


def _places(rounds: Sequence[Round], first: int) -> list[Place]:
    return [
        Place(
            number, t.number, tuple(s.player for s in t.seats), {s.player: s.role for s in t.seats}
        )
        for number, tables in enumerate(rounds, first)
        for t in tables
    ]
