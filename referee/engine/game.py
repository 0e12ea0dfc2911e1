"""One live game: its state, its log, and `undo`."""

from __future__ import annotations

import json
from typing import Any

from referee.engine.actions import ACTIONS
from referee.engine.fold import apply
from referee.engine.forecast import if_time_were_called
from referee.engine.header import open_state
from referee.engine.judge import Decision, decide, judge, outcome
from referee.engine.legal import Action, legal_actions
from referee.engine.refusals import Refusal
from referee.engine.state import FINISHED, State
from referee.engine.statement import statement
from scoring.game.editions import Edition
from scoring.game.endgame import seat_results
from scoring.result import GameResult

MOST_EVENTS = 50_000
"""No game of two hours comes near; a longer log is refused."""
_CHECKPOINT_EVERY = 8


class Game:
    """A game in progress. `play` is the only way to change it.

    The log keeps every accepted event as compact JSON text. `undo` goes back to a checkpoint
    and folds again what followed it, so that what is taken back has never happened.
    """

    __slots__ = ("_checkpoints", "_in_force", "_log", "_opening", "header", "state")

    def __init__(self, header: dict[str, Any], opening: State) -> None:
        self.header = header
        self.state = opening
        self._opening = opening.copy()
        self._log: list[str] = []
        self._in_force: list[str] = []
        self._checkpoints: list[State] = []

    @classmethod
    def open(cls, header: dict[str, Any], *, edition: Edition | None = None) -> Game:
        """A game at its start (or the header's position).

        `edition` replaces the printed edition that the header names; it must follow its rules.
        Raises RecordRefused when the header is illegal.
        """
        return cls(header, open_state(header, edition))

    @property
    def status(self) -> str:
        """The status of the record format: "playing" to "finished"."""
        return self.state.status

    @property
    def events(self) -> tuple[dict[str, Any], ...]:
        """The log: every accepted event as it was given, undos and what they took back included."""
        return tuple(json.loads(text) for text in self._log)

    def decide(self, event: Any) -> Decision:
        """Judge `event` without playing it: all refusals, or what would follow."""
        if len(self._log) >= MOST_EVENTS:
            return Decision((Refusal("too_many_events", None, {"most": MOST_EVENTS}),))
        return decide(self.state, event)

    def play(self, event: Any) -> Decision:
        """Judge `event` and, if it is legal, apply it."""
        decision = self.decide(event)
        if decision.accepted:
            text = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
            self._accept(event["type"], text, decision.facts)
        return decision

    def advance(self, event: Any, text: str) -> bool:
        """Play `event`, whose JSON is `text`, without describing it; False if it is refused.

        This is `play` for whole files, where only the first refusal is told.
        """
        facts = judge(self.state, event) if len(self._log) < MOST_EVENTS else None
        if facts is None:
            return False
        self._accept(event["type"], text, facts)
        return True

    def _accept(self, name: str, text: str, facts: Any) -> None:
        self._log.append(text)
        if name == "undo":
            self._in_force.pop()
            self._go_back()
        else:
            self._in_force.append(text)
            self._fold(facts)

    def _fold(self, facts: Any) -> None:
        state = self.state
        apply(state, facts)
        state.events += 1
        if not state.events % _CHECKPOINT_EVERY:
            self._checkpoints = _thinned([*self._checkpoints, state.copy()])

    def _go_back(self) -> None:
        """Restore the last checkpoint still in force and fold the events after it again."""
        target = len(self._in_force)
        while self._checkpoints and self._checkpoints[-1].events > target:
            self._checkpoints.pop()
        base = self._checkpoints[-1] if self._checkpoints else self._opening
        self.state = base.copy()
        for text in self._in_force[base.events :]:
            event = json.loads(text)
            kind = ACTIONS[event["type"]]
            self._fold(outcome(self.state, kind, kind.read(event, self.state)))

    def statement(self) -> dict[str, Any]:
        """The statement of the record format, as plain JSON values."""
        return statement(self.state)

    def legal_actions(self) -> tuple[Action, ...]:
        """What may be done next; an event is legal if and only if one of them permits it."""
        return legal_actions(self.state)

    def if_time_were_called(self) -> dict[str, Any]:
        """The statement to be expected if time were called now (see `forecast`)."""
        return if_time_were_called(self.state)

    def result(self) -> GameResult | None:
        """The result for the standings; None until the game is finished."""
        state = self.state
        if state.status != FINISHED:
            return None
        seats = seat_results(state, state.ids, state.standings)
        return GameResult(state.edition.code, state.mode, seats)


def _thinned(checkpoints: list[State]) -> list[State]:
    """Checkpoints dense near the end and ever sparser before it, so that few are kept."""
    last = checkpoints[-1].events // _CHECKPOINT_EVERY
    kept = []
    for checkpoint in checkpoints:
        number = checkpoint.events // _CHECKPOINT_EVERY
        if last - number <= 3 * (number & -number):
            kept.append(checkpoint)
    return kept
