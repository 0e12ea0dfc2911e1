"""The log of one table as the screens show it: its rows, and what the journal makes of each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from referee.engine import Decision, Game, Refusal
from referee.journal.event_forms import size_fault
from referee.journal.journal import Journal
from referee.journal.start import TableSetup

Event = dict[str, Any]


class Row(NamedTuple):
    """One row of the log: its number, its event, and when the tablet says it was."""

    n: int
    event: Event
    at: str | None


class Played(NamedTuple):
    """A row with what the engine decided on its event (None for what is not of the board)."""

    row: Row
    decision: Decision | None


class TableLog:
    """The rows of a table whose `setup` the tournament gave, read by a lenient journal: `refused`
    are those that a judge of today refuses (recorded while nobody could judge); the server decides
    on them."""

    def __init__(self, setup: TableSetup, rows: Iterable[Row] = ()) -> None:
        self.setup = setup
        self._read(list(rows))

    def _read(self, rows: list[Row]) -> None:
        self.rows = rows
        self.journal = Journal(lambda: self.setup, lenient=True)
        for row in rows:
            self.journal.replay(row.n, "", row.event)
        self.journal.catch_up()

    @property
    def game(self) -> Game | None:
        """The engine's game, None before the start."""
        return self.journal.game

    @property
    def refused(self) -> dict[int, tuple[Refusal, ...]]:
        """Why rows are left out of the game, by their number."""
        return self.journal.refused

    @property
    def played(self) -> list[Played]:
        """Every row with its decision."""
        return self.played_since(0)

    def played_since(self, index: int) -> list[Played]:
        """The rows from this place on, each with its decision."""
        decisions = self.journal.decisions
        return [Played(row, decisions.get(row.n)) for row in self.rows[index:]]

    def add(self, events: list[Event], at: str | None) -> tuple[list[Played], tuple[Refusal, ...]]:
        """Play all of these or none; what was played, or why one of them is refused."""
        before = len(self.rows)
        for event in events:
            refusals = self._barred(event) or self.journal.judge(event).refusals
            if refusals:
                if len(self.rows) > before:
                    self._read(self.rows[:before])
                return [], refusals
            row = Row(self.journal.seq + 1, event, at)
            self.rows.append(row)
            self.journal.row_added(event["type"], row.n, "")
        return self.played_since(before), ()

    def check(self, events: list[Event]) -> tuple[list[Played], tuple[Refusal, ...]]:
        """What `add` would answer; nothing changes."""
        if len(events) != 1:
            before = self.rows[:]
            answer = self.add(events, None)
            self._read(before)
            return answer
        if barred := self._barred(events[0]):
            return [], barred
        judgement = self.journal.check(events[0])
        row = Row(self.journal.seq + 1, events[0], None)
        return [] if judgement.refusals else [Played(row, judgement.decision)], judgement.refusals

    def _barred(self, event: Event) -> tuple[Refusal, ...]:
        """Why the server would not take the event whatever the rules say: then it must not be shown
        as recorded either."""
        if self.journal.is_full(event.get("type")):
            return (Refusal("log_full"),)
        fault = size_fault(event)
        return (fault,) if fault else ()

    def in_force(self) -> list[Played]:
        """Played rows without undos and what they took back."""
        kept = set(self.journal.in_force)
        return [item for item in self.played if item.row.n in kept]

    def paused_since(self) -> str | None:
        """When the pause that lasts began, None while the table plays."""
        pause = self.journal.beside.pause
        return next((row.at for row in reversed(self.rows) if row.n == pause), None)
