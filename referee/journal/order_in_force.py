"""The board events of a log with the chief's revisions applied: what is played and exported."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

TABLE_TYPES = frozenset({"pause", "resume", "note", "confirm", "dispute"})
CHIEF_TYPES = frozenset({"ruling", "revise", "settle", "confirm"})
NOT_BOARD = TABLE_TYPES | CHIEF_TYPES


def revised_rows(revision: dict[str, Any]) -> range:
    """The numbers of the rows that a `revise` replaces."""
    seq: int = revision["seq"]
    through: int = revision.get("through", seq)
    return range(seq, through + 1)


@dataclass(slots=True)
class OrderInForce:
    """`start` is the event that opened the game (None before), `events` the board events after
    it, each with the number of the row it stands for (several may stand for one)."""

    start: dict[str, Any] | None = None
    start_seq: int = 0
    events: list[tuple[int, dict[str, Any]]] = field(default_factory=list)

    def add(self, seq: int, event: dict[str, Any]) -> None:
        """Fold one row."""
        match event["type"]:
            case "start":
                self.start, self.start_seq, self.events = event, seq, []
            case "revise":
                self._revise(revised_rows(event), event["replacement"])
            case kind if kind not in NOT_BOARD:
                self.events.append((seq, event))

    def _revise(self, rows: range, replacement: list[dict[str, Any]]) -> None:
        """Put `replacement` in the place of what stands for these rows."""
        if rows.start == self.start_seq:
            self.start = replacement[0]
            return
        before = [item for item in self.events if item[0] < rows.start]
        after = [item for item in self.events if item[0] >= rows.stop]
        self.events = [*before, *((rows.start, event) for event in replacement), *after]

    def copy(self) -> "OrderInForce":
        """An independent copy; the events themselves are never changed."""
        return OrderInForce(self.start, self.start_seq, list(self.events))

    def covers(self, seq: int, through: int) -> bool:
        """Whether a revision may name these rows: the start alone, or board events after it."""
        if seq == self.start_seq:
            return through == seq and self.start is not None
        return seq <= through and any(seq <= number <= through for number, _ in self.events)


def order_in_force(rows: Iterable[tuple[int, dict[str, Any]]]) -> OrderInForce:
    """Fold (number, event) rows in order."""
    folded = OrderInForce()
    for seq, event in rows:
        folded.add(seq, event)
    return folded
