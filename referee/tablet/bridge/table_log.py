"""The log of one table as the screens show it.

It has the rows, and the journal's reading of each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from referee.engine import (
    Consequence,
    Decision,
    Game,
    Handover,
    Refusal,
    handovers,
    position_of,
    undone_events,
)
from referee.engine.fold import apply
from referee.engine.state import State
from referee.journal.event_forms import size_fault
from referee.journal.journal import Journal
from referee.journal.order_in_force import CORRECTIONS
from referee.journal.start import TableSetup
from referee.journal.superseded import Superseded, find_superseded
from referee.journal.table_events import still_valid
from referee.journal.taking_back import LastStep

Event = dict[str, Any]


class Row(NamedTuple):
    """A row of the log.

    It has its number, its event, when the tablet says it was, whether the chief made it, whether
    anybody judged it, and its author's name, if known.
    """

    n: int
    event: Event
    at: str | None
    chief: bool = False
    judged: bool = True
    by: str | None = None


class Played(NamedTuple):
    """A row with the engine's decisions on its event.

    If a correction put in other events, the decisions are on those. There are none for an event
    that is not of the board.
    """

    row: Row
    decisions: tuple[Decision, ...]

    @property
    def consequences(self) -> list[Consequence]:
        """The consequences on the board."""
        return [one for decision in self.decisions for one in decision.consequences]


class Standing(NamedTuple):
    """An event of the board that counts, and the engine's decision on it."""

    event: Event
    decision: Decision


class TableLog:
    """The rows of a table, read by a lenient journal.

    The tournament gave the `setup`. `refusals_by_row` are those that a judge of today refuses
    (recorded while nobody could judge). The server decides on them.
    """

    def __init__(self, setup: TableSetup, rows: Iterable[Row] = ()) -> None:
        self.setup = setup
        self.rows = list(rows)
        self.journal = Journal(lambda: setup, lenient=True)
        for row in self.rows:
            if row.judged:
                self.journal.replay(row.n, "", row.event, chief=row.chief)
            else:
                self.journal.replay_unjudged(row.n, row.event)
        self.journal.catch_up()
        self.moved: dict[int, list[Handover]] = {}

    @property
    def game(self) -> Game | None:
        """The engine's game, None before the start."""
        return self.journal.game

    @property
    def refusals_by_row(self) -> dict[int, tuple[Refusal, ...]]:
        """Return why rows are left out of the game, by their number."""
        return self.journal.refusals_by_row

    @property
    def played_rows(self) -> list[Played]:
        """Return every row with its decisions."""
        return _played_rows(self.rows, self.journal)

    def add(self, events: list[Event], at: str | None) -> tuple[list[Played], tuple[Refusal, ...]]:
        """Play all of these events or none; return the played rows and any refusals."""
        journal, rows, refusals = self._judge_events(events, at)
        if not refusals:
            if len(rows) == 1 and rows[0].event["type"] in CORRECTIONS:
                self.moved[rows[0].n] = handovers_between(
                    self.journal.require_game(), journal.require_game()
                )
            self.journal = journal
            self.rows += rows
        return _played_rows(rows, journal), refusals

    def check(self, events: list[Event]) -> tuple[list[Played], tuple[Refusal, ...]]:
        """Return the same answer as `add`, changing nothing."""
        journal, rows, refusals = self._judge_events(events, None)
        return _played_rows(rows, journal), refusals

    def _judge_events(
        self, events: list[Event], at: str | None
    ) -> tuple[Journal, list[Row], tuple[Refusal, ...]]:
        """Judge events on a copy of the journal.

        Return the copy, the events' rows, and any refusals. There are no rows if one of them is
        refused.
        """
        journal = self.journal.copy()
        rows: list[Row] = []
        for event in events:
            refusals = _logging_refusals(journal, event) or journal.judge(event).refusals
            if refusals:
                return journal, [], refusals
            rows.append(Row(journal.seq + 1, event, at))
            journal.row_added(event["type"], journal.seq + 1, "")
        return journal, rows, ()

    def in_force(self) -> list[Played]:
        """Return played rows without undos and what they took back."""
        kept = set(self.journal.in_force)
        return [item for item in self.played_rows if item.row.n in kept]

    def standing_events(self) -> dict[int, list[Standing]]:
        """Return the board events that count, in order, by the row they stand for.

        Corrections are applied; undos and what they took back are left out.
        """
        order: list[tuple[tuple[int, Standing], Event]] = []
        told: Counter[int] = Counter()
        refused = self.refusals_by_row
        for n, event in self.journal.order.events if self.game else ():
            if n not in refused:
                decision = self.journal.decisions[n][told[n]]
                order.append(((n, Standing(event, decision)), event))
            told[n] += 1
        found: dict[int, list[Standing]] = {}
        for n, item in undone_events(order).in_force:
            found.setdefault(n, []).append(item)
        return found

    def last_event(self) -> Event | None:
        """Return the last event of the board that counts, None before the first."""
        last = self.journal.order.last_in_force(self.journal.board.refused)
        return last[1] if last else None

    def last_step(self) -> LastStep | None:
        """The step that the table would take back now, None if there is none."""
        return self.journal.last_step

    def superseded_rows(self) -> Superseded:
        """Return the rows that no longer count."""
        refused = self.refusals_by_row
        return find_superseded((row.n, row.event) for row in self.rows if row.n not in refused)

    def handovers(self, n: int) -> list[Handover]:
        """Return the pieces to move because of the correction of row `n`.

        The board is compared as it was played before that row and after it, once.
        """
        if n not in self.moved:
            self.moved[n] = handovers_between(self._game_after(n - 1), self._game_after(n))
        return self.moved[n]

    def _game_after(self, n: int) -> Game:
        """Return the game as it was played after row `n`."""
        log = TableLog(self.setup, [row for row in self.rows if row.n <= n])
        return log.journal.require_game()

    def confirmation(self) -> dict[str, list[str]]:
        """Return the players who confirmed, and who disputed, the present statement."""
        beside, outcome = self.journal.beside, self.journal.outcome()
        return {
            "confirmed": still_valid(beside.confirmed, outcome),
            "disputed": still_valid(beside.disputed, outcome),
        }

    def state_before(self, decision: Decision) -> State:
        """Return the state in which this decision on a row was made.

        It is folded anew from what was decided before it; raise BrokenLogError before the start.
        """
        earlier: list[tuple[Decision, Event]] = []
        told: Counter[int] = Counter()
        for n, event in self.journal.order.events:
            decided = self.journal.decisions[n][told[n]]
            if decided is decision:
                break
            if decided.is_accepted:
                earlier.append((decided, event))
            told[n] += 1
        state = Game.open(self.journal.require_game().header).state
        for each in undone_events(earlier).in_force:
            apply(state, list(each.facts))
        return state

    def paused_since(self) -> str | None:
        """Return when the present pause began, None while the table plays."""
        pause = self.journal.beside.pauses.current_pause
        if pause is None:
            return None
        return next((row.at for row in reversed(self.rows) if row.n == pause.began), None)


def handovers_between(before: Game, after: Game) -> list[Handover]:
    """Return the handovers that lead from one game's board to another's."""
    return handovers(position_of(before.state), position_of(after.state), after.state.edition)


def _played_rows(rows: Iterable[Row], journal: Journal) -> list[Played]:
    return [Played(row, journal.decisions.get(row.n, ())) for row in rows]


def _logging_refusals(journal: Journal, event: Event) -> tuple[Refusal, ...]:
    """Return why the server would not take the event, whatever the rules say.

    Such an event must not be shown as recorded either.
    """
    if journal.is_full(event.get("type")):
        return (Refusal("log_full"),)
    fault = size_fault(event)
    return (fault,) if fault else ()
