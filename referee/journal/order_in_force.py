"""The board events of a log with its corrections applied.

They are what is played and exported.
"""

from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Event = dict[str, Any]
Placed = tuple[int, Event]
"""(row number, event): a board event and the row it stands for. Several may stand for one row."""

TABLE_TYPES = frozenset(
    {"pause", "resume", "note", "referee", "cash_count", "confirm", "dispute", "understood"}
)
"""Types of events that a tablet logs beside the board."""
CHIEF_TYPES = frozenset({"ruling", "revise", "settle", "confirm"})
CORRECTIONS = frozenset({"revise", "revert"})
"""Types that change which board events are in force.

They count neither as board events nor as events beside the board.
"""
CHIEF_ONLY = CHIEF_TYPES - TABLE_TYPES - CORRECTIONS
NOT_BOARD = TABLE_TYPES | CHIEF_TYPES | CORRECTIONS


def revised_rows(revision: Event) -> range:
    """Return the numbers of the rows that a `revise` replaces."""
    seq: int = revision["seq"]
    through: int = revision.get("through", seq)
    return range(seq, through + 1)


def named_by(revision: Event, seq: int) -> bool:
    """Return whether a `revise` replaces row `seq` or leaves it out.

    A row is left out because it no longer fits.
    """
    return seq in revised_rows(revision) or seq in revision.get("without", ())


class Revised(NamedTuple):
    """A revision that the table may take back.

    `start` and `events` are the order before it, and are never changed. `length` is the number of
    events right after it.
    """

    seq: int
    event: Event
    start: Event | None
    events: list[Placed]
    length: int


@dataclass(slots=True)
class OrderInForce:
    """The board events of a log, in the order in force.

    `start` is the event that opened the game (None before), as row `start_seq`; `events` are the
    board events after it. The table may take back the `revisions`, the last one first. `chief_rows`
    are the rows that the chief referee corrected.
    """

    start: Event | None = None
    start_seq: int = 0
    events: list[Placed] = field(default_factory=list)
    revisions: tuple[Revised, ...] = ()
    chief_rows: frozenset[int] = frozenset()

    def add(self, seq: int, event: Event, *, chief: bool = False) -> None:
        """Fold in one row.

        Raise KeyError for a `revert` that names none of the table's revisions.
        """
        match event["type"]:
            case "start":
                self.start, self.start_seq, self.events = event, seq, []
                self.revisions = ()
            case "revise":
                self._revise(seq, event, chief=chief)
            case "revert":
                self._revert(event["seq"])
            case kind if kind not in NOT_BOARD:
                self.events.append((seq, event))

    def _revise(self, seq: int, event: Event, *, chief: bool) -> None:
        """Put the replacement in place of the rows, and drop the rows that no longer fit.

        Once the chief has corrected a row, the table can revert no earlier revision.
        """
        rows, start, events = revised_rows(event), self.start, self.events
        after = [item for item in events if item[0] >= rows.stop and not named_by(event, item[0])]
        if rows.start == self.start_seq:
            self.start, self.events = event["replacement"][0], after
        else:
            before = [item for item in events if item[0] < rows.start]
            placed = ((rows.start, each) for each in event["replacement"])
            self.events = [*before, *placed, *after]
        if chief:
            self.revisions, self.chief_rows = (), self.chief_rows | {rows.start}
        else:
            revised = Revised(seq, event, start, events, len(self.events))
            self.revisions = (*self.revisions, revised)

    def _revert(self, seq: int) -> None:
        """Restore the order before revision `seq`, dropping everything after it."""
        revised = next((each for each in self.revisions if each.seq == seq), None)
        if revised is None:
            raise KeyError(seq)
        self.start, self.events = revised.start, list(revised.events)
        self.revisions = self.revisions[: self.revisions.index(revised)]

    def copy(self) -> "OrderInForce":
        """Return an independent copy; the events themselves are never changed."""
        return OrderInForce(
            self.start, self.start_seq, list(self.events), self.revisions, self.chief_rows
        )

    def may_revise(self, seq: int, through: int) -> bool:
        """Return whether a revision may name these rows.

        It may name the start, or board events after it.
        """
        if seq == self.start_seq:
            return through == seq and self.start is not None
        return self.start_seq < seq and any(seq <= number <= through for number, _ in self.events)

    def is_revision(self, seq: object) -> bool:
        """Return whether row `seq` is a revision that the table may take back.

        It may take it back now or later.
        """
        return any(revised.seq == seq for revised in self.revisions)

    def revertible(self, left_out: Container[int] = ()) -> Revised | None:
        """Return the table's last revision if it is the next thing to take back.

        That is so while no event in force follows it. Rows `left_out` were refused and do not
        count.
        """
        if not self.revisions:
            return None
        revised, following = self.revisions[-1], 0
        for seq, event in self.events[revised.length :]:
            if seq not in left_out:
                following += -1 if event["type"] == "undo" else 1
        return None if following else revised

    def last_in_force(self, left_out: Container[int] = ()) -> Placed | None:
        """Return the event that an undo would take back, None if there is none."""
        undos = 0
        for seq, event in reversed(self.events):
            if seq in left_out:
                continue
            if event["type"] == "undo":
                undos += 1
            elif undos:
                undos -= 1
            else:
                return seq, event
        return None


def order_in_force(rows: Iterable[Placed]) -> OrderInForce:
    """Return the order in force after these (number, event) rows."""
    folded = OrderInForce()
    for seq, event in rows:
        folded.add(seq, event)
    return folded
