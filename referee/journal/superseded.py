"""Which rows of a log do not count any more: taken back at the table, or corrected. Pure."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from referee.engine import undone
from referee.journal.order_in_force import NOT_BOARD, OrderInForce, revised_rows


class Superseded(NamedTuple):
    """Numbers of rows. `taken_back`: by an undo that stands; `corrected`: replaced by the chief or
    by the table's other start, a correction that was itself corrected included; `gone`: rows of the
    board that nothing stands for any more, so that no correction can name them alone."""

    taken_back: frozenset[int] = frozenset()
    corrected: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()


def superseded(rows: Iterable[tuple[int, dict[str, Any]]]) -> Superseded:
    """Of (number, event) rows in order, which have to begin with the log's first."""
    log = OrderInForce()
    stands_for: dict[int, int] = {}
    corrected: set[int] = set()
    for seq, event in rows:
        gone = _replaced(log, event)
        corrected |= {row for row, place in stands_for.items() if place in gone}
        log.add(seq, event)
        if event["type"] == "revise":
            stands_for[seq] = event["seq"]
        elif event["type"] not in NOT_BOARD:
            stands_for[seq] = seq
    taken_back = {row for row, _ in undone(log.events).taken_back}
    empty = set(stands_for.values()) - {log.start_seq, *(row for row, _ in log.events)}
    return Superseded(frozenset(taken_back - corrected), frozenset(corrected), frozenset(empty))


def _replaced(log: OrderInForce, event: dict[str, Any]) -> range:
    """The numbers that what stands so far has, and that the next event replaces."""
    if event["type"] == "revise":
        return revised_rows(event)
    if event["type"] == "start":
        return range(log.start_seq, log.start_seq + 1)
    return range(0)
