"""The folder of the installation's backups, and its files beside the database.

A lock lets one process at a time save or restore.
"""

import datetime as dt
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from referee.backups.installation.errors import BackupRunningError
from referee.backups.installation.retention import (
    KEPT_WHOLE,
    InstallationBackup,
    backups_in,
    superfluous,
)

FILES = "files/"
"""Where an archive has the files of the data folder, by their paths in it."""
KEYS = {"secret-key": "SECRET_KEY", "push-key": "PUSH_KEY"}
"""Keys of the server, by their file in the data folder, each with its setting."""
CERTIFICATES = "certificates"


def backup_folder() -> Path:
    """Return the folder of the backups; it need not exist."""
    return Path(settings.BACKUP_FOLDER)


def newest_backup() -> dt.datetime | None:
    """Return when the installation's newest backup was made; None if never."""
    found = backups_in(backup_folder())
    return found[0].made_at if found else None


def prune() -> list[InstallationBackup]:
    """Delete the backups that the settings do not keep, and return them."""
    old = superfluous(
        backups_in(backup_folder()),
        now=timezone.now(),
        daily=settings.BACKUP_DAILY,
        weekly=settings.BACKUP_WEEKLY,
    )
    for each in old:
        each.file.unlink(missing_ok=True)
    _forget_unfinished()
    return old


def _forget_unfinished() -> None:
    """Delete what killed processes left of backups a day ago."""
    for part in backup_folder().glob("treasurer-*.part"):
        if timezone.now().timestamp() - part.stat().st_mtime > KEPT_WHOLE.total_seconds():
            part.unlink(missing_ok=True)


@contextmanager
def work_alone() -> Iterator[Path]:
    """Open an empty folder for data in clear, for one backup or restore at a time.

    It lies in the data folder, which only this account can read, and is deleted afterwards; what a
    killed process left there is deleted here. Raises BackupRunningError.
    """
    data = Path(settings.DATA_DIR)
    with (data / "installation-backup.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            message = "Another backup or restore of this installation is running: wait for that."
            raise BackupRunningError(message) from error
        folder = data / "installation-backup"
        shutil.rmtree(folder, ignore_errors=True)
        try:
            folder.mkdir(mode=0o700)
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def collect_files(folder: Path) -> dict[str, Path]:
    """Return what the data folder has beside the database, by its name in an archive.

    The keys are those in use, wherever they were set; they are written into `folder`. Copies that
    can be made again and the backups of events are left out.
    """
    found = {}
    for name, setting in KEYS.items():
        file = folder / name
        file.write_text(getattr(settings, setting))
        found[f"{FILES}{name}"] = file
    data = Path(settings.DATA_DIR)
    for file in sorted((data / CERTIFICATES).glob("*")):
        if file.is_file():
            found[f"{FILES}{file.relative_to(data)}"] = file
    return found


def restore_files(files: dict[str, Path]) -> None:
    """Put files of an archive into the data folder, for its owner only."""
    data = Path(settings.DATA_DIR)
    for name, source in files.items():
        path = name.removeprefix(FILES)
        if path not in KEYS and not _is_certificate(path):
            continue
        target = data / path
        target.parent.mkdir(mode=0o700, exist_ok=True)
        write_private(target, source)


def _is_certificate(path: str) -> bool:
    folder, _slash, name = path.partition("/")
    return folder == CERTIFICATES and name not in ("", ".", "..") and "/" not in name


def write_private(target: Path, source: Path) -> None:
    """Copy a file; the copy appears only once all of it is on the disk."""
    handle, part = tempfile.mkstemp(dir=target.parent, suffix=".part")
    with os.fdopen(handle, "wb") as out, source.open("rb") as content:
        shutil.copyfileobj(content, out)
        out.flush()
        os.fsync(out.fileno())
    Path(part).replace(target)
