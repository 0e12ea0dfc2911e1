"""The common case of appending: all of the batch is new, legal, and builds on the head.

The game and the device are at hand in this process, so the batch is judged first and then written
by one statement that takes effect only if the head, the lease, the token and the rules are still
what they were judged by. What it leaves out (looking for duplicates) the constraints of the table
see to. Whenever anything is otherwise nothing is written, and `store` takes the way with a lock.
"""

import json
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, IntegrityError, connections, transaction

from referee.engine.state import FINISHED
from referee.journal.hash_chain import FIRST
from referee.journal.journal import Journal
from referee.log import journal_cache, prepared_statements
from referee.log.batch import Known, LogFullError, Run
from referee.log.journal_cache import KeptGame
from referee.log.rows import Author
from referee.log.snapshot import snapshot_of, state_of, text
from referee.log.table_setup import digest_of, setup_of
from referee.log.verdicts import ACCEPTED, Verdict
from referee.log.wire import Batch
from referee.models import Device, GameLog, LoggedEvent
from tournament.common.publisher_wakeup import notify_publisher

MOVE = """
UPDATE referee_gamelog SET state = %s, head_seq = %s, head_hash = %s, snapshot = %s
WHERE id = %s AND head_seq = %s AND head_hash = %s AND state IN ('waiting', 'playing')
  AND lease_device_id = %s AND lease_epoch = %s
  AND EXISTS (
      SELECT 1 FROM referee_device d
      WHERE d.id = lease_device_id AND d.token_hash = %s AND d.revoked_at IS NULL)
  AND NOT EXISTS (SELECT 1 FROM referee_setaside s WHERE s.game_id = referee_gamelog.id)
  AND NOT EXISTS (
      SELECT 1 FROM tournament_result x WHERE x.table_id = referee_gamelog.table_id)
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
SEEN = ("id", "state", "head_seq", "head_hash", "lease_epoch", "lease_device_id")

Done = tuple[tuple[Verdict, ...], GameLog, Any]


def append(device: Device, batch: Batch) -> Done | None:
    """Verdicts, game and view of a batch that was appended whole; None if it is not common."""
    kept = _at_hand(device, batch)
    if kept is None or kept.rules is None or digest_of(*kept.rules) != batch.digest:
        return None
    journal = kept.journal
    before = (journal.seq, journal.hash)
    game = _as_seen(device, batch)
    run = Run(game, journal, batch, Author(device.pk, batch.lease_epoch), Known(), batch.digest)
    verdicts = _all_accepted(run, batch)
    if verdicts is None or journal.status == FINISHED:
        return None
    if not _write(device, game, kept, run.rows, before):
        return None
    view = journal.view() if batch.view else None
    journal_cache.keep_once_committed(game, kept)
    notify_publisher()
    return verdicts, game, view


def _all_accepted(run: Run, batch: Batch) -> tuple[Verdict, ...] | None:
    """The verdicts; None if one is another."""
    verdicts = []
    for index, event in enumerate(batch.events):
        try:
            verdicts.append(run.verdict(index, event))
        except LogFullError:
            return None
        if verdicts[-1].verdict != ACCEPTED:
            return None
    return tuple(verdicts)


def _at_hand(device: Device, batch: Batch) -> KeptGame | None:
    """The game the batch builds on, if this process has it and it comes from the usual writer, or
    it begins with the batch."""
    before = (batch.expected_seq - 1, batch.previous_hash)
    writer = (device.pk, batch.lease_epoch)
    if before == (0, FIRST) and not journal_cache.is_begun(device.game_id):
        setup = setup_of(GameLog(pk=device.game_id))
        return KeptGame(Journal(lambda: setup), setup.rules, writer)
    kept = journal_cache.at_row(device.game_id, *before)
    return kept if kept and kept.usual_writer == writer else None


def _as_seen(device: Device, batch: Batch) -> GameLog:
    """The game as it has to be for the batch to be appended, made as from a row that was read."""
    before = (batch.expected_seq - 1, batch.previous_hash)
    row = (device.game_id, GameLog.State.PLAYING, *before, batch.lease_epoch, device.pk)
    game = GameLog.from_db(None, SEEN, row)
    game.lease_device = device
    return game


def _write(
    device: Device,
    game: GameLog,
    kept: KeptGame,
    rows: Sequence[LoggedEvent],
    before: tuple[int, str],
) -> bool:
    """Write rows, head, snapshot and outbox; False, and nothing is, where the game moved on."""
    snapshot = snapshot_of(kept.journal)
    game.state, game.snapshot = state_of(snapshot, confirmed_before=False), text(snapshot)
    game.head_seq, game.head_hash = kept.journal.seq, kept.journal.hash
    key = prepared_statements.key_form()
    game_key, writer = key(game.pk), (key(device.pk), game.lease_epoch)
    move = [game.state, game.head_seq, game.head_hash, game.snapshot, game_key]
    move += [*before, *writer, device.token_hash, *(kept.rules or ()), device.earliest_last_day]
    now = rows[-1].received_at
    tell, same = [game.head_seq, now], [*writer, "", rows[0].digest, now]
    try:
        database = connections[DEFAULT_DB_ALIAS]
        if database.vendor == "postgresql":
            return _write_together([*move, *tell, *same], rows, nested=database.in_atomic_block)
        own = [[_kept(value, key) for value in OWN_VALUES(row)] for row in rows]
        return _write_one_by_one(move, [game_key, *tell], [[game_key, *same, *row] for row in own])
    except IntegrityError:
        return False


def _write_together(values: list[Any], rows: Sequence[LoggedEvent], *, nested: bool) -> bool:
    """PostgreSQL's one statement, which is a transaction by itself unless `nested` in another."""
    together = as_text([dict(zip(OWN, OWN_VALUES(row), strict=True)) for row in rows])
    with transaction.atomic() if nested else nullcontext(), prepared_statements.cursor() as cursor:
        cursor.execute(TOGETHER, [*values, together])
        return bool(cursor.rowcount)


def _write_one_by_one(move: list[Any], tell: list[Any], rows: list[list[Any]]) -> bool:
    with transaction.atomic(), prepared_statements.cursor() as cursor:
        cursor.execute(MOVE, move)
        if not cursor.rowcount:
            return False
        cursor.execute(TELL_ALONE, tell)
        cursor.executemany(INSERT_ONE_BY_ONE, rows)
        return True


def _kept(value: Any, key: Callable[[UUID], Any]) -> Any:
    """A value of a row as SQLite keeps it."""
    return key(value) if isinstance(value, UUID) else value
