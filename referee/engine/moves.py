"""Moves: well-formed events as light tuples, the player's index first."""

from __future__ import annotations

from typing import NamedTuple

from scoring.game.effects import Effect

PlayerMove = tuple[int]
DiceMove = tuple[int, int, int]
"""(player, first die, second die)"""
DeedMove = tuple[int, int]
"""(player, square)"""
BuildMove = tuple[int, int, int]
"""(player, square, count)"""
ChoiceMove = tuple[int, str]
"""(player, "flat" or "percent")"""
DieMove = tuple[int, int]
"""(player, die)"""
RecountMove = tuple[int, int, str]
"""(player, cash, reason)"""
ThrowsMove = dict[int, tuple[int, int]]
"""Throws for utilities, by square."""


class CardMove(NamedTuple):
    """A role square's effect; `code` is the card's if one was named.

    `gamble` is the sum of a gamble's dice, 0 if none were thrown.
    """

    player: int
    effect: Effect
    code: str = ""
    gamble: int = 0


class TradeMove(NamedTuple):
    """A trade: what `player` gives to and takes from `other`."""

    player: int
    other: int
    give_cash: int
    give_deeds: tuple[int, ...]
    take_cash: int
    take_deeds: tuple[int, ...]
