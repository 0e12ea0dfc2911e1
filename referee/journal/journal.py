"""What one table's log comes to: the game, what stands beside it, and the judge of the next event.

The server's append, the chief referee's preview, `verify` and the tablet all ask this one class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime
from typing import Any

from referee.engine import Decision, Game, RecordRefused, Refusal, undone
from referee.engine.state import FINISHED
from referee.journal import table_events
from referee.journal.event_forms import tablet_fault
from referee.journal.hash_chain import FIRST
from referee.journal.judgement import BrokenLogError, Judgement
from referee.journal.limits import is_full, room_of
from referee.journal.order_in_force import NOT_BOARD, OrderInForce
from referee.journal.revision import revision_form
from referee.journal.sentences import render_refusal
from referee.journal.start import TableSetup, judge_start
from referee.journal.table_events import BoardOutcome, TableEvents, hash_of_statement
from scoring.result import GameResult

Event = dict[str, Any]


class Journal:
    """The state of one table's game as of row `seq` of its log, whose hash is `hash`. Not safe for
    two threads.

    `order` are the board events in force, `beside` what stands beside them, `used` the rows by what
    they are about (`limits`). `setup` says what the tournament says of the table.

    A `lenient` journal reads the log that a tablet holds. Its rows may have been recorded while
    nobody could judge them: what the rules refuse is left out and named in `refused`, by row. It
    also keeps what was decided in `decisions`, by row, for the ledger: several decisions where a
    correction put several events in the place of one.
    """

    def __init__(self, setup: Callable[[], TableSetup], *, lenient: bool = False) -> None:
        self.setup = setup
        self.lenient = lenient
        self.seq = 0
        self.hash = FIRST
        self.order = OrderInForce()
        self.beside = TableEvents()
        self.used: Counter[str] = Counter()
        self.decisions: dict[int, tuple[Decision, ...]] = {}
        self.refused: dict[int, tuple[Refusal, ...]] = {}
        self._game: Game | None = None
        self._played = 0

    def copy(self) -> Journal:
        """An independent copy: what is judged on one is not taken in by the other."""
        twin = Journal.__new__(Journal)
        vars(twin).update(vars(self))
        twin.order, twin.beside = self.order.copy(), self.beside.copy()
        # As `Counter.copy`, which counts one by one.
        twin.used = Counter()
        dict.update(twin.used, self.used)
        if self.lenient:
            twin.decisions, twin.refused = self.decisions.copy(), self.refused.copy()
        twin._game = self._game.copy() if self._game else None
        return twin

    # The rows that are there

    def replay(
        self, seq: int, row_hash: str, event: Event, *, received: datetime | None = None
    ) -> None:
        """Take in a row of the log. What it does on the board is played when that is asked for,
        so that a log with corrections is played once."""
        kind = event["type"]
        if kind in ("start", "revise"):
            self.order.add(seq, event)
            self._play_anew()
        elif kind in NOT_BOARD:
            table_events.fold(self.beside, self.outcome, seq, event)
        else:
            self.order.add(seq, event)
        self.row_added(kind, seq, row_hash, received=received)

    def row_added(
        self, kind: str, seq: int, row_hash: str, *, received: datetime | None = None
    ) -> None:
        """The log has an event of this type, which was taken in, as row `seq`; the server says when
        it `received` that."""
        self.seq, self.hash = seq, row_hash
        if received is not None:
            self.beside.pauses = self.beside.pauses.received(seq, received)
        self.used[room_of(kind)] += 1

    def catch_up(self) -> None:
        """Play what was replayed and not played yet; raises BrokenLogError as `game` does."""
        if self._game is None:
            self._open()
        for seq, event in self.order.events[self._played :]:
            if self._game is not None:
                self._play_row(self._game, seq, event)
        self._played = len(self.order.events)

    # The next event

    def judge(self, event: Event, *, chief: bool = False) -> Judgement:
        """Judge the next event, a tablet's or the chief's; an accepted one is taken in. It becomes
        row `seq` + 1 by `row_added`."""
        refusals = self._barred(event, chief=chief)
        if not refusals and _is_of_board(event):
            return self._play(event)
        if not refusals and event["type"] == "revise":
            return Judgement(self._revise(event))
        refusals = refusals or self._refusals_beside(event)
        if not refusals:
            self._take_in_beside(event)
        return Judgement(refusals)

    def is_full(self, kind: object, *, beyond: int = 0) -> bool:
        """Whether the log has no room for an event of this type; `beyond` the tablet's limit."""
        return isinstance(kind, str) and is_full(self.used, kind, beyond=beyond)

    # What it has come to

    @property
    def game(self) -> Game | None:
        """The engine's game, None before the start. Raises BrokenLogError where a row is refused
        (not if `lenient`)."""
        if self._game is None or self._played < len(self.order.events):
            self.catch_up()
        return self._game

    def played(self) -> Game:
        """The engine's game; raises BrokenLogError before the start, too."""
        game = self.game
        if game is None:
            raise BrokenLogError("the log has no start")
        return game

    @property
    def in_force(self) -> list[int]:
        """The rows of the board events that count: neither undos nor what they took back; none
        without a game. Raises BrokenLogError as `game` does."""
        if self.game is None:
            return []
        events = self.order.events
        return undone([item for item in events if item[0] not in self.refused]).in_force

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
        """The hash of the finished game's statement, which its players confirm; None while it is
        not finished."""
        game = self.game
        if game is None or game.status != FINISHED:
            return None
        return hash_of_statement(game.statement())

    def outcome(self) -> BoardOutcome:
        """What confirmations and disputes are judged by."""
        return BoardOutcome(self.players, self.statement_hash)

    def view(self) -> dict[str, Any] | None:
        """What a tablet without an engine shows: the position and what may be done next."""
        if self.game is None:
            return None
        return {
            "status": self.game.status,
            "statement": self.game.statement(),
            "legal_actions": [action.as_json() for action in self.game.legal_actions()],
        }

    def result(self) -> GameResult:
        """What the finished game hands to the standings."""
        result = self.played().result()
        if result is None:
            raise BrokenLogError("the game is not finished")
        return result

    # Judging

    def _barred(self, event: Event, *, chief: bool) -> tuple[Refusal, ...]:
        """What is refused before the rules are asked."""
        kind = event.get("type")
        if isinstance(kind, str):
            if not table_events.allowed(kind, chief=chief):
                return (Refusal("chief_only"),)
            fault = None if chief else tablet_fault(event)
            if fault is not None:
                return (fault,)
        return () if kind == "start" or self.game is not None else (Refusal("not_started"),)

    def _refusals_beside(self, event: Event) -> tuple[Refusal, ...]:
        """Why a start, or what is logged beside the board, is refused."""
        if event["type"] != "start":
            refusal = table_events.judge(self.beside, self.outcome(), event)
            return (refusal,) if refusal else ()
        if self.order.events:
            return (Refusal("already_started"),)
        return judge_start(event, self.setup())

    def _take_in_beside(self, event: Event) -> None:
        if event["type"] == "start":
            self.order.add(self.seq + 1, event)
            self._play_anew()
        else:
            table_events.fold(self.beside, self.outcome, self.seq + 1, event)

    def _play(self, event: Event) -> Judgement:
        decision = self.played().play(event)
        if not decision.accepted:
            return Judgement(decision.refusals)
        self.order.add(self.seq + 1, event)
        self._played = len(self.order.events)
        if self.lenient:
            self.decisions[self.seq + 1] = (decision,)
        return Judgement((), decision)

    def _revise(self, event: Event) -> tuple[Refusal, ...]:
        """A revision is accepted when the corrected game can be played to its end."""
        refusal = revision_form(self.order, event)
        if refusal:
            return (refusal,)
        before, game = self.order.copy(), self._game
        self.order.add(self.seq + 1, event)
        self._play_anew()
        refusals = self._start_judged_again(event["seq"]) or self._first_refused()
        if refusals:
            self.order, self._game, self._played = before, game, len(before.events)
        return refusals

    def _start_judged_again(self, replaced: int) -> tuple[Refusal, ...]:
        """Why a start that took the place of row `replaced` cannot be. The one that was logged is
        not judged anew: a name in the draw may have been corrected or erased since."""
        if self.order.start is None or replaced != self.order.start_seq:
            return ()
        return judge_start(self.order.start, self.setup())

    # Playing what was logged

    def _play_anew(self) -> None:
        """The order in force is another: what was played of it counts no more."""
        self._game, self._played = None, 0
        self.decisions.clear()
        self.refused.clear()

    def _first_refused(self) -> tuple[Refusal, ...]:
        """Play the corrected order; the refusal of the first event that cannot stand."""
        try:
            self.catch_up()
        except _RowRefused as error:
            because = error.refusal.as_json()
            return (Refusal("revised_illegal", None, {"seq": error.seq, "because": because}),)
        return ()

    def _open(self) -> None:
        start = self.order.start
        if start is None:
            return
        try:
            self._game = Game.open(start["header"])
        except RecordRefused as error:
            self._refuse_row(self.order.start_seq, error.refusals)

    def _play_row(self, game: Game, seq: int, event: Event) -> None:
        decision = game.play(event)
        if self.lenient:
            self.decisions[seq] = (*self.decisions.get(seq, ()), decision)
        if not decision.accepted:
            self._refuse_row(seq, decision.refusals)

    def _refuse_row(self, seq: int, refusals: tuple[Refusal, ...]) -> None:
        if not self.lenient:
            raise _RowRefused(seq, refusals[0])
        self.refused[seq] = refusals


class _RowRefused(BrokenLogError):
    """A row that the rules refuse, in a journal that is not lenient."""

    def __init__(self, seq: int, refusal: Refusal) -> None:
        super().__init__(f"event {seq}: {render_refusal(refusal)}")
        self.seq, self.refusal = seq, refusal


def _is_of_board(event: Event) -> bool:
    kind = event.get("type")
    return kind != "start" and not (isinstance(kind, str) and kind in NOT_BOARD)
