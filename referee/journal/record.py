"""Conversion between a log and a game record (`amr/1`, docs/game-record.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from referee.engine import engine_digest
from referee.journal.order_in_force import NOT_BOARD, OrderInForce, Placed
from referee.journal.times import read_moment

Event = dict[str, Any]


class LoggedRow(NamedTuple):
    """A row of a log: its number, its event, the event's id, and the tablet's time."""

    seq: int
    event: Event
    event_id: str
    at: str


def record_lines(rows: Iterable[LoggedRow]) -> list[Event]:
    """Return a record's header and events from a log's rows, corrections applied.

    Rows are in order from the first; before the start the result is empty. A logged event keeps its
    id, and its time if that can be read (old logs have the years 1 and 9999). An event that a
    correction put in has neither.
    """
    order = OrderInForce()
    logged: dict[int, tuple[Placed, LoggedRow]] = {}
    for row in rows:
        order.add(row.seq, row.event)
        if row.event["type"] not in NOT_BOARD and row.event["type"] != "start":
            logged[row.seq] = (order.events[-1], row)
    if order.start is None:
        return []
    header = {**order.start["header"], "x-engine": engine_digest()}
    return [header, *({**_stamp(placed, logged), **placed[1]} for placed in order.events)]


def _stamp(placed: Placed, logged: dict[int, tuple[Placed, LoggedRow]]) -> Event:
    """Return the event's logged id and time, to be added to its record.

    Empty if a correction put the event in; no time if the logged one is malformed.
    """
    there, row = logged.get(placed[0], (None, None))
    if row is None or there is not placed:
        return {}
    time = {"at": row.at} if read_moment(row.at) else {}
    return {"id": row.event_id, **time}


def events_of_record(lines: Sequence[Event]) -> list[Event]:
    """Return a record's lines as the events of a log.

    They are `start`, then board events without id and time.
    """
    header = {key: value for key, value in lines[0].items() if key != "x-engine"}
    events = [
        {key: value for key, value in line.items() if key not in ("id", "at")} for line in lines[1:]
    ]
    return [{"type": "start", "header": header}, *events]
