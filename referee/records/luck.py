"""Luck in a game: the effect of throws and cards, not of how it was played.

- **Dice**: the sums of all throws that move pawns (the mean of two dice is 7), and how many
  were doubles (one in six).
- **Cards**: what the cards of the role squares brought the player less what they cost,
  whoever drew them; where a card only sends a pawn somewhere, nothing.
- **Rents**: at each throw of a pawn that is free to move, the rent where it lands is
  compared with the mean of the rents at all eleven squares that it could land on, each by
  its chance, as the board lay at that moment. A rent above the mean is bad luck for the
  player who throws and as much good luck for the owner. So one player's luck in rents is
  the bad luck of the others. Utilities count at the mean throw of 7.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from referee.engine import Consequence
from referee.engine.state import State
from referee.records.replayed import is_about
from scoring.game.board import SQUARES
from scoring.game.endgame import MEAN_THROW
from scoring.game.rents import earns, rent

MEAN_SUM = 7
"""The mean sum of two dice."""
CHANCES = {total: Fraction(6 - abs(total - MEAN_SUM), 36) for total in range(2, 13)}
"""The chance of each sum of two dice."""
ONE_DOUBLE_IN = 6


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of so many `throws`.

    `pips` is their sum, `doubles` how many were doubles; `cards` is what cards brought in whole
    currency units, and `rents` by how much rents beat the mean of the throws.
    """

    throws: int = 0
    pips: int = 0
    doubles: int = 0
    cards: int = 0
    rents: Fraction = Fraction(0)

    def __add__(self, other: Luck) -> Luck:
        """Return the sum of both, figure by figure."""
        return Luck(
            self.throws + other.throws,
            self.pips + other.pips,
            self.doubles + other.doubles,
            self.cards + other.cards,
            self.rents + other.rents,
        )


def luck_of_throw(state: State, event: dict[str, Any]) -> dict[str, Luck]:
    """Return the luck that a throw to move brings each player (by id).

    It is taken before the throw is played. Empty for any other event.
    """
    if event["type"] != "roll":
        return {}
    first, second = event["dice"]
    player = state.seats[event["player"]]
    own = Luck(1, first + second, int(first == second))
    if state.confined[player]:
        return {event["player"]: own}
    shares = _rents_of_throw(state, player, first + second)
    told = {state.ids[owner]: Luck(rents=share) for owner, share in shares.items()}
    return {**told, event["player"]: own + Luck(rents=-sum(shares.values(), Fraction(0)))}


def _rents_of_throw(state: State, player: int, thrown: int) -> dict[int, Fraction]:
    """Return by owner the rent that the throw brings above the mean of all throws."""
    shares: dict[int, Fraction] = {}
    for total, chance in CHANCES.items():
        square = (state.square[player] + total) % SQUARES
        owner = state.owner[square]
        if owner in (player, *state.out) or not earns(state, square) or state.in_prison(owner):
            continue
        due = rent(state, square, MEAN_THROW).amount
        shares[owner] = shares.get(owner, Fraction(0)) + due * ((total == thrown) - chance)
    return shares


def luck_of_cards(consequences: Sequence[Consequence]) -> dict[str, Luck]:
    """Return by player (id) what cards brought or cost."""
    told: dict[str, Luck] = {}
    for item in consequences:
        if not is_about(item, "card") or not item.moves_money:
            continue
        for player, amount in ((item.payee, item.amount), (item.payer, -item.amount)):
            if player is not None:
                told[player] = told.get(player, Luck()) + Luck(cards=amount)
    return told
