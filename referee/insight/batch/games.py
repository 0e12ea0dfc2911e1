"""Many games of like positions, side by side: arrays whose last axis is the game."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from referee.engine.state import FINISHED, NO_OFFER, State
from referee.insight.batch.numbers import Ints, Numbers
from referee.insight.batch.tables import PAD, Tables
from referee.insight.policies import POLICIES
from scoring.game.position import NOBODY

Bytes = NDArray[np.int8]
Flags = NDArray[np.bool_]
NEVER = 2**40
"""The cash kept by a policy that never does something: more than anybody has."""
OPEN = ("", "role_card", "income_tax", "foundation", "utility")
"""Everything that may be open, by code."""
CONFINED = ("pay", "throw", "pass")
"""The ways out of confinement, by code."""
NO_FIGURE = -1
"""Stands for None among the figures of a result."""


class Habits:
    """The policies' parameters, by policy in the order of POLICIES."""

    def __init__(self) -> None:
        known = list(POLICIES.values())
        self.buys = np.array([_amount_to_keep(each.buys) for each in known])
        self.builds = np.array([_amount_to_keep(each.builds) for each in known])
        self.redeems = np.array([_amount_to_keep(each.redeems) for each in known])
        self.confined = np.array([CONFINED.index(each.confined) for each in known])
        self.sells_first = np.array([int(each.raises == "sell") for each in known])
        self.offers = np.array([each.offers or 0 for each in known])
        self.asks = np.array([_amount_to_keep(each.asks) for each in known])
        self.adjusts = np.array([each.adjusts for each in known])


def _amount_to_keep(amount: int | None) -> int:
    return NEVER if amount is None else amount


class Games:
    """The state of each game, as in `State`.

    `policy[player, game]` is the player's policy in that game. `start` is a position with the
    same players in and out, by role, under the same rules. `turn` is the last turn that began,
    `last_turn` the last that begins. `left` is by player: 0 for one who is still in, 1 for the
    first to go, and so on. `mortgaged` counts the mortgaged deeds. A game with a true `over`
    was ended by the engine. `places` and `figures` are those of the result. The figures are
    final, before retention, retained and circuit income; NO_FIGURE stands for none.
    """

    def __init__(
        self,
        start: State,
        tables: Tables,
        numbers: Numbers,
        policy: Bytes,
        turn: Ints,
        last_turn: Ints,
    ) -> None:
        players, count = policy.shape
        self.start, self.tables, self.numbers, self.policy = start, tables, numbers, policy
        self.habits = Habits()
        self.players, self.count = players, count
        self.monopolist = np.array(start.monopolist)
        self.turn, self.last_turn = turn, last_turn
        self.cash, self.square, self.confined, self.following, self.left = (
            np.zeros((players, count), dtype=np.int64) for _ in range(5)
        )
        self.owner = np.full((PAD + 1, count), NOBODY - 1, dtype=np.int8)
        self.built = np.zeros((PAD + 1, count), dtype=np.int8)
        self.on_turn, self.next, self.throw, self.open, self.offer, self.mortgaged = (
            np.zeros(count, dtype=np.int64) for _ in range(6)
        )
        self.over = np.zeros(count, dtype=bool)
        self.places = np.zeros((players, count), dtype=np.int64)
        self.figures = np.full((4, players, count), NO_FIGURE, dtype=np.int64)

    def habit(self, values: Ints, players: Ints, games: Ints) -> Ints:
        """Return a parameter of each player's policy."""
        return values[self.policy[players, games]]

    def in_prison(self, players: Ints, games: Ints) -> Flags:
        """Return whether each player is a confined monopolist (R15)."""
        return self.monopolist[players] & (self.confined[players, games] > 0)

    def streets_held(self, squares: Ints, players: Ints, games: Ints) -> Ints:
        """Return the number of unmortgaged streets of each square's city.

        Only streets of the given player count.
        """
        held = np.zeros(len(games), dtype=np.int64)
        for mate in self.tables.mates[squares].T:
            held += (self.owner[mate, games] == players) & (self.built[mate, games] >= 0)
        return held

    def begin_turns(self, games: Ints) -> None:
        """Begin the next player's turn (R6), and read from that turn's random numbers on."""
        player = self.next[games]
        self.turn[games] += 1
        self.numbers.begin_turns(games, self.turn[games])
        self.on_turn[games] = player
        self.next[games] = self.following[player, games]
        self.throw[games] = 1
        self.offer[games] = NO_OFFER
        confined = self.confined[player, games]
        self.confined[player, games] = confined + (confined > 0)

    def place(self, games: slice | Ints, state: State) -> None:
        """Go on with games from a state, leaving aside its dues."""
        for values, old in (
            (self.cash, state.cash[: self.players]),
            (self.square, state.square),
            (self.confined, state.confined),
            (self.following, state.following),
            (self.left, _order_of_leaving(state)),
        ):
            values[:, games] = _column(old)
        self.owner[:PAD, games] = _column(state.owner)
        self.built[:PAD, games] = _column(state.built)
        self.on_turn[games], self.next[games] = state.on_turn, state.next
        self.throw[games], self.offer[games] = state.throw, state.offer
        self.open[games] = OPEN.index(state.open)
        self.mortgaged[games] = sum(built < 0 for built in state.built)

    def state(self, game: int) -> State:
        """Return one game as the engine knows it, without dues."""
        state = self.start.copy()
        left = self.left[:, game].tolist()
        for player in sorted(range(self.players), key=lambda p: left[p]):
            if left[player] and player not in state.out:
                state.leave(player)
        cash = self.cash[:, game].tolist()
        state.cash = [*cash, -sum(cash)]
        state.square = self.square[:, game].tolist()
        state.confined = self.confined[:, game].tolist()
        state.owner = self.owner[:PAD, game].tolist()
        state.built = self.built[:PAD, game].tolist()
        state.on_turn, state.next = int(self.on_turn[game]), int(self.next[game])
        state.throw, state.offer = int(self.throw[game]), int(self.offer[game])
        state.open = OPEN[self.open[game]]
        state.dues = []
        return state

    def put_back(self, games: Ints, state: State) -> None:
        """Go on with games from a state without dues, or end them."""
        self.place(games, state)
        if state.status == FINISHED:
            self._finish(games, state)

    def _finish(self, games: Ints, state: State) -> None:
        """Keep the result of games that the engine has ended."""
        self.over[games] = True
        for row in state.standings:
            figures = row.final, row.before_retention, row.retained, row.circuit_income
            self.places[row.player, games] = row.place
            told = [NO_FIGURE if figure is None else figure for figure in figures]
            self.figures[:, row.player, games] = _column(told)


def _order_of_leaving(state: State) -> list[int]:
    """Return by player 1 for the first to go, and so on; 0 for one who is in."""
    players = range(len(state.ids))
    return [state.out.index(p) + 1 if p in state.out else 0 for p in players]


def _column(values: Sequence[int]) -> Ints:
    """Return values as a column, the same for several games."""
    return np.array(values)[:, None]
