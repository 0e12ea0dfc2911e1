"""Moves: the content of a well-formed event, apart from its type and player.

They are light values, unpacked where they are judged. An event without other content has the move
NoMove. The move of `mortgage` and `redeem` is a square (0-39), of `foundation` a die, of
`income_tax` "flat" or "percent", of `undo` the reason.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from scoring.game.effects import Effect

Move = TypeVar("Move")
NoMove = tuple[()]
Dice = tuple[int, int]
BuildMove = tuple[int, int]
"""(square, number of improvements), for `build` and `sell`."""
RecountMove = tuple[int, str]
"""(counted cash, reason)."""
Throws = dict[int, Dice]
"""The throw for each utility, by square."""


class CardMove(NamedTuple):
    """A role square's effect; `code` is the card's, "" if no card was named.

    `gamble` is the sum of a gamble's dice, 0 if none were thrown.
    """

    effect: Effect
    code: str = ""
    gamble: int = 0


class TradeMove(NamedTuple):
    """A trade with `other`: the cash and deeds that the player gives and takes.

    Deeds are given by square.
    """

    other: int
    give_cash: int
    give_deeds: tuple[int, ...]
    take_cash: int
    take_deeds: tuple[int, ...]
