"""The order in force as the engine plays it: the game that a log leads to."""

from __future__ import annotations

from typing import Any

from referee.engine import Decision, Game, RecordRefusedError, Refusal, undone_events
from referee.engine.state import FINISHED
from referee.journal.judgement import BrokenLogError
from referee.journal.order_in_force import OrderInForce, Revised
from referee.journal.sentences import render_refusal
from referee.journal.table_events import hash_of_statement

Event = dict[str, Any]


class PlayedOrder:
    """The board events in force (`order`), and the game they lead to. Not thread-safe.

    Events are played on demand, so that a log with corrections is played once. If `lenient`, it
    leaves out the rows that the rules refuse, names them in `refused`, and keeps the `decisions` on
    each row.
    """

    def __init__(self, *, lenient: bool = False) -> None:
        self.lenient = lenient
        self.order = OrderInForce()
        self.decisions: dict[int, tuple[Decision, ...]] = {}
        self.refused: dict[int, tuple[Refusal, ...]] = {}
        self._game: Game | None = None
        self._played = 0
        self._hashed: tuple[int, str] | None = None

    def copy(self) -> PlayedOrder:
        """Return an independent copy."""
        twin = PlayedOrder.__new__(PlayedOrder)
        vars(twin).update(vars(self))
        twin.order = self.order.copy()
        if self.lenient:
            twin.decisions, twin.refused = self.decisions.copy(), self.refused.copy()
        twin._game = self._game.copy() if self._game else None
        return twin

    def add(self, seq: int, event: Event, *, chief: bool = False) -> None:
        """Fold in an accepted event.

        If it changes the order of other events, all are played anew on demand.
        """
        before = self.order.events
        self.order.add(seq, event, chief=chief)
        if self.order.events is not before:
            self._game, self._played, self._hashed = None, 0, None
            self.decisions.clear()
            self.refused.clear()

    def play(self, seq: int, event: Event) -> Decision:
        """Judge the next event of a started game, and fold it in if accepted."""
        decision = self.require_game().play(event)
        if decision.is_accepted:
            self.order.add(seq, event)
            self._played = len(self.order.events)
            self._keep_decision(seq, decision)
        return decision

    def catch_up(self) -> None:
        """Play the events not played yet.

        Raise RowRefusedError for a row that the rules refuse (not if `lenient`).
        """
        if self._game is None:
            self._open_game()
        for seq, event in self.order.events[self._played :]:
            if self._game is not None:
                self._play_row(self._game, seq, event)
        self._played = len(self.order.events)

    @property
    def game(self) -> Game | None:
        """The engine's game, None before the start.

        Raise RowRefusedError as `catch_up` does.
        """
        if self._game is None or self._played < len(self.order.events):
            self.catch_up()
        return self._game

    def require_game(self) -> Game:
        """Return the engine's game; raise BrokenLogError before the start, too."""
        game = self.game
        if game is None:
            raise BrokenLogError("the log has no start")
        return game

    @property
    def statement_hash(self) -> str | None:
        """The hash of the finished game's statement, None until then.

        It is kept until another event is played: all players confirm the same statement.
        """
        game = self.game
        if game is None or game.status != FINISHED:
            return None
        if self._hashed is None or self._hashed[0] != self._played:
            self._hashed = (self._played, hash_of_statement(game.statement()))
        return self._hashed[1]

    @property
    def in_force(self) -> list[int]:
        """The numbers of the board rows that count, without undos and undone events.

        Empty without a game. Raise RowRefusedError as `catch_up` does.
        """
        if self.game is None:
            return []
        events = self.order.events
        return undone_events([item for item in events if item[0] not in self.refused]).in_force

    def revertible(self) -> Revised | None:
        """Return the table's revision if the next undo would take it back, None otherwise."""
        return self.order.revertible(self.refused)

    def newly_refused(self, before: PlayedOrder) -> Refusal | None:
        """Play a corrected order; return its first refusal that was not there `before`."""
        try:
            self.catch_up()
        except RowRefusedError as error:
            return revised_illegal(error.seq, error.refusal)
        seq = min(self.refused.keys() - before.refused.keys(), default=0)
        return revised_illegal(seq, self.refused[seq][0]) if seq else None

    def _open_game(self) -> None:
        start = self.order.start
        if start is None:
            return
        try:
            self._game = Game.open(start["header"])
        except RecordRefusedError as error:
            self._refuse_row(self.order.start_seq, error.refusals)

    def _play_row(self, game: Game, seq: int, event: Event) -> None:
        decision = game.play(event)
        self._keep_decision(seq, decision)
        if not decision.is_accepted:
            self._refuse_row(seq, decision.refusals)

    def _keep_decision(self, seq: int, decision: Decision) -> None:
        if self.lenient:
            self.decisions[seq] = (*self.decisions.get(seq, ()), decision)

    def _refuse_row(self, seq: int, refusals: tuple[Refusal, ...]) -> None:
        if not self.lenient:
            raise RowRefusedError(seq, refusals[0])
        # If several events stand for the row, keep the first refusal, as a strict log does.
        self.refused.setdefault(seq, refusals)


class RowRefusedError(BrokenLogError):
    """A row that the rules refuse, in a log that is not read leniently."""

    def __init__(self, seq: int, refusal: Refusal) -> None:
        super().__init__(f"event {seq}: {render_refusal(refusal)}")
        self.seq, self.refusal = seq, refusal


def revised_illegal(seq: int, because: Refusal) -> Refusal:
    """Return the refusal of a correction that would make row `seq` illegal.

    `because` is the refusal of that row.
    """
    return Refusal("revised_illegal", None, {"seq": seq, "because": because.as_json()})
