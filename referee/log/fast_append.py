"""The common case of appending: all of the batch is new, legal, and builds on the head.

The game and the device are at hand in this process, so the batch is judged first and then written
by one statement that takes effect only if the head, the lease, the token and the rules are still
what they were judged by. What it leaves out (looking for duplicates) the constraints of the table
see to. Whenever anything is otherwise nothing is written, and `store` takes the way with a lock.
"""

import json
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from referee.engine.state import FINISHED
from referee.journal.hash_chain import FIRST
from referee.log import cache, prepared_statements
from referee.log.batch import Known, LogFullError, Run
from referee.log.live_game import LiveGame
from referee.log.rows import Author
from referee.log.snapshot import snapshot_of, state_of, text
from referee.log.table_setup import digest_of, setup_of
from referee.log.verdicts import ACCEPTED, Verdict
from referee.log.wire import Batch
from referee.models import Device, GameLog, LoggedEvent

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

Done = tuple[tuple[Verdict, ...], GameLog, Any]


def append(device: Device, batch: Batch) -> Done | None:
    """Verdicts, game and view of a batch that was appended whole; None if it is not common."""
    live = _at_hand(device, batch)
    if live is None:
        return None
    if live.rules is None or digest_of(*live.rules) != batch.digest:
        cache.keep(device.game_id, live)
        return None
    before = (live.seq, live.hash)
    game = _as_seen(device, batch)
    run = Run(game, live, batch, Author(device.pk, batch.lease_epoch), Known(), batch.digest)
    verdicts = _all_accepted(run, batch)
    if verdicts is None:
        if not run.rows:
            cache.keep(device.game_id, live)
        return None
    if live.status == FINISHED or not _write(device, game, live, run.rows, before):
        return None
    view = live.view() if batch.view else None
    live.usual_writer = (device.pk, batch.lease_epoch)
    cache.give_back(game, live)
    return verdicts, game, view


def _all_accepted(run: Run, batch: Batch) -> tuple[Verdict, ...] | None:
    """The verdicts; None, with the events judged up to there in `run.rows`, if one is another."""
    verdicts = []
    for index, event in enumerate(batch.events):
        try:
            verdicts.append(run.verdict(index, event))
        except LogFullError:
            return None
        if verdicts[-1].verdict != ACCEPTED:
            return None
    return tuple(verdicts)


def _at_hand(device: Device, batch: Batch) -> LiveGame | None:
    """The game the batch builds on, if this process has it or it begins with the batch."""
    live = cache.take_at(device.game_id, batch.expected_seq - 1, batch.previous_hash)
    if live is not None and live.usual_writer != (device.pk, batch.lease_epoch):
        cache.keep(device.game_id, live)
        return None
    if live is None and (batch.expected_seq, batch.previous_hash) == (1, FIRST):
        setup = setup_of(GameLog(pk=device.game_id))
        live = LiveGame(lambda: setup)
        live.rules = setup.rules
    return live


def _as_seen(device: Device, batch: Batch) -> GameLog:
    """The game as it has to be for the batch to be appended."""
    return GameLog(
        pk=device.game_id,
        state=GameLog.State.PLAYING,
        head_seq=batch.expected_seq - 1,
        head_hash=batch.previous_hash,
        lease_device=device,
        lease_epoch=batch.lease_epoch,
    )


def _write(
    device: Device,
    game: GameLog,
    live: LiveGame,
    rows: Sequence[LoggedEvent],
    before: tuple[int, str],
) -> bool:
    """Write rows, head, snapshot and outbox; False, and nothing is, where the game moved on."""
    snapshot = snapshot_of(live)
    game.state, game.snapshot = state_of(snapshot, confirmed_before=False), text(snapshot)
    game.head_seq, game.head_hash = live.seq, live.hash
    writer = (prepared_statements.key(device.pk), game.lease_epoch)
    move = [
        game.state,
        game.head_seq,
        game.head_hash,
        game.snapshot,
        prepared_statements.key(game.pk),
    ]
    move += [*before, *writer, device.token_hash, *(live.rules or ()), device.earliest_last_day]
    same = [*writer, "", rows[0].digest, timezone.now()]
    try:
        with _transaction():
            return _execute(move, game, same, rows)
    except IntegrityError:
        return False


def _execute(move: list[Any], game: GameLog, same: list[Any], rows: Sequence[LoggedEvent]) -> bool:
    now = same[-1]
    with prepared_statements.cursor() as cursor:
        if connection.vendor == "postgresql":
            given = [{name: getattr(row, name) for name in OWN} for row in rows]
            together = json.dumps(given, default=str, ensure_ascii=False)
            cursor.execute(TOGETHER, [*move, game.head_seq, now, *same, together])
            return bool(cursor.rowcount)
        cursor.execute(MOVE, move)
        if not cursor.rowcount:
            return False
        cursor.execute(TELL_ALONE, [prepared_statements.key(game.pk), game.head_seq, now])
        same = [prepared_statements.key(game.pk), *same]
        cursor.executemany(
            INSERT_ONE_BY_ONE, [[*same, *(_plain(getattr(row, n)) for n in OWN)] for row in rows]
        )
        return True


def _transaction() -> AbstractContextManager[Any]:
    """PostgreSQL's one statement is a transaction by itself."""
    if connection.vendor == "postgresql" and not connection.in_atomic_block:
        return nullcontext()
    return transaction.atomic()


def _plain(value: Any) -> Any:
    return prepared_statements.key(value) if isinstance(value, UUID) else value
