"""Corrections and rulings that the table has not read yet.

Each has the pieces to move.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine import position_of, still_stands
from referee.journal.order_in_force import CORRECTIONS
from referee.journal.table_events import READ_AT_TABLE
from referee.tablet.bridge.final_position import entered_position
from referee.tablet.bridge.speech import Json, Speech
from referee.tablet.bridge.table_log import Row, TableLog

_TOLD = CORRECTIONS | READ_AT_TABLE
MOST_WITH_MOVES = 3
"""The most unread rows that say what to move on the table: each is played twice for it."""


def unread(log: TableLog, speech: Speech) -> list[Json]:
    """Return corrections and decisions that the table has not read, the oldest first.

    Each is `{n, chief, by, text, moves}`. `by` is its author, if the log says so, `text` its
    headline. `moves` are sentences, empty if nothing has to be moved.
    """
    rows = list(_unread_rows(log))
    # If only the end of a game was entered, the board is as it was counted.
    entered = entered_position(log) is not None
    latest = [] if entered else rows[-MOST_WITH_MOVES:]
    told = (_as_read(row, log, speech, moves=row in latest) for row in rows)
    return [each for each in told if each["chief"] or each["moves"]]


def _unread_rows(log: TableLog) -> Iterator[Row]:
    """Yield the rows to be read, except a correction that the table took back unread."""
    since, refused = log.journal.beside.understood, log.refusals_by_row
    rows = [row for row in log.rows if row.event["type"] in _TOLD and row.n > since]
    own = {row.n for row in rows if row.event["type"] == "revise" and not row.chief}
    reverted = {row.event["seq"] for row in rows if row.event["type"] == "revert"} & own
    for row in rows:
        kind = row.event["type"]
        unmade = row.n in reverted or (kind == "revert" and row.event["seq"] in reverted)
        moved = kind in CORRECTIONS and not unmade
        if row.n not in refused and (kind in READ_AT_TABLE if row.chief else moved):
            yield row


def _as_read(row: Row, log: TableLog, speech: Speech, *, moves: bool) -> Json:
    state = log.journal.require_game().state
    told = log.handovers(row.n) if moves and row.event["type"] in CORRECTIONS else []
    now = {line["id"]: line for line in position_of(state)["players"]}
    return {
        "n": row.n,
        "chief": row.chief,
        "by": row.by,
        "text": speech.event(row.event, state.edition.board),
        "moves": [speech.handover(each, state.edition) for each in told if still_stands(each, now)],
    }
