"""The common case of appending: all of the batch is new and legal. Two statements and a commit.

What this leaves out (looking for duplicates) the constraints of the table see to: whenever they,
the protocol or the rules object, nothing is written and `store` takes the slow way.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from referee.devices.models import Device
from referee.engine.state import FINISHED
from referee.log import cache
from referee.log.batch import Known, Run
from referee.log.header import digest_of, setup_of
from referee.log.models import GameLog, LoggedEvent
from referee.log.rows import Author
from referee.log.snapshot import snapshot_of, state_of, text
from referee.log.verdicts import ACCEPTED, Verdict
from referee.log.wire import Batch

LOCK = """
SELECT g.state, g.head_seq, g.head_hash, g.lease_epoch, g.lease_device_id, d.revoked_at IS NULL,
       e.edition, e.edition_file, EXISTS (SELECT 1 FROM referee_setaside s WHERE s.game_id = g.id)
FROM referee_gamelog g
JOIN referee_device d ON d.game_id = g.id
JOIN tournament_table t ON t.id = g.table_id
JOIN tournament_round r ON r.id = t.round_id
JOIN tournament_event e ON e.id = r.event_id
WHERE d.id = %s
"""
MOVE = """
UPDATE referee_gamelog SET state = %s, head_seq = %s, head_hash = %s, snapshot = %s WHERE id = %s
"""
TELL = "INSERT INTO referee_outbox (game_id, seq, created_at) VALUES (%s, %s, %s)"
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
INSERT = f"INSERT INTO referee_loggedevent ({COLUMNS}) "
INSERT_ONE_BY_ONE = f"{INSERT} VALUES ({', '.join(['%s'] * len(SAME + OWN))})"
INSERT_TOGETHER = f"""
WITH moved AS ({MOVE}), told AS ({TELL})
{INSERT} SELECT {", ".join(["%s"] * len(SAME))}, {", ".join(f"given.{name}" for name in OWN)}
FROM json_to_recordset(%s::json) AS given (
    seq int, event_id uuid, kind text, event text, private text, consequences text, at text,
    body_hash text, previous_hash text, hash text)
"""  # noqa: S608 - names of our own columns


class _NotCommonError(Exception):
    """The slow way is needed; what was begun is taken back."""


def append(device: Device, batch: Batch) -> tuple[tuple[Verdict, ...], GameLog, Any] | None:
    """Verdicts, game and view of a batch that was appended whole; None if it is not common."""
    try:
        with transaction.atomic():
            return _append(device, batch)
    except (_NotCommonError, IntegrityError):
        return None


def _append(device: Device, batch: Batch) -> tuple[tuple[Verdict, ...], GameLog, Any]:
    game, edition = _locked(device)
    live = cache.take(game, partial(setup_of, game))
    author = Author(device=device.pk, lease_epoch=batch.lease_epoch)
    run = Run(game, live, batch, author, Known(), edition)
    verdicts = []
    for index, event in enumerate(batch.events):
        verdicts.append(run.verdict(index, event))
        if verdicts[-1].verdict != ACCEPTED:
            raise _NotCommonError
    if live.status == FINISHED:
        raise _NotCommonError
    snapshot = snapshot_of(live)
    game.state = state_of(snapshot, confirmed_before=False)
    game.head_seq, game.head_hash, game.snapshot = live.seq, live.hash, text(snapshot)
    _write(game, run.rows)
    view = live.view() if batch.view else None
    cache.give_back(game, live)
    return tuple(verdicts), game, view


def _locked(device: Device) -> tuple[GameLog, str]:
    """The game as it is now, its row locked, and the digest of what it is judged by."""
    game = device.game
    with connection.cursor() as cursor:
        cursor.execute(
            LOCK + "FOR UPDATE OF g" if connection.features.has_select_for_update_of else LOCK,
            [_key(device.pk)],
        )
        row = cursor.fetchone()
    game.state, game.head_seq, game.head_hash, game.lease_epoch, holder, paired, *rest = row
    edition, edition_file, any_aside = rest
    game.lease_device_id = holder if holder is None or isinstance(holder, UUID) else UUID(holder)
    if not paired or any_aside or game.lease_device_id != device.pk:
        raise _NotCommonError
    game.lease_device = device
    return game, digest_of(edition, edition_file)


def _write(game: GameLog, rows: Sequence[LoggedEvent]) -> None:
    now = timezone.now()
    move = [game.state, game.head_seq, game.head_hash, game.snapshot, _key(game.pk)]
    tell = [_key(game.pk), game.head_seq, now]
    same = [_same(rows[0], name, now) for name in SAME]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            given = [{name: getattr(row, name) for name in OWN} for row in rows]
            together = json.dumps(given, default=str, ensure_ascii=False)
            cursor.execute(INSERT_TOGETHER, [*move, *tell, *same, together])
            return
        cursor.execute(MOVE, move)
        cursor.execute(TELL, tell)
        cursor.executemany(
            INSERT_ONE_BY_ONE, [[*same, *(_plain(getattr(row, n)) for n in OWN)] for row in rows]
        )


def _same(row: LoggedEvent, name: str, now: datetime) -> Any:
    return now if name == "received_at" else _plain(getattr(row, name))


def _plain(value: Any) -> Any:
    return _key(value) if isinstance(value, UUID) else value


def _key(value: UUID) -> Any:
    """A UUID as the database keeps it."""
    return value if connection.features.has_native_uuid_field else value.hex
