"""A log folded: the engine's game and what stands beside it, and the judge of the next event."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from referee.engine import Game, Refusal
from referee.engine.state import FINISHED
from referee.journal import table_events
from referee.journal.canonical import canonical, digest
from referee.journal.event_forms import tablet_fault
from referee.journal.hash_chain import FIRST
from referee.journal.limits import room_of
from referee.journal.order_in_force import NOT_BOARD, OrderInForce
from referee.journal.revision import revision_form
from referee.journal.sentences import render_refusal
from referee.journal.start import TableSetup, judge_start
from referee.journal.table_events import BoardOutcome, TableEvents
from scoring.result import GameResult


class BrokenLogError(Exception):
    """A row of the log cannot be replayed: a defect, or a log that was tampered with."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Refusals (then nothing changed) or the consequences, as plain JSON values."""

    refusals: tuple[Refusal, ...] = ()
    consequences: tuple[Any, ...] = ()


class Journal:
    """The state of one game as of row `seq`, whose hash is `hash`. Not safe for two threads.

    `used` are its rows by room (`limits`). `rules` are the edition and the organiser's own edition
    file it was last judged by. `usual_writer`, a device and the epoch of its lease, is whose next
    batch may well be appended in the common way (`fast_append`): judging ahead of the database
    changes the game, which is lost for the next request where the database then refuses.
    """

    def __init__(self, setup: Callable[[], TableSetup]) -> None:
        self.setup = setup
        self.seq = 0
        self.hash = FIRST
        self.game: Game | None = None
        self.log = OrderInForce()
        self.beside = TableEvents()
        self.used: Counter[str] = Counter()
        self.rules: tuple[str, str] | None = None
        self.usual_writer: tuple[UUID, int] | None = None

    def judge(self, event: dict[str, Any], *, chief: bool = False) -> Judgement:
        """Judge the next event; an accepted one is taken in (but for `moved`)."""
        kind = event["type"]
        if not table_events.allowed(kind, chief=chief):
            return Judgement((Refusal("chief_only"),))
        fault = None if chief else tablet_fault(event)
        if fault is not None:
            return Judgement((fault,))
        if kind == "start":
            return self._start(event)
        if self.game is None:
            return Judgement((Refusal("not_started"),))
        if kind == "revise":
            return self._revise(event)
        if kind in NOT_BOARD:
            return self._beside(event)
        return self._board(event)

    def replay(self, seq: int, row_hash: str, event: dict[str, Any]) -> None:
        """Take in a row that was accepted before; raises BrokenLogError where it is refused."""
        kind = event["type"]
        if kind in ("start", "revise"):
            self.log.add(seq, event)
            self._rebuild()
        elif kind in NOT_BOARD:
            table_events.fold(self.beside, self.outcome(), event)
        else:
            judgement = self._board(event, seq)
            if judgement.refusals:
                raise BrokenLogError(f"event {seq}: {judgement.refusals[0]}")
        self.moved(kind, seq, row_hash)

    def moved(self, kind: str, seq: int, row_hash: str) -> None:
        """The log has an event of this type, which was taken in, as row `seq`."""
        self.seq, self.hash = seq, row_hash
        self.used[room_of(kind)] += 1

    def outcome(self) -> BoardOutcome:
        """What confirmations and disputes are judged by."""
        return BoardOutcome(self.players, self.statement_hash)

    @property
    def players(self) -> tuple[str, ...]:
        """The ids in order of play; none before the start."""
        header = self.header
        return tuple(player["id"] for player in header["players"]) if header else ()

    @property
    def names(self) -> dict[str, str]:
        """The players' names by id; none before the start."""
        header = self.header
        return {each["id"]: each["name"] for each in header["players"]} if header else {}

    @property
    def header(self) -> dict[str, Any] | None:
        """The record's header, None before the start."""
        return self.log.start["header"] if self.log.start else None

    @property
    def status(self) -> str | None:
        """The engine's status, None before the start."""
        return self.game.status if self.game else None

    @property
    def statement_hash(self) -> str | None:
        """The hash of the finished game's statement, None while it is not finished."""
        if self.game is None or self.game.status != FINISHED:
            return None
        return digest(canonical(self.game.statement()))

    def view(self) -> dict[str, Any] | None:
        """What a tablet without an engine shows: the position and what may be done next."""
        if self.game is None:
            return None
        return {
            "status": self.game.status,
            "statement": self.game.statement(),
            "legal_actions": [action.as_json() for action in self.game.legal_actions()],
        }

    def played(self) -> Game:
        """The engine's game; raises BrokenLogError before the start."""
        if self.game is None:
            raise BrokenLogError("the log has no start")
        return self.game

    def result(self) -> GameResult:
        """What the finished game hands to the standings."""
        result = self.played().result()
        if result is None:
            raise BrokenLogError("the game is not finished")
        return result

    def _start(self, event: dict[str, Any]) -> Judgement:
        if self.log.events:
            return Judgement((Refusal("already_started"),))
        refusals = judge_start(event, self.setup())
        if refusals:
            return Judgement(refusals)
        self.log.add(self.seq + 1, event)
        self.game = self._opened()
        return Judgement()

    def _board(self, event: dict[str, Any], seq: int | None = None) -> Judgement:
        decision = self.played().play(event)
        if decision.refusals:
            return Judgement(tuple(decision.refusals))
        self.log.events.append((seq or self.seq + 1, event))
        return Judgement((), tuple(item.as_json() for item in decision.consequences))

    def _beside(self, event: dict[str, Any]) -> Judgement:
        outcome = self.outcome()
        refusal = table_events.judge(self.beside, outcome, event)
        if refusal:
            return Judgement((refusal,))
        table_events.fold(self.beside, outcome, event)
        return Judgement()

    def _revise(self, event: dict[str, Any]) -> Judgement:
        """A revision is accepted when the corrected game can be played to its end."""
        refusal = revision_form(self.log, event)
        if refusal:
            return Judgement((refusal,))
        before = self.log.copy()
        self.log.add(self.seq + 1, event)
        refusals = self._start_again(event["seq"]) or self._first_refused()
        if refusals:
            self.log = before
            self._rebuild()
        return Judgement(refusals)

    def _start_again(self, replaced: int) -> tuple[Refusal, ...]:
        """Why a start that took the place of row `replaced` cannot be. The one that was logged is
        not judged anew: a name in the draw may have been corrected or erased since."""
        if self.log.start is None or replaced != self.log.start_seq:
            return ()
        return judge_start(self.log.start, self.setup())

    def _first_refused(self) -> tuple[Refusal, ...]:
        """Play the log from its start; the refusal of the first event that cannot stand."""
        game = self._opened()
        for seq, event in self.log.events:
            decision = game.play(event)
            if decision.refusals:
                because = decision.refusals[0].as_json()
                return (Refusal("revised_illegal", None, {"seq": seq, "because": because}),)
        self.game = game
        return ()

    def _rebuild(self) -> None:
        refusals = self._first_refused()
        if refusals:
            raise BrokenLogError(render_refusal(refusals[0]))

    def _opened(self) -> Game:
        header = self.header
        if header is None:
            raise BrokenLogError("the log has no start")
        return Game.open(header)
