"""The division of roles before the first turn: roles and order of play (R4, R6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine import Refusal

ROLES = ("competitor", "monopolist")
Step = dict[str, Any]


@dataclass(slots=True)
class RoleDivision:
    """The state of the division after some steps.

    `seats` are player ids clockwise. Each of the `rounds` has the throws for highest, by player;
    those tied throw again in the next. `roles` are the choices by player, in the order they were
    made.
    """

    seats: tuple[str, ...]
    rounds: list[dict[str, tuple[int, int]]] = field(default_factory=lambda: [{}])
    roles: dict[str, str] = field(default_factory=dict)

    @property
    def players_to_throw(self) -> list[str]:
        """Return the players who have yet to throw in the current round."""
        return [player for player in self.contenders if player not in self.rounds[-1]]

    @property
    def contenders(self) -> list[str]:
        """The players who throw in the present round: first everybody, then those tied."""
        rivals = list(self.seats)
        for thrown in self.rounds[:-1]:
            highest = max(sum(dice) for dice in thrown.values())
            rivals = [player for player in rivals if sum(thrown[player]) == highest]
        return rivals

    @property
    def order(self) -> list[str] | None:
        """The order of play, clockwise from the highest throw (R6); None while open."""
        if self.players_to_throw:
            return None
        last = self.rounds[-1]
        first = max(self.contenders, key=lambda player: sum(last[player]))
        start = self.seats.index(first)
        return [*self.seats[start:], *self.seats[:start]]

    @property
    def player_to_choose(self) -> str | None:
        """The next player to choose a role, clockwise from the highest throw (R4).

        None while throws are open, and after the last choice.
        """
        order = self.order
        return next((p for p in order if p not in self.roles), None) if order else None

    @property
    def allowed_roles(self) -> list[str]:
        """Return the roles that the next player may choose.

        The numbers of competitors and monopolists may differ by at most one (R4).
        """
        most = (len(self.seats) + 1) // 2
        taken = list(self.roles.values())
        if self.player_to_choose is None:
            return []
        return [role for role in ROLES if taken.count(role) < most]

    @property
    def is_complete(self) -> bool:
        """Return whether everybody has a role."""
        return self.order is not None and self.player_to_choose is None

    def take(self, step: Step) -> Refusal | None:
        """Apply a throw, a choice or a swap; return a refusal if it is not allowed."""
        match step:
            case {"step": "throw", "player": player, "dice": [int(first), int(second)]}:
                return self._throw(player, (first, second))
            case {"step": "choose", "player": player, "role": role}:
                return self._choose(player, role)
            case {"step": "swap", "a": one, "b": other}:
                return self._swap(one, other)
        return Refusal("division_step")

    def _throw(self, player: str, dice: tuple[int, int]) -> Refusal | None:
        if player not in self.players_to_throw:
            return Refusal("not_throwing", "R4")
        if not all(1 <= die <= 6 for die in dice):
            return Refusal("division_step")
        thrown = self.rounds[-1]
        thrown[player] = dice
        totals = [sum(dice) for dice in thrown.values()]
        if not self.players_to_throw and totals.count(max(totals)) > 1:
            self.rounds.append({})
        return None

    def _choose(self, player: str, role: str) -> Refusal | None:
        if player != self.player_to_choose:
            return Refusal("not_choosing", "R4")
        if role not in self.allowed_roles:
            return self._uneven_refusal(role)
        self.roles[player] = role
        return None

    def _uneven_refusal(self, role: str) -> Refusal:
        """Return the refusal of a role that would make the division uneven (R4)."""
        taken = [*self.roles.values(), role]
        return Refusal("uneven_roles", "R4", {f"{each}s": taken.count(each) for each in ROLES})

    def _swap(self, one: str, other: str) -> Refusal | None:
        if not self.is_complete or one not in self.roles or other not in self.roles:
            return Refusal("swap_early", "R4")
        self.roles[one], self.roles[other] = self.roles[other], self.roles[one]
        return None

    def throws(self) -> list[dict[str, Any]]:
        """Return every throw in order, as the log's `start` holds them."""
        return [
            {"player": player, "dice": list(dice)}
            for thrown in self.rounds
            for player, dice in thrown.items()
        ]

    def choices(self) -> list[dict[str, str]]:
        """Return every choice of role in order, as the log's `start` holds them."""
        return [{"player": player, "role": role} for player, role in self.roles.items()]


def division_after(
    seats: Sequence[str], steps: Sequence[Step]
) -> tuple[RoleDivision, Refusal | None]:
    """Return the division after these steps, and the refusal of the last, if any.

    The earlier steps must be legal.
    """
    division = RoleDivision(tuple(seats))
    refusal = None
    for step in steps:
        refusal = division.take(step)
    return division, refusal
