"""Moves: what a well-formed event tells beside its type and its player.

They are light values, unpacked where they are judged. Of an event that names a player and nothing
else, or no player either, the move is NoMove; that of `mortgage` and `redeem` is a square (0-39),
of `foundation` a die, of `income_tax` "flat" or "percent", of `undo` the reason.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from scoring.game.effects import Effect

Move = TypeVar("Move")
NoMove = tuple[()]
Dice = tuple[int, int]
BuildMove = tuple[int, int]
"""(square, count of improvements), of `build` and of `sell`"""
RecountMove = tuple[int, str]
"""(counted cash, reason)"""
Throws = dict[int, Dice]
"""Throws for utilities, by square."""


class CardMove(NamedTuple):
    """A role square's effect; `code` is the card's if one was named.

    `gamble` is the sum of a gamble's dice, 0 if none were thrown.
    """

    effect: Effect
    code: str = ""
    gamble: int = 0


class TradeMove(NamedTuple):
    """A trade: what the player gives to and takes from `other`, cash and deeds by square."""

    other: int
    give_cash: int
    give_deeds: tuple[int, ...]
    take_cash: int
    take_deeds: tuple[int, ...]
