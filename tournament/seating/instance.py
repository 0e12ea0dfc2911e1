"""A problem in whole numbers: players 0..n-1, rounds 0..k-1, tables 0..t-1."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from tournament.seating.model import Role
from tournament.seating.problem import Problem

Tables = list[list[int]]

SIGNS = {Role.COMPETITOR: 1, Role.MONOPOLIST: -1}


@dataclass(frozen=True)
class Instance:
    """A problem as the search needs it.

    `layouts[r][t]`: seats of table t in round r. `present[r]`: players of round r. `fixed[r][p]`:
    table locked or pinned. `difference[p]`: times competitor less times monopolist before.
    `rounds_to_draw`: how many of the first rounds are wanted. The rounds after them are also
    planned, so that the wanted ones leave room for them, and then discarded.
    """

    problem: Problem
    layouts: tuple[tuple[int, ...], ...]
    present: tuple[tuple[int, ...], ...]
    fixed: tuple[dict[int, int], ...]
    difference: list[int]
    index: dict[str, int]
    rounds_to_draw: int

    @property
    def count(self) -> int:
        """The number of players."""
        return len(self.index)

    @property
    def rounds(self) -> int:
        """The number of rounds searched: those wanted and those planned after them."""
        return len(self.layouts)

    @classmethod
    def from_problem(cls, problem: Problem) -> Instance:
        """Return the instance of a feasible problem."""
        index = {player: at for at, player in enumerate(problem.players)}
        numbers = problem.round_numbers
        return cls(
            problem,
            tuple(problem.layouts[number] or () for number in numbers),
            tuple(tuple(index[p] for p in problem.present_players(number)) for number in numbers),
            tuple(_fixed_tables(problem, number, index) for number in numbers),
            _difference(problem, index),
            index,
            problem.rounds,
        )

    def with_later_rounds(self) -> Instance:
        """Return the instance with as many rounds after the wanted ones as fit."""
        problem = self.problem
        later = (problem.planned_rounds or 0) - len(problem.history)
        if later <= problem.rounds or problem.scores is not None:
            return self
        longer = replace(problem, rounds=later, planned_rounds=None)
        layouts = list(longer.layouts.values())
        fitting = next((at for at, layout in enumerate(layouts) if layout is None), later)
        horizon = Instance.from_problem(replace(longer, rounds=max(fitting, problem.rounds)))
        return replace(horizon, rounds_to_draw=problem.rounds)

    @cached_property
    def met(self) -> list[dict[int, int]]:
        """Earlier meetings of p and q as `met[p][q]`, if there were any."""
        return _count_meetings(self.problem, self.index)

    def fixed_signs(self, round_at: int) -> dict[int, int]:
        """Return each player's locked role in a round, as a sign."""
        number = self.problem.first_round + round_at
        return {
            self.index[lock.player]: SIGNS[lock.role]
            for lock in self.problem.locks
            if lock.round == number and lock.role
        }

    def fixed_places(self, round_at: int) -> dict[int, int]:
        """Return the locked place of each player in a round's order of play, from 0."""
        number = self.problem.first_round + round_at
        return {
            self.index[lock.player]: lock.seat - 1
            for lock in self.problem.locks
            if lock.round == number and lock.seat
        }

    def places_taken(self) -> list[list[int]]:
        """Return each player's number of earlier seats in each place.

        The places are those in the order of play.
        """
        taken = [[0] * 6 for _ in self.index]
        for tables in self.problem.history:
            for table in tables:
                for place, seat in enumerate(table.seats[:6]):
                    if seat.player in self.index:
                        taken[self.index[seat.player]][place] += 1
        return taken


def _fixed_tables(problem: Problem, number: int, index: dict[str, int]) -> dict[int, int]:
    here = set(problem.present_players(number))
    fixed = {index[p]: table - 1 for p, table in problem.pins.items() if p in here}
    for lock in problem.locks:
        if lock.round == number:
            fixed[index[lock.player]] = lock.table - 1
    return fixed


def _count_meetings(problem: Problem, index: dict[str, int]) -> list[dict[int, int]]:
    met: list[dict[int, int]] = [{} for _ in index]
    for tables in problem.history:
        for table in tables:
            seated = [index[s.player] for s in table.seats if s.player in index]
            for p, q in combinations(seated, 2):
                met[p][q] = met[p].get(q, 0) + 1
                met[q][p] = met[q].get(p, 0) + 1
    return met


def _difference(problem: Problem, index: dict[str, int]) -> list[int]:
    difference = [0] * len(index)
    for tables in problem.history:
        for table in tables:
            for seat in table.seats:
                if seat.player in index and seat.role:
                    difference[index[seat.player]] += SIGNS[seat.role]
    return difference
