"""Backups of events as files on this server's disk: where they lie, and which there are."""

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
"""The number of backups of an event; older ones make room."""
_NAME = re.compile(r"[a-z0-9_-]{1,60}-(\d{8}T\d{6})Z\.zip", re.IGNORECASE)
_MOMENT = "%Y%m%dT%H%M%S"


class BackedUp(Protocol):
    """An event, as the database or a selector has it. Its key is never another's, as its address
    may be."""

    @property
    def pk(self) -> int:
        """Its key."""

    @property
    def slug(self) -> str:
        """Its address."""


class BackupFile(NamedTuple):
    """A backup: its file's name, when it was made, and its bytes."""

    name: str
    made_at: dt.datetime
    size: int


def folder_of(event: BackedUp) -> Path:
    """Return the folder of an event's backups; it need not exist."""
    return Path(settings.DATA_DIR) / "backups" / str(event.pk)


def name_of(event: BackedUp, at: dt.datetime) -> str:
    """Return the name of a backup made at a moment."""
    return f"{event.slug}-{at.astimezone(dt.UTC).strftime(_MOMENT)}Z.zip"


@contextmanager
def atomic_file(event: BackedUp, name: str) -> Iterator[IO[bytes]]:
    """Open a new file of the event that appears once it is wholly on the disk.

    Only this account may read it, as with the database.
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

    It is gone afterwards unless `keep_upload` kept it. Raises OSError where the disk takes no
    more.
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
    """Keep an upload for the job that puts it back."""
    Path(part.name).replace(upload_of(job))


def uploads() -> Path:
    """Return the folder of uploaded files whose event is not here yet."""
    return Path(settings.DATA_DIR) / "backups" / "uploads"


def upload_of(job: int) -> Path:
    """Return the file that a job restores."""
    return uploads() / f"{job}.zip"


def move_upload(job: int, event: BackedUp, name: str) -> None:
    """Lay what was put back beside the backups of its event."""
    upload_of(job).replace(_make_folder(folder_of(event)) / name)


def backups_of(event: BackedUp) -> list[BackupFile]:
    """Return the backups on disk, the newest first."""
    folder = folder_of(event)
    if not folder.is_dir():
        return []
    found = [_backup(file) for file in folder.iterdir()]
    return sorted((item for item in found if item), key=lambda item: item.name, reverse=True)


def path_of(event: BackedUp, name: str) -> Path | None:
    """Return the file of a backup by its name, None if it is no backup's."""
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
