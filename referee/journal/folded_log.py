"""The state of one table's log after its rows: the game, and what stands beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime
from typing import Any, Self

from referee.engine import Decision, Game, Refusal
from referee.engine.state import ADJUSTED, FINISHED
from referee.journal import table_events
from referee.journal.hash_chain import FIRST
from referee.journal.judgement import BrokenLogError
from referee.journal.limits import room_of
from referee.journal.order_in_force import CORRECTIONS, NOT_BOARD, OrderInForce
from referee.journal.played_order import PlayedOrder
from referee.journal.start import TableSetup
from referee.journal.table_events import BoardOutcome, TableEvents, hash_of_statement
from referee.journal.taking_back import LastStep, last_step, undo_fault
from scoring.result import GameResult

Event = dict[str, Any]
Refusals = tuple[Refusal, ...]


class FoldedLog:
    """The state of one table's game as of row `seq` of its log, whose hash is `hash`. Not safe for
    two threads.

    `board` are the board events in force, `beside` what stands beside them, `used` the rows by what
    they are about (`limits`). `setup` says what the tournament says of the table.

    A `lenient` one reads the log that a tablet holds. Its rows may have been recorded while nobody
    could judge them: what is refused is left out and named in `refusals_by_row`. It also keeps what
    was decided in `decisions`, by row, for the ledger: several decisions where a correction put
    several events in the place of one.
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

    # The rows that are there

    def replay(
        self,
        seq: int,
        row_hash: str,
        event: Event,
        *,
        chief: bool = False,
        received: datetime | None = None,
    ) -> None:
        """Take in a row of the log, which a tablet or the `chief` made.

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
        """Return why a row cannot be folded at all: no judge took it."""
        if event["type"] == "start" and self.order.events:
            return Refusal("already_started")
        if event["type"] == "revert" and not self.order.is_revision(event.get("seq")):
            return Refusal("not_revertible")
        return None

    def row_added(
        self, kind: str, seq: int, row_hash: str, *, received: datetime | None = None
    ) -> None:
        """Note that an event of this type, already folded in, is row `seq` of the log.

        `received` is the server's time for it.
        """
        self.seq, self.hash = seq, row_hash
        if received is not None:
            self.beside.pauses = self.beside.pauses.with_receipt(seq, received)
        self.used[room_of(kind)] += 1

    def catch_up(self) -> None:
        """Play what was replayed and not played yet; raises BrokenLogError as `game` does."""
        self.board.catch_up()

    # What it has come to

    @property
    def order(self) -> OrderInForce:
        """The board events in force."""
        return self.board.order

    @property
    def decisions(self) -> dict[int, tuple[Decision, ...]]:
        """Return what was decided on what stands for each row of the board, if `lenient`."""
        return self.board.decisions

    @property
    def refusals_by_row(self) -> dict[int, Refusals]:
        """Return why rows are left out, by their number; empty unless `lenient`."""
        return {**self.board.refused, **self.never_in_force}

    @property
    def game(self) -> Game | None:
        """The engine's game, None before the start.

        Raise BrokenLogError if a row is refused (not if `lenient`).
        """
        return self.board.game

    def played(self) -> Game:
        """Return the engine's game; raises BrokenLogError before the start, too."""
        return self.board.played()

    @property
    def in_force(self) -> list[int]:
        """The rows of the board events that count: neither undos nor what they took back.

        Empty without a game. Raise BrokenLogError as `game` does.
        """
        return self.board.in_force

    @property
    def last_step(self) -> LastStep | None:
        """Return what the table would take back now, None if there is nothing."""
        return last_step(self.order, self.board.refused) if self.game else None

    @property
    def header(self) -> dict[str, Any] | None:
        """The record's header, None before the start."""
        return self.order.start["header"] if self.order.start else None

    @property
    def players(self) -> tuple[str, ...]:
        """The ids in order of play; none before the start."""
        header = self.header
        return tuple(player["id"] for player in header["players"]) if header else ()

    @property
    def status(self) -> str | None:
        """The engine's status, None before the start."""
        return self.game.status if self.game else None

    @property
    def statement_hash(self) -> str | None:
        """The hash of the finished game's statement, which its players confirm.

        None before that.
        """
        game = self.game
        if game is None or game.status != FINISHED:
            return None
        return hash_of_statement(game.statement())

    def outcome(self) -> BoardOutcome:
        """Return the outcome by which confirmations and disputes are judged."""
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
        """Return what the finished game hands to the standings."""
        result = self.played().result()
        if result is None:
            raise BrokenLogError("the game is not finished")
        return result

    def _fold_board(self, seq: int, event: Event, *, chief: bool = False) -> None:
        try:
            self.board.add(seq, event, chief=chief)
        except KeyError as error:
            raise BrokenLogError(f"event {seq} takes back what cannot be taken back") from error
