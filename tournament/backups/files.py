"""Backups of events as files on this server's disk: their folders and their list."""

import datetime as dt
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple, Protocol

from django.conf import settings

KEPT = 30
"""The most backups of an event; a new one replaces the oldest."""
_NAME = re.compile(r"[a-z0-9_-]{1,60}-(\d{8}T\d{6})Z\.zip", re.IGNORECASE)
_MOMENT = "%Y%m%dT%H%M%S"


class BackedUp(Protocol):
    """An event, as the database or a selector has it.

    Its key is unique for ever; its address may be used again.
    """

    @property
    def pk(self) -> int:
        """The event's key."""

    @property
    def slug(self) -> str:
        """The event's address."""


class BackupFile(NamedTuple):
    """A backup: its file name, its time, and its size in bytes."""

    name: str
    made_at: dt.datetime
    size: int


def folder_of(event: BackedUp) -> Path:
    """Return the folder of an event's backups; it need not exist."""
    return Path(settings.DATA_DIR) / "backups" / str(event.pk)


def name_of(event: BackedUp, at: dt.datetime) -> str:
    """Return the file name of a backup made `at` this time."""
    return f"{event.slug}-{at.astimezone(dt.UTC).strftime(_MOMENT)}Z.zip"


@contextmanager
def atomic_file(event: BackedUp, name: str) -> Iterator[IO[bytes]]:
    """Open a new file of the event that appears only once it is completely on disk.

    As with the database, only this account may read it.
    """
    folder = _make_folder(folder_of(event))
    handle, part = tempfile.mkstemp(dir=folder, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        Path(part).replace(folder / name)
    finally:
        Path(part).unlink(missing_ok=True)


def _make_folder(folder: Path) -> Path:
    folder.parent.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


@contextmanager
def stored_upload(content: IO[bytes]) -> Iterator[IO[bytes]]:
    """Write an uploaded file to this server's disk, and open it.

    It is deleted afterwards unless `keep_upload` kept it. Raises OSError if the disk is full.
    """
    folder = _make_folder(uploads())
    with tempfile.NamedTemporaryFile(dir=folder, suffix=".part", delete=False) as out:
        try:
            shutil.copyfileobj(content, out)
            out.flush()
            os.fsync(out.fileno())
            yield out
        finally:
            Path(out.name).unlink(missing_ok=True)


def keep_upload(part: IO[bytes], job: int) -> None:
    """Keep an upload for the job that restores it."""
    Path(part.name).replace(upload_of(job))


def uploads() -> Path:
    """Return the folder of uploaded files whose events are not on this server yet."""
    return Path(settings.DATA_DIR) / "backups" / "uploads"


def upload_of(job: int) -> Path:
    """Return the file that a job restores."""
    return uploads() / f"{job}.zip"


def move_upload(job: int, event: BackedUp, name: str) -> None:
    """Move a restored upload into the folder of its event's backups."""
    upload_of(job).replace(_make_folder(folder_of(event)) / name)


def backups_of(event: BackedUp) -> list[BackupFile]:
    """Return the backups on disk, the newest first."""
    folder = folder_of(event)
    if not folder.is_dir():
        return []
    found = [_backup(file) for file in folder.iterdir()]
    return sorted((item for item in found if item), key=lambda item: item.name, reverse=True)


def path_of(event: BackedUp, name: str) -> Path | None:
    """Return the file of a backup by its name.

    None if the name is not that of a backup.
    """
    known = {item.name for item in backups_of(event)}
    return folder_of(event) / name if name in known else None


def _backup(file: Path) -> BackupFile | None:
    found = _NAME.fullmatch(file.name)
    if found is None or not file.is_file():
        return None
    try:
        at = dt.datetime.strptime(found[1], _MOMENT).replace(tzinfo=dt.UTC)
    except ValueError:
        return None
    return BackupFile(file.name, at, file.stat().st_size)
