"""The state of one game: position, turn in progress, dues and status.

The position is that on the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scoring.game.deeds import deeds_of
from scoring.game.editions import Edition
from scoring.game.endgame import CircuitItem, Retention, Standing
from scoring.game.position import Position
from scoring.game.rulings import Rulings

PLAYING = "playing"
CLOSING = "closing"
ADJUSTING = "adjusting"
ADJUSTED = "adjusted"
RETAINED = "retained"
RICHEST = "richest"
FINISHED = "finished"

TWO_HOUR, GAME_A, GAME_B = "two-hour", "A", "B"
MODES = (TWO_HOUR, GAME_A, GAME_B)

NO_THROW, FIRST_THROW, EXTRA_THROW = 0, 1, 2
"""The turn's open throw: none, the first, or the extra one after doubles (R7)."""
NO_OFFER = -1
NO_PLAYER = -1


class Due(NamedTuple):
    """An amount that `debtor` owes `creditor` (a player or TREASURY) for lack of cash.

    `cause` and `detail` are the kind and detail of the payment that it stands for.
    """

    debtor: int
    creditor: int
    amount: int
    square: int
    cause: str
    detail: object


class State(Position):
    """A position in play. Only `fold.apply` changes it.

    `on_turn` is the player who moved last, until the next turn begins; `next` is the player who may
    begin it. `throw` is the open throw, `open` the square that awaits an answer ("role_card",
    "income_tax", "foundation", "utility" or ""), `offer` the square of a deed just offered. `dues`
    come oldest first. `events` counts the events that are not taken back. `following[player]` is
    the next player clockwise who is still in the game (R6).
    """

    __slots__ = (
        "adjusted", "circuit", "dues", "events", "following", "ids", "mode", "next", "offer",
        "on_turn", "open", "retentions", "seats", "standings", "status", "throw",
    )  # fmt: skip

    def __init__(
        self,
        edition: Edition,
        rulings: Rulings,
        mode: str,
        ids: Sequence[str],
        roles: Sequence[str],
    ) -> None:
        super().__init__(edition, rulings, roles)
        self.mode = mode
        self.ids = tuple(ids)
        self.seats = {player_id: index for index, player_id in enumerate(ids)}
        self.status = PLAYING
        self.following = self._next_players()
        self.on_turn = NO_PLAYER
        self.next = 0
        self.throw = NO_THROW
        self.open = ""
        self.offer = NO_OFFER
        self.dues: list[Due] = []
        self.adjusted: tuple[int, ...] = ()
        self.retentions: tuple[Retention, ...] = ()
        self.circuit: tuple[CircuitItem, ...] = ()
        self.standings: tuple[Standing, ...] = ()
        self.events = 0

    def copy(self) -> State:
        """Return an independent copy; what never changes during a game is shared."""
        twin = State.__new__(State)
        twin.edition, twin.board, twin.rulings = self.edition, self.board, self.rulings
        twin.mode, twin.ids, twin.seats = self.mode, self.ids, self.seats
        twin.monopolist, twin.following = self.monopolist, self.following
        twin.cash, twin.square = self.cash[:], self.square[:]
        twin.confined, twin.out = self.confined[:], self.out[:]
        twin.owner, twin.built, twin.dues = self.owner[:], self.built[:], self.dues[:]
        twin.on_turn, twin.next, twin.throw = self.on_turn, self.next, self.throw
        twin.open, twin.offer = self.open, self.offer
        twin.status, twin.events, twin.adjusted = self.status, self.events, self.adjusted
        twin.retentions, twin.circuit = self.retentions, self.circuit
        twin.standings = self.standings
        return twin

    def leave(self, player: int) -> None:
        """Mark the player as out of the game and no longer confined (R24)."""
        self.out.append(player)
        self.confined[player] = 0
        self.following = self._next_players()

    def _next_players(self) -> tuple[int, ...]:
        """Return, for each player, the next one clockwise who is still in the game (R6)."""
        count, left = len(self.ids), self.players_in()
        clockwise = left + [other + count for other in left]
        return tuple([next(o for o in clockwise if o > p) % count for p in range(count)])

    def owes(self, player: int) -> int:
        """Return the sum of the player's open dues."""
        return sum(due.amount for due in self.dues if due.debtor == player)

    def turn_complete(self) -> bool:
        """Return whether no throw, square or due (of any player) is open."""
        return not (self.throw or self.open or self.dues)

    def deeds(self, player: int) -> list[int]:
        """Return the squares of the player's deeds, in order."""
        return deeds_of(self, player)
