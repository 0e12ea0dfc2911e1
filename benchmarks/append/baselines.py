"""Baselines of appending: rows written without protocol or rules, durable all the same.

SQLite has one writer at a time; like ours, the baselines queue for it within the process instead of
polling the file's lock.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from threading import Lock
from typing import Any
from uuid import UUID, uuid4

from django.db import connection, transaction
from django.utils import timezone

from benchmarks.append.tablets import SINGLES, BenchTablet
from referee.log import prepared_statements
from referee.models import GameLog, LoggedEvent

Requests = Iterator[Callable[[], object]]

BATCHES = 20
AT_THE_END = 6
"""Requests: the last event of a game, and the confirmations of five players."""
COLUMNS = (
    "game_id, seq, event_id, kind, event, private, consequences, at, received_at, lease_epoch, "
    '"by", digest, body_hash, previous_hash, hash'
)
VALUES = "'board', %s, '{}', '[]', '', CURRENT_TIMESTAMP, 0, '', '', '', '', ''"
POSTGRESQL = f"""
WITH head AS (
    UPDATE referee_gamelog SET head_seq = head_seq + %s WHERE id = %s RETURNING id, head_seq)
INSERT INTO referee_loggedevent ({COLUMNS})
SELECT head.id, head.head_seq - given.n, given.event_id::uuid, {VALUES}
FROM head, unnest(%s::int[], %s::text[]) AS given (n, event_id) ON CONFLICT DO NOTHING
"""  # noqa: S608 - names of our own columns
SQLITE = f"""
INSERT INTO referee_loggedevent ({COLUMNS})
SELECT %s, (SELECT coalesce(max(seq), 0) FROM referee_loggedevent WHERE game_id = %s)
       + 1 + given.key, given.value, {VALUES}
FROM json_each(%s) AS given WHERE true ON CONFLICT DO NOTHING
"""  # noqa: S608 - names of our own columns

_one_writer = Lock()


def orm_singles(tablet: BenchTablet, size: int) -> Requests:
    """Return requests of one event."""
    return (partial(_orm_insert, tablet, _ids(size)) for _ in range(SINGLES))


def orm_batches(tablet: BenchTablet, size: int) -> Requests:
    """Return requests of `size` events."""
    return (partial(_orm_insert, tablet, _ids(size)) for _ in range(BATCHES))


def orm_sent_twice(tablet: BenchTablet, size: int) -> Requests:
    """Yield requests of `size` events, each sent once more; known events are left out."""
    for _batch in range(SINGLES // size):
        ids = _ids(size)
        yield partial(_orm_insert, tablet, ids, look_up=True)
        yield partial(_orm_insert, tablet, ids, look_up=True)


def orm_ending(tablet: BenchTablet, size: int) -> Requests:
    """Return as many requests of one event as ours has for the end of a game."""
    return (partial(_orm_insert, tablet, _ids(size)) for _ in range(AT_THE_END))


def sql_singles(tablet: BenchTablet, size: int) -> Requests:
    """Return requests of one event."""
    return (_sql_insert(tablet, size) for _ in range(SINGLES))


def sql_batches(tablet: BenchTablet, size: int) -> Requests:
    """Return requests of `size` events."""
    return (_sql_insert(tablet, size) for _ in range(BATCHES))


def _turn() -> AbstractContextManager[Any]:
    return _one_writer if connection.vendor == "sqlite" else nullcontext()


def _ids(size: int) -> list[UUID]:
    return [uuid4() for _ in range(size)]


def _orm_insert(tablet: BenchTablet, ids: list[UUID], *, look_up: bool = False) -> None:
    with _turn(), transaction.atomic():
        game = GameLog.objects.select_for_update().get(pk=tablet.baseline)
        if look_up:
            known = set(LoggedEvent.objects.in_bulk(ids, field_name="event_id"))
            ids = [event_id for event_id in ids if event_id not in known]
        rows = [_row(tablet, game.head_seq + n, event_id) for n, event_id in enumerate(ids, 1)]
        LoggedEvent.objects.bulk_create(rows)
        game.head_seq += len(rows)
        game.save(update_fields=["head_seq"])


def _row(tablet: BenchTablet, seq: int, event_id: UUID) -> LoggedEvent:
    return LoggedEvent(
        game_id=tablet.baseline,
        seq=seq,
        event_id=event_id,
        kind="board",
        event=tablet.sample,
        at="2026-05-16T10:00:00Z",
        received_at=timezone.now(),
        digest="0" * 64,
        body_hash="0" * 64,
        previous_hash="0" * 64,
        hash="0" * 64,
    )


def _sql_insert(tablet: BenchTablet, size: int) -> Callable[[], None]:
    """Return a request by one prepared statement, the limit of what ours gains by preparing."""
    if connection.vendor == "postgresql":
        statement, given = POSTGRESQL, _for_postgresql
    else:
        statement, given = SQLITE, _for_sqlite

    def request() -> None:
        values = given(tablet, size)
        with _turn(), prepared_statements.cursor() as cursor:
            cursor.execute(statement, values)

    return request


def _for_postgresql(tablet: BenchTablet, size: int) -> list[Any]:
    ids = [str(uuid4()) for _ in range(size)]
    return [size, tablet.bare, tablet.sample, list(range(size)), ids]


def _for_sqlite(tablet: BenchTablet, size: int) -> list[Any]:
    ids = json.dumps([uuid4().hex for _ in range(size)])
    return [tablet.bare.hex, tablet.bare.hex, tablet.sample, ids]
