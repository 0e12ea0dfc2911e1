"""Read a backup's file without trusting it."""

import datetime as dt
import io
import json
import subprocess
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import IO, Any, NamedTuple

from django.core import serializers
from django.core.exceptions import ValidationError
from django.core.serializers.base import DeserializationError
from django.db import DataError, IntegrityError, models
from django.utils.translation import gettext_lazy as _

from referee.backups import reading_process
from referee.backups.faults import DamagedError, busy_error, limit_error, unreadable_error
from referee.backups.parts import PARTS, Part, schema
from referee.backups.plan import FORMAT, MANIFEST, SEALED, name_of, plan
from referee.backups.sealed_part import COLUMNS, read_sealed
from referee.backups.sealing import unseal
from tournament.common.limited_process import BusyError, LimitReachedError, Limits, run_limited
from tournament.models import Event

MAX_BYTES = 4 * 1024**3
"""The most bytes of a file's content, unpacked."""
LIMITS = Limits(seconds=900, patience=3600, memory=512 * 1024**2)
"""Limits of the process that reads a file: 100 MiB take it some five seconds."""
AT_A_TIME, BYTES_AT_A_TIME = 500, 1024**2
"""The most rows and bytes in memory at once; a long last row may exceed the bytes."""
_OF_THE_FILE = (
    *(zipfile.BadZipFile, zlib.error, DamagedError, DeserializationError),
    *(DataError, IntegrityError),
)
_TAKEN = ("23505", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY")
"""The drivers' codes for a key that another row has."""
Json = dict[str, Any]


class Rows(NamedTuple):
    """The number of a table's rows in a backup, with the first and last key."""

    number: int
    first: Any
    last: Any


@contextmanager
def open_backup(
    file: Path | IO[bytes],
    *,
    max_bytes: int = MAX_BYTES,
    limits: Limits = LIMITS,
    beat: Callable[[], object] = lambda: None,
    key: str = "",
) -> Iterator["Backup"]:
    """Open a backup, after a separate process has read and checked all of it.

    Its version fits, its rows are those that were written, and no table has more or longer rows
    than it can have. `file` must be on this machine; `beat` is called every few seconds while it is
    read. `key` is the one that an upload is sealed with.

    Raises ValidationError if the file is no backup, is damaged or is of another version of
    Treasurer, and if its content cannot be restored by the code within. Other errors are bugs, or
    the disk's (OSError).
    """
    source = file.open("rb") if isinstance(file, Path) else nullcontext(file)
    with source as readable:
        told = _read_by_process(readable, max_bytes, limits, beat)
        with _faults_of_the_file(), zipfile.ZipFile(readable) as archive:
            yield Backup(archive, told, key)


@contextmanager
def _faults_of_the_file() -> Iterator[None]:
    """Turn errors that the file's content causes into a ValidationError."""
    try:
        yield
    except _OF_THE_FILE as error:
        if _is_taken(error):
            raise ValidationError(
                _("Something of this backup is on this server already, in another event.")
            ) from error
        message = _("The file is damaged, or no backup: %(reason)s")
        raise ValidationError(message, params={"reason": _reason(error)}) from error


def _is_taken(error: Exception) -> bool:
    """Return whether a database refused a row because another one has its key."""
    driver = error.__cause__
    code = getattr(driver, "sqlstate", None) or getattr(driver, "sqlite_errorname", None)
    return code in _TAKEN


def _reason(error: Exception) -> object:
    """Return what an error says, without the row that PostgreSQL adds.

    It names people.
    """
    told = getattr(error.__cause__, "diag", None)
    return told.message_primary if told else error


def _read_by_process(
    file: IO[bytes], max_bytes: int, limits: Limits, beat: Callable[[], object]
) -> Json:
    file.seek(0)
    planned, script = json.dumps({**plan(), "bytes": max_bytes}), reading_process.__file__
    try:
        out = run_limited(Path(script), planned, given=file, limits=limits, beat=beat)
    except BusyError as error:
        raise busy_error() from error
    except LimitReachedError as error:
        raise limit_error() from error
    except subprocess.CalledProcessError as error:
        raise RuntimeError("The reader of backups broke off: its traceback is above.") from error
    # The process has moved the place in the file, of which a buffer here knows nothing.
    file.seek(0, io.SEEK_END)
    told: Json = json.loads(out)
    if "fault" in told:
        raise unreadable_error(told)
    return told


class Backup:
    """The content of a backup's file, which a separate process has checked before."""

    def __init__(self, archive: zipfile.ZipFile, told: Json, key: str = "") -> None:
        self._archive = archive
        self.manifest = _check_version(told["manifest"])
        self.made_at = _moment(self.manifest.get("made_at"))
        unsealed = unseal(archive.read(SEALED), key)
        self.is_unsealed = unsealed is not None
        self.sealed: Json = read_sealed(unsealed) if unsealed else {COLUMNS: []}
        self.rows = {part.label: self._rows(part, told["rows"]) for part in PARTS}
        if self.rows[PARTS[0].label].number != 1:
            raise DamagedError(name_of(PARTS[0]))
        ((self.event,),) = self.row_batches(PARTS[0])

    def row_batches(self, part: Part) -> Iterator[list[Any]]:
        """Yield the rows of a table in batches."""
        if part.sealed:
            yield _objects(part, "python", self.sealed.get(part.label, []))
            return
        for lines in _some_at_a_time(self._lines(part)):
            yield _objects(part, "jsonl", [line.decode() for line in lines])

    def _rows(self, part: Part, told: Json) -> Rows:
        if not part.sealed:
            return Rows(*told[part.label])
        keys = [row["pk"] for row in self.sealed.get(part.label, [])]
        return Rows(len(keys), keys[0] if keys else None, keys[-1] if keys else None)

    def _lines(self, part: Part) -> Iterator[bytes]:
        longest = plan()["tables"][part.label]["line"]
        with self._archive.open(name_of(part)) as source:
            reader = io.BufferedReader(source)  # type: ignore[type-var]
            while line := reader.readline(longest):
                yield line


def _some_at_a_time(lines: Iterator[bytes]) -> Iterator[list[bytes]]:
    """Yield the lines in batches, so that a large event is never all in memory."""
    held: list[bytes] = []
    size = 0
    for line in lines:
        held.append(line)
        size += len(line)
        if len(held) == AT_A_TIME or size >= BYTES_AT_A_TIME:
            yield held
            held, size = [], 0
    if held:
        yield held


def _moment(text: Any) -> dt.datetime:
    try:
        return dt.datetime.fromisoformat(text).astimezone(dt.UTC)
    except (TypeError, ValueError, OverflowError) as error:
        raise DamagedError(MANIFEST) from error


def _check_version(found: Json) -> Json:
    if found.get("format") != FORMAT or not isinstance(found.get("schema"), dict):
        raise ValidationError(_("The file is no backup of an event."))
    if found["schema"] != schema():
        raise ValidationError(
            _("The backup is of another version of Treasurer: install %(theirs)s (here %(ours)s)."),
            params={"theirs": _versions(found["schema"]), "ours": _versions(schema())},
        )
    return found


def _versions(known: Json) -> str:
    return ", ".join(f"{app} {name}" for app, name in sorted(known.items()))


def _objects(part: Part, form: str, rows: Any) -> list[models.Model]:
    held = [row.object for row in serializers.deserialize(form, rows)]
    for item in held:
        if type(item) is not part.model:
            raise DamagedError(f"{part.label}: {item._meta.label_lower}")
    return held


def same_event(backup: Backup, event: Event) -> None:
    """Raise ValidationError if the backup is of another event."""
    if backup.event.slug != event.slug:
        raise ValidationError(
            _("The backup is of the event “%(theirs)s”, not of this one."),
            params={"theirs": backup.event.slug},
        )
