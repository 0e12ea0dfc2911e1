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
        self.rows = list(rows)
        self.journal = Journal(lambda: setup, lenient=True)
        for row in self.rows:
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
        return _decided(self.rows, self.journal)

    def add(self, events: list[Event], at: str | None) -> tuple[list[Played], tuple[Refusal, ...]]:
        """Play all of these or none; what was played, or why one of them is refused."""
        journal, rows, refusals = self._judged(events, at)
        if not refusals:
            self.journal = journal
            self.rows += rows
        return _decided(rows, journal), refusals

    def check(self, events: list[Event]) -> tuple[list[Played], tuple[Refusal, ...]]:
        """What `add` would answer; nothing changes."""
        journal, rows, refusals = self._judged(events, None)
        return _decided(rows, journal), refusals

    def _judged(
        self, events: list[Event], at: str | None
    ) -> tuple[Journal, list[Row], tuple[Refusal, ...]]:
        """The journal with these events and their rows; no rows where one of them is refused."""
        journal = self.journal.copy()
        rows: list[Row] = []
        for event in events:
            refusals = _barred(journal, event) or journal.judge(event).refusals
            if refusals:
                return journal, [], refusals
            rows.append(Row(journal.seq + 1, event, at))
            journal.row_added(event["type"], journal.seq + 1, "")
        return journal, rows, ()

    def in_force(self) -> list[Played]:
        """Played rows without undos and what they took back."""
        kept = set(self.journal.in_force)
        return [item for item in self.played if item.row.n in kept]

    def paused_since(self) -> str | None:
        """When the pause that lasts began, None while the table plays."""
        pause = self.journal.beside.pause
        return next((row.at for row in reversed(self.rows) if row.n == pause), None)


def _decided(rows: Iterable[Row], journal: Journal) -> list[Played]:
    return [Played(row, journal.decisions.get(row.n)) for row in rows]


def _barred(journal: Journal, event: Event) -> tuple[Refusal, ...]:
    """Why the server would not take the event whatever the rules say: then it must not be shown as
    recorded either."""
    if journal.is_full(event.get("type")):
        return (Refusal("log_full"),)
    fault = size_fault(event)
    return (fault,) if fault else ()
