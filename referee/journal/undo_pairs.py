"""Pairs of an event and the undo that took it back.

A correction keeps or drops both together, so that every undo still takes back the same event.
"""

from collections import defaultdict
from collections.abc import Container, Iterable

from referee.engine import undone_events
from referee.journal.order_in_force import Placed


def undo_pairs(
    events: Iterable[Placed], left_out: Container[int] = ()
) -> list[tuple[Placed, Placed]]:
    """Pair each event that was taken back with its undo; rows `left_out` were refused."""
    counting = (item for item in events if item[0] not in left_out)
    return undone_events((item, item[1]) for item in counting).taken_back


def moved_undo(
    before: Iterable[tuple[Placed, Placed]], after: Iterable[tuple[Placed, Placed]]
) -> int:
    """Return the row of the first undo that a correction would retarget.

    It is 0 if there is none. Events are told apart by identity, because several may be equal.
    """
    targets = {id(undo): target for target, undo in before}
    return next((undo[0] for target, undo in after if targets.get(id(undo)) is not target), 0)


class LinkedRows:
    """Rows that belong together because one has an undo of an event in another."""

    def __init__(self, pairs: Iterable[tuple[Placed, Placed]]) -> None:
        self._linked: dict[int, set[int]] = defaultdict(set)
        for target, undo in pairs:
            self._linked[target[0]].add(undo[0])
            self._linked[undo[0]].add(target[0])

    def with_linked(self, rows: Iterable[int]) -> set[int]:
        """Return these rows and all that are linked to them."""
        together, waiting = set(rows), list(rows)
        while waiting:
            fresh = self._linked.get(waiting.pop(), set()) - together
            together |= fresh
            waiting += fresh
        return together
