"""The correction that takes another one back: the chief referee's undo.

It is logged like any correction, so preview, judgement and audit are the same.
"""

from typing import Any, NamedTuple

from referee.journal.order_in_force import OrderInForce, Placed, order_in_force, revised_rows
from referee.journal.revision import MAX_REPLACEMENTS
from referee.log.overview import placed_rows
from referee.models import GameLog

Event = dict[str, Any]


class _Stages(NamedTuple):
    """The order in force before a correction, after it, and now."""

    before: OrderInForce
    after: OrderInForce
    now: OrderInForce


def inverse_of(game: GameLog, seq: int, reason: str) -> Event | None:
    """Return the revision that restores what correction `seq` replaced (1 query).

    None if what it put in was changed since: it is then unclear what should stand.
    """
    return inverse_revision(placed_rows(game), seq, reason)


def inverse_revision(rows: list[Placed], seq: int, reason: str) -> Event | None:
    """Return the revision that undoes correction `seq`.

    `rows` are all (number, event) rows in order. None as for `inverse_of`. Raises LookupError
    if row `seq` is no correction.
    """
    revision = dict(rows)[seq]
    if revision["type"] != "revise":
        raise LookupError(seq)
    stages = _Stages(
        order_in_force(row for row in rows if row[0] < seq),
        order_in_force(row for row in rows if row[0] <= seq),
        order_in_force(rows),
    )
    put_back = _put_back(stages, revision)
    if put_back is None or len(put_back[1]) > MAX_REPLACEMENTS:
        return None
    (first, last), replacement = put_back
    return {
        "type": "revise",
        "seq": first,
        "through": last,
        "replacement": replacement,
        "reason": reason,
    }


def _put_back(stages: _Stages, revision: Event) -> tuple[tuple[int, int], list[Event]] | None:
    """Return the first and last row to replace, and their replacement.

    None if it is unclear.
    """
    before, after, now = stages
    rows, without = revised_rows(revision), revision.get("without", ())
    if rows.start == before.start_seq:
        if before.start is None or now.start is not after.start or without:
            return None
        return (rows.start, rows.start), [before.start]
    first, last = rows.start, max([rows.stop - 1, *without])
    standing = _events_between(now, first, last)
    if standing != _events_between(after, first, last):
        return None
    was = [event for _, event in _events_between(before, first, last)]
    return ((first, last), was) if standing else _replace_neighbour(stages, first, was)


def _replace_neighbour(
    stages: _Stages, first: int, was: list[Event]
) -> tuple[tuple[int, int], list[Event]] | None:
    """Restore events that have no row left by replacing their neighbour.

    The replacement has the neighbour and the events. A correction can only name rows that
    stand. None if the neighbour changed since: the events may have been restored already.
    """
    numbers = [n for n, _ in stages.now.events]
    if not numbers:
        return None
    n = max((each for each in numbers if each < first), default=numbers[0])
    neighbour = _events_between(stages.now, n, n)
    if neighbour != _events_between(stages.after, n, n):
        return None
    events = [event for _, event in neighbour]
    return (n, n), [*events, *was] if n < first else [*was, *events]


def _events_between(order: OrderInForce, first: int, last: int) -> list[Placed]:
    return [item for item in order.events if first <= item[0] <= last]
