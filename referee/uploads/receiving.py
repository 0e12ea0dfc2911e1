"""The platform's side of an upload: take it as a whole or not at all."""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import IO, Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from referee.backups.archive import Backup, open_backup, same_event
from referee.backups.jobs import MAX_UNPACKED, UPLOAD_LIMITS
from referee.backups.restoring import write_back
from referee.backups.services import save_backup
from referee.models import GameLog, UploadKey
from referee.uploads.conflicts import (
    MAX_LISTED,
    Compared,
    ConflictsError,
    changes_here,
    compare_logs,
    offsets_of,
)
from referee.uploads.fingerprints import fingerprints_of
from referee.uploads.keys import ACCEPTED
from referee.uploads.outcomes import outcomes_of, verify_changes
from tournament import audit
from tournament.events.services.events import lock_event
from tournament.models import AuditEntry, Event

Json = dict[str, Any]
SAVED = "back up"
"""The action in the audit log of a backup that was saved."""
NAME = "upload"
"""The actor of an upload in the audit log, which names no person: a program showed its key."""


class OutdatedError(Exception):
    """Another upload was taken since the sender asked for the state."""


class RevokedError(Exception):
    """The key was revoked, or replaced, while the upload was under way."""


def state_of(key: UploadKey) -> Json:
    """Return what a hall has to know before it sends: receipt, content, heads.

    `content` is blank if the event is not what was received, so that the hall sends again.
    """
    content = key.content if fingerprints_of(key.event) == key.rows and not key.accepted else ""
    return {"receipt": key.receipt, "content": content, "games": _games(key.event)}


def content_digest(tables: Mapping[str, str]) -> str:
    """Return the digest of an event's content from those of its tables.

    The audit log does not count: it grows with what is only looked at.
    """
    told = {
        label: tables[label] for label in sorted(tables) if label != AuditEntry._meta.label_lower
    }
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def receive(*, key: UploadKey, secret: str, file: IO[bytes], receipt: int) -> Json:
    """Take an upload that follows on the `receipt`, and return its answer.

    The event becomes what the hall's is. Raises ConflictsError, OutdatedError, RevokedError, or
    ValidationError if the file is no upload, of another event or version, or comes to something
    else than its logs; then nothing is changed.
    """
    try:
        with open_backup(file, max_bytes=MAX_UNPACKED, limits=UPLOAD_LIMITS, key=secret) as backup:
            same_event(backup, key.event)
            if (
                key.accepted
                and ConflictsError(_compare(backup, key).conflicts).digest == key.accepted
            ):
                _save_once(key)
            with transaction.atomic():
                return _take(backup, key, receipt)
    except ConflictsError as error:
        _store_conflicts(key, error)
        raise


def _take(backup: Backup, key: UploadKey, receipt: int) -> Json:
    event = lock_event(key.event)
    locked = UploadKey.objects.select_for_update().get(pk=key.pk)
    if locked.digest != key.digest or locked.revoked_at is not None:
        raise RevokedError
    content = content_digest(backup.manifest["sha256"])
    state = state_of(locked)
    if state["content"] == content and not compare_logs(backup, event).conflicts:
        # The same once more: its answer was lost, or it came twice.
        return state
    if locked.receipt != receipt:
        raise OutdatedError
    before, already = outcomes_of(event), Counter[UUID]()
    check = partial(_check, backup, locked, already)
    write_back(backup=backup, event=event, check=check)
    verify_changes(event, before)
    _store_receipt(locked, backup, content)
    audit.log(
        by=NAME, action="receive", instance=event, event=event, after={"receipt": locked.receipt}
    )
    # As `state_of` would: what was received is what there is now.
    return {"receipt": locked.receipt, "content": content, "games": _games(event, already)}


def _check(backup: Backup, key: UploadKey, already: Counter[UUID]) -> None:
    """Count what is already here; ConflictsError for what nobody accepted."""
    compared = _compare(backup, key)
    already.update(compared.already)
    error = ConflictsError(compared.conflicts)
    if error.conflicts and error.digest != key.accepted:
        raise error


def _compare(backup: Backup, key: UploadKey) -> Compared:
    """Compare all that both sides have: the logs, and the rows beside them."""
    compared = compare_logs(backup, key.event)
    changes = changes_here(
        backup, key.event, key.rows, key.offsets or offsets_of(backup, key.event)
    )
    return Compared(compared.already, [*compared.conflicts, *changes])


def _save_once(key: UploadKey) -> None:
    """Back up what the hall's version replaces, once for each acceptance.

    An upload that fails afterwards is sent again and again, and would take the place of all other
    backups.
    """
    told = AuditEntry.objects.filter(event_slug=key.event.slug).order_by("pk")
    accepted = told.filter(action=ACCEPTED).last()
    since = told.filter(pk__gt=accepted.pk) if accepted else told
    if not since.filter(by=NAME, action=SAVED).exists():
        save_backup(event=key.event, by=NAME)


def _store_receipt(key: UploadKey, backup: Backup, content: str) -> None:
    key.receipt += 1
    key.content, key.received_at = content, timezone.now()
    key.rows, key.offsets = fingerprints_of(key.event), offsets_of(backup, key.event)
    key.conflicts, key.conflicts_found, key.conflicts_digest, key.accepted = [], 0, "", ""
    key.save()


def _store_conflicts(key: UploadKey, error: ConflictsError) -> None:
    UploadKey.objects.filter(pk=key.pk, digest=key.digest).update(
        conflicts=listed(error),
        conflicts_found=len(error.conflicts),
        conflicts_digest=error.digest,
    )


def listed(error: ConflictsError) -> list[Json]:
    """Return the first conflicts as they are stored and answered."""
    return [each._asdict() for each in error.conflicts[:MAX_LISTED]]


def _games(event: Event, already: Counter[UUID] | None = None) -> list[Json]:
    """Return all games' ends; without a count of them, all lines are already there."""
    logs = GameLog.objects.filter(table__round__event=event).select_related("table__round")
    logs = logs.order_by("table__round__number", "table__number")
    counted = ((log, log.head_seq if already is None else already[log.pk]) for log in logs)
    return [
        {
            "game": str(log.pk),
            "round": log.table.round.number,
            "table": log.table.number,
            "seq": log.head_seq,
            "hash": log.head_hash,
            "received": log.head_seq - there,
            "already": there,
        }
        for log, there in counted
    ]
