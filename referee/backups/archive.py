"""The file of a backup: how it is laid out, and how it is read again without trusting it."""

import datetime as dt
import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

from django.core import serializers
from django.core.exceptions import ValidationError
from django.core.serializers.base import DeserializationError
from django.db import DataError, IntegrityError, models
from django.utils.translation import gettext_lazy as _

from referee.backups.parts import PARTS, Part, schema, some_at_a_time
from referee.backups.sealing import unseal
from tournament.models import Event

FORMAT = "treasurer-backup/1"
MANIFEST, SEALED, COLUMNS = "manifest.json", "sealed.bin", "columns"
MAX_BYTES = 4 * 1024**3
"""Of all that is in a file, unpacked."""
MAX_LINE = 16 * 1024**2
"""Of one row."""
MAX_MANIFEST = 1024**2
MAX_SEALED = 64 * 1024**2
"""Of each of the two parts that are read as a whole."""
MAX_ROWS = 5_000_000
"""Of one table: 250 tables over five rounds have 750,000 logged events."""
DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    AttributeError,
    EOFError,
    KeyError,
    NotImplementedError,
    OSError,
    OverflowError,
    RecursionError,
    RuntimeError,
    TypeError,
    ValueError,
    DeserializationError,
)
"""What reading a file raises that is none, or was changed."""
Json = dict[str, Any]


class Rows(NamedTuple):
    """How many rows of a table a file has, with the numbers of the first and the last."""

    number: int
    first: Any
    last: Any


def name_of(part: Part) -> str:
    """The file of a table's rows within the backup."""
    return f"rows/{part.label}.jsonl"


@contextmanager
def opened(file: Path | IO[bytes], *, max_bytes: int = MAX_BYTES) -> Iterator["Backup"]:
    """A backup that was read once as a whole: its version fits, and its rows are those that were
    written. Raises ValidationError for a file that is none, was damaged, or is of another version
    of Treasurer; also where putting it back within meets what cannot be."""
    try:
        with zipfile.ZipFile(file) as archive:
            yield Backup(archive, max_bytes)
    except IntegrityError as error:
        raise ValidationError(
            _("Something of this backup is on this server already, in another event.")
        ) from error
    except (*DAMAGED, DataError) as error:
        message = _("The file is damaged, or no backup: %(reason)s")
        raise ValidationError(message, params={"reason": error}) from error


class Backup:
    """What is in the file of a backup."""

    def __init__(self, archive: zipfile.ZipFile, max_bytes: int) -> None:
        if sum(item.file_size for item in archive.infolist()) > max_bytes:
            raise ValidationError(_("The file is too large to be a backup."))
        self._archive = archive
        self.manifest = _fitting(json.loads(self._whole(MANIFEST, MAX_MANIFEST)))
        self.made_at = dt.datetime.fromisoformat(self.manifest["made_at"]).astimezone(dt.UTC)
        unsealed = unseal(self._whole(SEALED, MAX_SEALED))
        self.is_unsealed = unsealed is not None
        self.sealed: Json = json.loads(unsealed) if unsealed else {COLUMNS: []}
        self.rows = {part.label: self._read(part) for part in PARTS}
        if self.rows[PARTS[0].label].number != 1:
            raise ValueError(name_of(PARTS[0]))
        ((self.event,),) = self.of(PARTS[0])

    def of(self, part: Part) -> Iterator[list[Any]]:
        """The rows of a table, some at a time."""
        if part.sealed:
            yield _objects(part, "python", self.sealed.get(part.label, []))
            return
        for lines in some_at_a_time(self._lines(part)):
            yield _objects(part, "jsonl", b"".join(lines).decode())

    def _read(self, part: Part) -> Rows:
        if part.sealed:
            keys = [row["pk"] for row in self.sealed.get(part.label, [])]
            return Rows(len(keys), keys[0] if keys else None, keys[-1] if keys else None)
        digest, number, first, last = hashlib.sha256(), 0, b"", b""
        for line in self._lines(part):
            if number == MAX_ROWS:
                raise ValueError(f"{name_of(part)}: {MAX_ROWS}")
            digest.update(line)
            number, first, last = number + 1, first or line, line
        if digest.hexdigest() != self.manifest["sha256"][part.label]:
            raise ValidationError(
                _("The file is damaged: %(name)s."), params={"name": name_of(part)}
            )
        return Rows(number, *(json.loads(line)["pk"] if line else None for line in (first, last)))

    def _lines(self, part: Part) -> Iterator[bytes]:
        with self._archive.open(name_of(part)) as source:
            reader = io.BufferedReader(source)  # type: ignore[type-var]
            while line := reader.readline(MAX_LINE + 1):
                if len(line) > MAX_LINE:
                    raise ValueError(f"{name_of(part)}: {MAX_LINE}")
                yield line

    def _whole(self, name: str, most: int) -> bytes:
        if self._archive.getinfo(name).file_size > most:
            raise ValueError(f"{name}: {most}")
        return self._archive.read(name)


def _fitting(found: Any) -> Json:
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


def _objects(part: Part, form: str, rows: Any) -> list[models.Model]:
    held = [row.object for row in serializers.deserialize(form, rows)]
    for item in held:
        if type(item) is not part.model:
            raise ValueError(f"{part.label}: {item._meta.label_lower}")
    return held


def same_event(backup: Backup, event: Event) -> None:
    """Raise ValidationError where the backup is of another event than this one."""
    if backup.event.slug != event.slug:
        raise ValidationError(
            _("The backup is of the event “%(theirs)s”, not of this one."),
            params={"theirs": backup.event.slug},
        )
