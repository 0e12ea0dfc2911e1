"""Save an event as one file, and put it into an empty server again."""

import datetime as dt
import hashlib
import json
import os
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core import serializers
from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.core.serializers.base import DeserializationError
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, models, transaction
from django.db.models.sql import InsertQuery
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from referee.backups.parts import (
    AT_A_TIME,
    PARTS,
    SEALED_FIELDS,
    Part,
    schema,
    some_at_a_time,
    without_accounts,
)
from referee.backups.sealing import seal, unseal
from referee.models import GameRecord
from tournament import backup_files
from tournament.backup_files import BackupFile
from tournament.models import Event, Player
from tournament.services import audit
from tournament.services.audit import Actor

FORMAT = "treasurer-backup/1"
MANIFEST, SEALED, COLUMNS = "manifest.json", "sealed.bin", "columns"
# A read that holds nobody up: SQLite's immediate transactions would keep tablets waiting.
BEGIN = {"sqlite": "BEGIN DEFERRED", "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ"}
MAX_BYTES = 4 * 1024**3
"""Of all that is in a file, unpacked."""
DAMAGED = (zipfile.BadZipFile, zlib.error, KeyError, OSError, ValueError, DeserializationError)
Json = dict[str, Any]


class _Exact(DjangoJSONEncoder):
    """Moments to the microsecond, which Django's would cut off."""

    def default(self, o: Any) -> Any:
        """As ISO 8601 has it."""
        return o.isoformat() if isinstance(o, dt.datetime) else super().default(o)


def save_backup(
    *, event: Event, by: Actor, progress: Callable[[int], object] = lambda percent: None
) -> BackupFile:
    """Save the event as it is at one moment, on this server's disk; of one second there is one
    backup, and the oldest make room. `progress` is told the percent of the rows that are written.
    Raises OSError where the disk takes no more."""
    now = timezone.now()
    folder = backup_files.folder_of(event)
    folder.parent.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    file = folder / backup_files.name_of(event, now)
    # For this account's eyes only, as the database is.
    handle, name = tempfile.mkstemp(dir=folder, suffix=".part")
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as out:
            with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive, _one_moment():
                _write(archive, Event.objects.get(pk=event.pk), now.isoformat(), progress)
            out.flush()
            os.fsync(out.fileno())
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    audit.log(by=by, action="back up", instance=event, event=event, after={"file": file.name})
    for old in backup_files.backups_of(event)[backup_files.KEPT :]:
        (folder / old.name).unlink(missing_ok=True)
    return backup_files.backups_of(event)[0]


@contextmanager
def _one_moment() -> Iterator[None]:
    """What is read within is the database as it was at the beginning; nobody who writes waits."""
    if connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(BEGIN[connection.vendor])
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


class _Counter:
    """Tells how far the writing is, and that it goes on."""

    def __init__(self, event: Event, told: Callable[[int], object]) -> None:
        self.all = sum(part.rows(event).count() for part in PARTS if not part.sealed)
        self.written = 0
        self.told = told
        self.told(0)

    def add(self, rows: int) -> None:
        """So many more are written."""
        self.written += rows
        self.told(min(99, 100 * self.written // max(1, self.all)))


def _write(
    archive: zipfile.ZipFile, event: Event, made_at: str, progress: Callable[[int], object]
) -> None:
    counter = _Counter(event, progress)
    digests: dict[str, str] = {}
    sealed: dict[str, list[Any]] = {COLUMNS: []}
    for part in PARTS:
        if part.sealed:
            rows = map(without_accounts, part.rows(event))
            sealed[part.label] = serializers.serialize("python", rows)
        else:
            digests[part.label] = _write_part(archive, part, event, sealed[COLUMNS], counter)
    archive.writestr(SEALED, seal(json.dumps(sealed, cls=_Exact).encode()))
    records = GameRecord.objects.filter(table__round__event=event, superseded_at=None)
    for record in records.select_related("table__round").iterator():
        table = record.table
        name = f"records/round-{table.round.number}/table-{table.number}.amr.jsonl"
        archive.writestr(name, record.text)
    manifest = {
        "format": FORMAT,
        "event": event.slug,
        "name": event.name,
        "made_at": made_at,
        "schema": schema(),
        "sha256": digests,
    }
    archive.writestr(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=2))


def _write_part(
    archive: zipfile.ZipFile, part: Part, event: Event, columns: list[Any], counter: _Counter
) -> str:
    """Write the rows of a table as JSON lines; their SHA-256. What they say of sealed things is put
    into `columns` instead."""
    digest = hashlib.sha256()
    with archive.open(_name(part), "w", force_zip64=True) as out:
        for rows in some_at_a_time(part.rows(event).iterator(chunk_size=AT_A_TIME)):
            for row in rows:
                _take_columns(part, without_accounts(row), columns)
            lines = _lines(rows)
            digest.update(lines)
            out.write(lines)
            counter.add(len(rows))
    return digest.hexdigest()


def _lines(rows: list[models.Model]) -> bytes:
    """As Django's own "jsonl" has them, which takes three times as long to write them."""
    return "".join(
        f"{json.dumps(_line(row), ensure_ascii=False, cls=_Exact)}\n" for row in rows
    ).encode()


def _line(row: models.Model) -> Json:
    fields = row._meta.local_concrete_fields
    held = {field.name: getattr(row, field.attname) for field in fields if not field.primary_key}
    return {"model": row._meta.label_lower, "pk": row.pk, "fields": held}


def _take_columns(part: Part, row: models.Model, columns: list[Any]) -> None:
    for name in SEALED_FIELDS.get(part.model, ()):
        columns.append([part.label, row.pk, name, getattr(row, name)])
        setattr(row, name, None)


def _name(part: Part) -> str:
    return f"rows/{part.label}.jsonl"


@transaction.atomic
def restore_backup(*, file: Path, by: Actor) -> tuple[Event, bool]:
    """Put an event into this server, which has none and nobody in it; and whether what was sealed
    came with it, which another secret key than the server's it is from leaves behind.

    Raises ValidationError, changing nothing, for a file that is none, was damaged, or is of another
    version of Treasurer, or where this server has events or players.
    """
    if Event.objects.exists() or Player.objects.exists():
        raise ValidationError(_("This server has events or players: restore into an empty one."))
    try:
        with zipfile.ZipFile(file) as archive:
            manifest = _manifest(archive)
            unsealed = unseal(archive.read(SEALED))
            sealed = json.loads(unsealed) if unsealed else {COLUMNS: []}
            for part in PARTS:
                _read_part(archive, part, manifest, sealed)
    except DAMAGED as error:
        message = _("The file is damaged, or no backup: %(reason)s")
        raise ValidationError(message, params={"reason": error}) from error
    for label, key, name, value in sealed[COLUMNS]:
        model = next(part.model for part in PARTS if part.label == label)
        model._base_manager.filter(pk=key).update(**{name: value})
    _reset_sequences()
    event = Event.objects.get(slug=manifest["event"])
    audit.log(by=by, action="restore", instance=event, event=event, after={"file": file.name})
    return event, unsealed is not None


def _manifest(archive: zipfile.ZipFile) -> Json:
    if sum(item.file_size for item in archive.infolist()) > MAX_BYTES:
        raise ValidationError(_("The file is too large to be a backup."))
    found: Json = json.loads(archive.read(MANIFEST))
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ValidationError(_("The file is no backup of an event."))
    if found["schema"] != schema():
        raise ValidationError(
            _("The backup is of another version of Treasurer: install %(theirs)s (here %(ours)s)."),
            params={"theirs": _versions(found["schema"]), "ours": _versions(schema())},
        )
    return found


def _versions(known: Json) -> str:
    return ", ".join(f"{app} {name}" for app, name in sorted(known.items()))


def _read_part(archive: zipfile.ZipFile, part: Part, manifest: Json, sealed: Json) -> None:
    if part.sealed:
        _save(part, serializers.deserialize("python", sealed.get(part.label, [])))
        return
    digest = hashlib.sha256()
    with archive.open(_name(part)) as source:
        for held in some_at_a_time(source):
            lines = b"".join(held)
            digest.update(lines)
            _save(part, serializers.deserialize("jsonl", lines.decode()))
    if digest.hexdigest() != manifest["sha256"][part.label]:
        raise ValidationError(_("The file is damaged: %(name)s."), params={"name": _name(part)})


def _save(part: Part, rows: Any) -> None:
    """Insert them as they are, moments of making included, many by one statement: row by row an
    event of 500 players took half a minute."""
    held = [row.object for row in rows]
    for item in held:
        if type(item) is not part.model:
            raise ValueError(f"{part.label}: {item._meta.label_lower}")
    fields = part.model._meta.local_concrete_fields
    # PostgreSQL takes all there are, which may be none.
    at_once = connection.ops.bulk_batch_size(fields, held) or 1
    for first in range(0, len(held), at_once):
        insert = InsertQuery(part.model)
        insert.insert_values(fields, held[first : first + at_once], raw=True)
        insert.get_compiler(connection=connection).execute_sql()


def _reset_sequences() -> None:
    """Let new rows have numbers behind those that came with the file."""
    statements = connection.ops.sequence_reset_sql(no_style(), [part.model for part in PARTS])
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
