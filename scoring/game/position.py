"""The position on one board: cash, deeds, buildings, mortgages and players.

Of the players it says who is confined and who is out.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.game.board import PRISON, START
from scoring.game.editions import Edition
from scoring.game.rulings import Rulings

TREASURY = -1
"""Index of the Treasury among the players, and of its balance at the end of `Position.cash`."""
NOBODY = -1
"""Owner of a deed that the Treasury still holds."""
MORTGAGED = -1
"""The value of `Position.built` for a mortgaged deed, which cannot bear buildings (R12)."""


class Position:
    """A mutable position. Players are indexes in order of play, squares are 0-39.

    `cash` ends with the Treasury's balance, so that transfers are symmetrical and the sum of
    the list is 0. `built` counts improvements, or is MORTGAGED. `confined` is 0 for a free
    player, otherwise 1 + the own turns begun while confined (R15).
    """

    __slots__ = (
        "board", "built", "cash", "confined", "edition",
        "monopolist", "out", "owner", "rulings", "square",
    )  # fmt: skip

    def __init__(self, edition: Edition, rulings: Rulings, roles: Sequence[str]) -> None:
        count = len(roles)
        self.edition = edition
        self.board = edition.board
        self.rulings = rulings
        self.monopolist = tuple(role == "monopolist" for role in roles)
        self.cash = [edition.start_cash] * count
        self.cash.append(-sum(self.cash))
        self.square = [START] * count
        self.confined = [0] * count
        self.out: list[int] = []
        self.owner = [NOBODY] * len(edition.board.squares)
        self.built = [0] * len(edition.board.squares)

    def role(self, player: int) -> str:
        """Return the player's role, as records write it."""
        return "monopolist" if self.monopolist[player] else "competitor"

    def players_in(self) -> list[int]:
        """Return the players still in the game, in order of play."""
        return [player for player in range(len(self.monopolist)) if player not in self.out]

    def confine(self, player: int) -> None:
        """Move the player's pawn to square 10 and confine the player (R15).

        No own turn has begun there yet.
        """
        self.square[player] = PRISON
        self.confined[player] = 1

    def in_prison(self, player: int) -> bool:
        """Return whether the player is a confined monopolist.

        A confined competitor is in price war instead (R15).
        """
        return self.monopolist[player] and self.confined[player] > 0
