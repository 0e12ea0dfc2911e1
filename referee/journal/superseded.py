"""Rows of a log that no longer count: taken back at the table, or corrected. Pure."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from referee.engine import undone_events
from referee.journal.order_in_force import NOT_BOARD, OrderInForce, named_by

Event = dict[str, Any]


class Superseded(NamedTuple):
    """Numbers of the rows that no longer count.

    `taken_back` rows were undone, or, for a correction, reverted. `corrected` rows were replaced by
    the chief, by the table or by its second start; corrections that were corrected themselves are
    among them. `gone` are board rows with no event left in force, so a correction cannot name them
    alone.
    """

    taken_back: frozenset[int] = frozenset()
    corrected: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()


def find_superseded(rows: Iterable[tuple[int, Event]]) -> Superseded:
    """Return the rows of a log that no longer count.

    `rows` are (number, event) pairs and begin with the log's first row.
    """
    history = _History()
    for seq, event in rows:
        history.add(seq, event)
    return history.superseded_rows()


@dataclass
class _History:
    """The log rows read so far, and which of them were corrected or reverted.

    `stands_for` maps a row to the row whose place it takes: a correction to the row that it
    corrects, any other row to itself. `before` maps a correction to `stands_for` and
    `corrected` as they were before it.
    """

    log: OrderInForce = field(default_factory=OrderInForce)
    stands_for: dict[int, int] = field(default_factory=dict)
    places: set[int] = field(default_factory=set)
    corrected: set[int] = field(default_factory=set)
    reverted: set[int] = field(default_factory=set)
    before: dict[int, tuple[dict[int, int], set[int]]] = field(default_factory=dict)

    def add(self, seq: int, event: Event) -> None:
        """Fold in one row."""
        kind = event["type"]
        if kind == "revert":
            self._revert(event["seq"])
        elif kind == "revise":
            self.before[seq] = (self.stands_for.copy(), self.corrected.copy())
            self._replace(lambda place: named_by(event, place))
            self._place(seq, event["seq"])
        elif kind == "start":
            self._replace(lambda place: place == self.log.start_seq)
            self._place(seq, seq)
        elif kind not in NOT_BOARD:
            self._place(seq, seq)
        self.log.add(seq, event)

    def _place(self, seq: int, place: int) -> None:
        self.stands_for[seq] = place
        self.places.add(place)

    def _replace(self, is_replaced: Callable[[int], bool]) -> None:
        self.corrected |= {row for row, place in self.stands_for.items() if is_replaced(place)}

    def _revert(self, revision: int) -> None:
        """Mark all rows since the revision as taken back, except the undos."""
        since = {row for row in self.stands_for if row >= revision}
        self.stands_for, self.corrected = self.before[revision]
        self.reverted |= since - {row for row, event in self.log.events if event["type"] == "undo"}

    def superseded_rows(self) -> Superseded:
        """Return the rows added so far that no longer count."""
        undone_rows = {row for row, _ in undone_events(self.log.events).taken_back}
        empty = self.places - {self.log.start_seq, *(row for row, _ in self.log.events)}
        return Superseded(
            frozenset((undone_rows - self.corrected) | self.reverted),
            frozenset(self.corrected),
            frozenset(empty),
        )
