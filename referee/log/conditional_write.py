"""Conditional writes of rows, log head, snapshot and outbox.

They take effect only if the game is still as it was judged: if the log's head, the time at
which that was received, the lease, the token, the rules and the event's last day are
unchanged. An event id that was logged before violates the table's constraint. PostgreSQL
does it in one statement; SQLite in three, of which the first decides.
"""

import json
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections, transaction

from referee.log import prepared_statements
from referee.log.head import Head
from referee.log.snapshot import state_of, text
from referee.models import LoggedEvent
from tournament.common.publisher_wakeup import notify_publisher

MOVE = """
UPDATE referee_gamelog SET state = %s, head_seq = %s, head_hash = %s, snapshot = %s
WHERE id = %s AND head_seq = %s AND head_hash = %s AND state <> 'confirmed'
  AND lease_device_id = %s AND lease_epoch = %s
  AND EXISTS (
      SELECT 1 FROM referee_device d
      WHERE d.id = lease_device_id AND d.token_hash = %s AND d.revoked_at IS NULL)
  AND (%s OR (
      (head_seq = 0 OR EXISTS (
          SELECT 1 FROM referee_loggedevent l
          WHERE l.game_id = referee_gamelog.id AND l.seq = head_seq AND l.received_at = %s))
      AND NOT EXISTS (SELECT 1 FROM referee_setaside s WHERE s.game_id = referee_gamelog.id)
      AND NOT EXISTS (
          SELECT 1 FROM tournament_result x WHERE x.table_id = referee_gamelog.table_id)))
  AND EXISTS (
      SELECT 1 FROM tournament_table t
      JOIN tournament_round r ON r.id = t.round_id
      JOIN tournament_event e ON e.id = r.event_id
      WHERE t.id = referee_gamelog.table_id AND e.edition = %s AND e.edition_file = %s
        AND e.ends_on >= %s)
"""
TELL = "INSERT INTO referee_outbox (game_id, seq, created_at)"
SAME = ("game_id", "device_id", "lease_epoch", "by", "digest", "received_at")
OWN = (
    "seq",
    "event_id",
    "kind",
    "event",
    "private",
    "consequences",
    "at",
    "body_hash",
    "previous_hash",
    "hash",
)
OWN_VALUES = attrgetter(*OWN)
COLUMNS = ", ".join(f'"{name}"' for name in SAME + OWN)
INSERT = f"INSERT INTO referee_loggedevent ({COLUMNS})"
TELL_ALONE = f"{TELL} VALUES (%s, %s, %s)"
INSERT_ONE_BY_ONE = f"{INSERT} VALUES ({', '.join(['%s'] * len(SAME + OWN))})"
TOGETHER = f"""
WITH moved AS ({MOVE} RETURNING id), told AS ({TELL} SELECT id, %s, %s FROM moved)
{INSERT} SELECT moved.id, {", ".join(["%s"] * (len(SAME) - 1))},
    {", ".join(f"given.{name}" for name in OWN)}
FROM moved, json_to_recordset(%s::json) AS given (
    seq int, event_id uuid, kind text, event text, private text, consequences text, at text,
    body_hash text, previous_hash text, hash text)
"""  # noqa: S608 - names of our own columns

as_text = json.JSONEncoder(ensure_ascii=False, default=str).encode


def write_rows(head: Head, rows: Sequence[LoggedEvent], snapshot: dict[str, Any]) -> bool:
    """Write rows that were judged on `head`, and move its game there.

    Return whether that was done. The answer is False, with nothing written, if the game has
    changed; or if it is not locked and has events set aside or a result, which need more than
    this. Raises IntegrityError for an event id that was logged before.
    """
    key, game, now = prepared_statements.key_form(), head.game, rows[-1].received_at
    before = (game.head_seq, game.head_hash)
    game.state, game.snapshot = state_of(snapshot, confirmed_before=False), text(snapshot)
    game.head_seq, game.head_hash = rows[-1].seq, rows[-1].hash
    move, tell = _conditions(head, before, key), [game.head_seq, now]
    same = [key(head.device.pk), game.lease_epoch, "", rows[0].digest, now]
    database = connections[DEFAULT_DB_ALIAS]
    one_statement = database.vendor == "postgresql"
    with _transaction(head, alone=one_statement and not database.in_atomic_block):
        if one_statement:
            written = _write_together([*move, *tell, *same], rows)
        else:
            written = _write_one_by_one(move, [key(game.pk), *tell], same, rows)
    if written:
        notify_publisher()
    return written


def _conditions(head: Head, before: tuple[int, str], key: Callable[[UUID], Any]) -> list[Any]:
    """Return the values of the MOVE statement.

    They are the game's new state, and the conditions for the change.
    """
    game, device = head.game, head.device
    return [
        *(game.state, game.head_seq, game.head_hash, game.snapshot),
        *(key(game.pk), *before),
        *(key(device.pk), game.lease_epoch, device.token_hash),
        head.locked,
        head.received_at,
        *(head.kept.rules or ()),
        device.earliest_last_day,
    ]


def _transaction(head: Head, *, alone: bool) -> AbstractContextManager[Any]:
    """Return the transaction in which a failed write is rolled back.

    With a lock, that is the lock's transaction. A single statement that stands `alone` is a
    transaction by itself. In both cases the result is a null context.
    """
    return nullcontext() if head.locked or alone else transaction.atomic()


def _write_together(values: list[Any], rows: Sequence[LoggedEvent]) -> bool:
    """Update the game and insert its rows by one statement of PostgreSQL.

    Return False, with nothing written, if the game moved on.
    """
    together = as_text([dict(zip(OWN, OWN_VALUES(row), strict=True)) for row in rows])
    with prepared_statements.cursor() as cursor:
        cursor.execute(TOGETHER, [*values, together])
        return bool(cursor.rowcount)


def _write_one_by_one(
    move: list[Any], tell: list[Any], same: list[Any], rows: Sequence[LoggedEvent]
) -> bool:
    """Update the game and insert its rows by three statements.

    Return False, with nothing written, if the game moved on.
    """
    with prepared_statements.cursor() as cursor:
        cursor.execute(MOVE, move)
        if not cursor.rowcount:
            return False
        cursor.execute(TELL_ALONE, tell)
        cursor.executemany(
            INSERT_ONE_BY_ONE, [[tell[0], *same, *_stored_values(row)] for row in rows]
        )
        return True


def _stored_values(row: LoggedEvent) -> list[Any]:
    """Return a row's own values as SQLite stores them."""
    return [value.hex if isinstance(value, UUID) else value for value in OWN_VALUES(row)]
