"""One live game: its header, its state and its log."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from typing import Any, overload

from referee.engine.actions import ACTIONS, UNDO
from referee.engine.facts import Fact
from referee.engine.forecast import if_time_were_called
from referee.engine.header import open_state
from referee.engine.history import History
from referee.engine.judge import Decision, decide, judge
from referee.engine.legal import Action, legal_actions, traders
from referee.engine.reading import Reading
from referee.engine.refusals import FormError, Refusal
from referee.engine.state import FINISHED, State
from referee.engine.statement import statement
from referee.engine.strictjson import MAX_DEPTH, check_depth, read_line
from scoring.game.editions import Edition
from scoring.game.endgame import seat_results
from scoring.result import GameResult

MAX_EVENTS = 50_000
"""The most events in one game. A two-hour game has far fewer."""


class Events(Sequence[dict[str, Any]]):
    """A log as a sequence of events, each parsed when accessed."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts

    def __len__(self) -> int:
        return len(self._texts)

    @overload
    def __getitem__(self, index: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> Events: ...
    def __getitem__(self, index: int | slice) -> dict[str, Any] | Events:
        if isinstance(index, slice):
            return Events(self._texts[index])
        event: dict[str, Any] = read_line(self._texts[index])
        return event

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return map(read_line, self._texts)


class Game:
    """A game in progress. `play` and `advance` are the only ways to change it."""

    __slots__ = ("_header", "_history", "state")

    def __init__(self, header: dict[str, Any], opening: State) -> None:
        self._header: dict[str, Any] | str = header
        self.state = opening
        self._history = History(opening)

    @classmethod
    def open(cls, header: dict[str, Any], *, edition: Edition | None = None) -> Game:
        """Open a game at its start (or at the header's position).

        `edition` replaces the printed edition that the header names, and must be a version of it.
        Raise RecordRefusedError if the header is illegal.
        """
        return cls(header, open_state(header, edition))

    def copy(self) -> Game:
        """Return an independent copy: playing in one does not affect the other."""
        twin = Game.__new__(Game)
        twin._header, twin.state = self._header, self.state.copy()
        twin._history = self._history.copy()
        return twin

    def earlier_copy(self, count: int) -> Game:
        """Return a copy with the last `count` events in force taken back.

        The copy's log keeps them.
        """
        twin = self.copy()
        twin.state = twin._history.go_back(count)
        return twin

    @property
    def header(self) -> dict[str, Any]:
        """The header the game was opened with."""
        header = self._header
        return read_line(header) if isinstance(header, str) else header

    @property
    def status(self) -> str:
        """The status as the record format names it, from "playing" to "finished"."""
        return self.state.status

    @property
    def events(self) -> Events:
        """The log: every accepted event as given.

        It includes undos and the events they took back.
        """
        return Events(self._history.log.texts())

    def decide(self, event: Any) -> Decision:
        """Judge `event` without playing it; return all refusals, or what would follow."""
        if self._history.log.count >= MAX_EVENTS:
            return Decision((Refusal("too_many_events", None, {"most": MAX_EVENTS}),))
        return decide(self.state, event)

    def play(self, event: Any) -> Decision:
        """Judge `event` and, if it is legal, apply it."""
        decision = self.decide(event)
        if not decision.is_accepted:
            return decision
        try:
            check_depth(text := _as_text(event))
        except (FormError, RecursionError):
            return Decision((Refusal("too_deep", None, {"most": MAX_DEPTH}),))
        self._fold(event["type"] == "undo", text, decision.facts)
        self._pack()
        return decision

    def _pack(self) -> None:
        """Save memory: keep the header as text, and compress older events."""
        if isinstance(self._header, dict):
            self._header = _as_text(self._header)
        self._history.log.pack()

    def advance(self, reading: Reading, text: str) -> bool:
        """Play an event without describing it; return False if it is refused.

        This is the fast `play` for whole files. `text` is the event's JSON, which the log keeps.
        """
        facts = judge(self.state, reading)
        if facts is None or self._history.log.count >= MAX_EVENTS:
            return False
        _, kind, _ = reading
        self._fold(kind is UNDO, text, facts)
        return True

    def _fold(self, takes_back: bool, text: str, facts: Sequence[Fact]) -> None:
        """Log an accepted event, then apply its facts; an undo takes back the last event."""
        number = self._history.log.append(text)
        if takes_back:
            self.state = self._history.undo()
        else:
            self._history.play(self.state, number, facts)

    def statement(self) -> dict[str, Any]:
        """Return the statement of the record format, as plain JSON values."""
        return statement(self.state)

    def legal_actions(self, types: Collection[str] = ACTIONS) -> tuple[Action, ...]:
        """Return the legal actions of these `types`.

        An event of these types is legal if and only if one of the actions permits it.
        """
        return legal_actions(self.state, types)

    def traders(self) -> list[str]:
        """Return the ids of the players who can trade now, in order of play.

        These are the players for whom `legal_actions` has a trade.
        """
        return [self.state.ids[player] for player in traders(self.state)]

    def if_time_were_called(self) -> dict[str, Any]:
        """Return the statement expected if time were called now (see `forecast`)."""
        return if_time_were_called(self.state)

    def result(self) -> GameResult | None:
        """Return the result for the standings; None until the game is finished."""
        state = self.state
        if state.status != FINISHED:
            return None
        seats = seat_results(state, state.ids, state.standings)
        return GameResult(state.edition.code, state.mode, seats)


def _as_text(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
