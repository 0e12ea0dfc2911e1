"""The state of one table's log: the game, and the events beside the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime
from typing import Any, Self

from referee.engine import Decision, Game, Refusal
from referee.engine.state import ADJUSTED
from referee.journal import table_events
from referee.journal.hash_chain import FIRST
from referee.journal.judgement import BrokenLogError
from referee.journal.limits import room_of
from referee.journal.order_in_force import CORRECTIONS, NOT_BOARD, OrderInForce
from referee.journal.played_order import PlayedOrder
from referee.journal.start import TableSetup
from referee.journal.table_events import BoardOutcome, TableEvents
from referee.journal.taking_back import LastStep, last_step, undo_fault
from scoring.result import GameResult

Event = dict[str, Any]
Refusals = tuple[Refusal, ...]


class FoldedLog:
    """The state of one table's game after row `seq` of its log. Not thread-safe.

    `hash` is the hash of that row. `board` has the board events in force, `beside` the state of
    events beside the board, and `used` the number of rows by key of `limits.MAX_ROWS`. `setup`
    returns the tournament's facts about the table.

    A `lenient` log is one that a tablet holds. Its rows may have been recorded without being
    judged: refused rows are left out and named in `refusals_by_row`. For the ledger it also keeps
    `decisions` by row. A row has several if a correction replaced one event with several.
    """

    def __init__(self, setup: Callable[[], TableSetup], *, lenient: bool = False) -> None:
        self.setup = setup
        self.lenient = lenient
        self.seq = 0
        self.hash = FIRST
        self.board = PlayedOrder(lenient=lenient)
        self.beside = TableEvents()
        self.used: Counter[str] = Counter()
        self.never_in_force: dict[int, Refusals] = {}

    def copy(self) -> Self:
        """Return an independent copy: judging an event on one leaves the other as it is."""
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        twin.board, twin.beside = self.board.copy(), self.beside.copy()
        # This is faster than `Counter.copy`, which counts one by one.
        twin.used = Counter()
        dict.update(twin.used, self.used)
        twin.never_in_force = self.never_in_force.copy()
        return twin

    # Adding rows

    def replay(
        self,
        seq: int,
        row_hash: str,
        event: Event,
        *,
        chief: bool = False,
        received: datetime | None = None,
    ) -> None:
        """Add a row of the log, made by a tablet or by the `chief`.

        Its effect on the board is played on demand, so that a log with corrections is played once.
        """
        kind = event["type"]
        if kind in NOT_BOARD - CORRECTIONS:
            table_events.fold(self.beside, self.outcome, seq, event)
        elif self.lenient and (fault := self._never_fitted(event)):
            self.never_in_force[seq] = (fault,)
        else:
            self._fold_board(seq, event, chief=chief)
            self.beside.void_answers()
        self.row_added(kind, seq, row_hash, received=received)

    def _never_fitted(self, event: Event) -> Refusal | None:
        """Refuse a row that no judge can have accepted: a late start, or a stray `revert`."""
        if event["type"] == "start" and self.order.events:
            return Refusal("already_started")
        if event["type"] == "revert" and not self.order.is_revision(event.get("seq")):
            return Refusal("not_revertible")
        return None

    def row_added(
        self, kind: str, seq: int, row_hash: str, *, received: datetime | None = None
    ) -> None:
        """Record that the event just folded in, of type `kind`, is row `seq` of the log.

        `received` is when the server received it.
        """
        self.seq, self.hash = seq, row_hash
        if received is not None:
            self.beside.pauses = self.beside.pauses.with_receipt(seq, received)
        self.used[room_of(kind)] += 1

    @property
    def received_at(self) -> datetime | None:
        """The moment the server received the last row.

        It is None before the first, and on a tablet.
        """
        return self.beside.pauses.heard

    def catch_up(self) -> None:
        """Play the replayed rows not played yet; raise BrokenLogError as `game` does."""
        self.board.catch_up()

    # The state after the rows

    @property
    def order(self) -> OrderInForce:
        """The board events in force."""
        return self.board.order

    @property
    def decisions(self) -> dict[int, tuple[Decision, ...]]:
        """The engine's decisions on the events that stand for each row, if `lenient`."""
        return self.board.decisions

    @property
    def refusals_by_row(self) -> dict[int, Refusals]:
        """The refusals of the rows left out, by row number; empty unless `lenient`."""
        return {**self.board.refused, **self.never_in_force}

    @property
    def game(self) -> Game | None:
        """The engine's game, None before the start.

        Raise BrokenLogError if a row is refused (not if `lenient`).
        """
        return self.board.game

    def require_game(self) -> Game:
        """Return the engine's game; raise BrokenLogError before the start, too."""
        return self.board.require_game()

    @property
    def in_force(self) -> list[int]:
        """The numbers of the board rows that count, without undos and undone events.

        Empty without a game. Raise BrokenLogError as `game` does.
        """
        return self.board.in_force

    @property
    def last_step(self) -> LastStep | None:
        """The step that the table would take back now, None if there is none."""
        return last_step(self.order, self.board.refused) if self.game else None

    @property
    def header(self) -> dict[str, Any] | None:
        """The record's header, None before the start."""
        return self.order.start["header"] if self.order.start else None

    @property
    def players(self) -> tuple[str, ...]:
        """The players' ids in order of play; empty before the start."""
        header = self.header
        return tuple(player["id"] for player in header["players"]) if header else ()

    @property
    def status(self) -> str | None:
        """The engine's status, None before the start."""
        return self.game.status if self.game else None

    @property
    def statement_hash(self) -> str | None:
        """The hash of the finished game's statement, which its players confirm.

        None until the game is finished.
        """
        return self.board.statement_hash

    def outcome(self) -> BoardOutcome:
        """Return the facts of the board by which events beside it are judged."""
        return BoardOutcome(self.players, self.statement_hash, self._cash_before_retention())

    def _cash_before_retention(self) -> dict[str, int]:
        if self.game is None or self.game.status != ADJUSTED:
            return {}
        state = self.game.state
        return {state.ids[player]: state.cash[player] for player in state.players_in()}

    def view(self) -> dict[str, Any] | None:
        """Return the position and the next legal actions, for a tablet without an engine."""
        if self.game is None:
            return None
        return {
            "status": self.game.status,
            "statement": self.game.statement(),
            "legal_actions": [
                action.as_json()
                for action in self.game.legal_actions()
                if action.type != "undo" or not undo_fault(self.order, self.board.refused)
            ],
        }

    def result(self) -> GameResult:
        """Return the finished game's result for the standings.

        Raise BrokenLogError if the game is not finished.
        """
        result = self.require_game().result()
        if result is None:
            raise BrokenLogError("the game is not finished")
        return result

    def _fold_board(self, seq: int, event: Event, *, chief: bool = False) -> None:
        try:
            self.board.add(seq, event, chief=chief)
        except KeyError as error:
            raise BrokenLogError(f"event {seq} takes back what cannot be taken back") from error
