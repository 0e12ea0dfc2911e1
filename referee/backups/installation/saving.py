"""Save the installation as one encrypted file.

The file is checked before it gets its name.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from referee.backups.installation import age
from referee.backups.installation.archive import pack, unpack
from referee.backups.installation.databases import (
    applied_migrations,
    check_database,
    opened_copy,
    save_database,
)
from referee.backups.installation.errors import DamagedBackupError, InstallationBackupError
from referee.backups.installation.files import backup_folder, collect_files, prune
from referee.backups.installation.manifest import Manifest, digest_of
from referee.backups.installation.replaying import replay_logs
from referee.backups.installation.retention import name_at


@dataclass(frozen=True, slots=True)
class Saved:
    """A finished backup: its file, how many games replay, how many were deleted.

    `doubt` says why the copy's games were not replayed, or which of them do not hold; "" if all do.
    The file is what the database is, in any case.
    """

    file: Path
    games: int
    deleted: int
    doubt: str


def save_installation(work: Path) -> Saved:
    """Back up this installation into the folder of the settings.

    `work` is an empty folder for data in clear. Nothing is under the file's final name before all
    of it is on the disk, was decrypted, and has its digests. Raises InstallationBackupError, or
    OSError if a disk is full.
    """
    if not settings.BACKUP_RECIPIENT:
        raise InstallationBackupError(
            "BACKUP_RECIPIENT is not set: nobody could open the backup. Make a key with backup_key "
            "on another computer, and set BACKUP_RECIPIENT to the public key that it prints."
        )
    checker = age.new_identity()
    recipients = [*age.recipients_of(settings.BACKUP_RECIPIENT), checker.to_public()]
    with _new_file(name_at(timezone.now())) as part:
        written = _write(part, work, recipients)
        games, doubt = _check(part, written, checker, work)
    return Saved(backup_folder() / part.with_suffix("").name, games, len(prune()), doubt)


@contextmanager
def _new_file(name: str) -> Iterator[Path]:
    """Yield a file that gets its name if the block ends well; else delete it."""
    folder = backup_folder()
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    part = folder / f"{name}.part"
    os.close(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
    try:
        yield part
        part.rename(folder / name)
        _sync(folder)
    finally:
        part.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _write(part: Path, work: Path, recipients: Sequence[age.Recipient]) -> Manifest:
    with tempfile.TemporaryDirectory(dir=work) as folder:
        name, database = save_database(Path(folder))
        files = {name: database, **collect_files(Path(folder))}
        manifest = Manifest(
            made_at=timezone.now(),
            vendor=connection.vendor,
            migrations=applied_migrations(),
            files={name: digest_of(file) for name, file in files.items()},
        )
        with part.open("wb") as out:
            age.encrypt(pack(manifest, files), out, recipients)
            out.flush()
            os.fsync(out.fileno())
    return manifest


def _check(part: Path, written: Manifest, checker: age.Identity, work: Path) -> tuple[int, str]:
    """Return how many games were replayed from the file, and what is in doubt.

    The key that opens it here was made for it, and is in the memory of this process only.
    """
    with tempfile.TemporaryDirectory(dir=work) as unpacked:
        database = _read_again(part, written, checker, Path(unpacked))
        try:
            with opened_copy(database) as address:
                return replay_logs(DATABASE_URL=address, DATA_DIR=str(work), REDIS_URL=""), ""
        except InstallationBackupError as error:
            return 0, str(error)


def _read_again(part: Path, written: Manifest, checker: age.Identity, folder: Path) -> Path:
    """Unpack the written file into a folder, and return the database that it has."""
    try:
        with age.decrypted(part, [checker]) as content:
            found = unpack(content, folder)
        if found != written:
            raise DamagedBackupError("another list of files than was written")
        database = folder / next(iter(found.files.values()))
        check_database(database)
    except DamagedBackupError as error:
        raise InstallationBackupError(
            f"What was written reads otherwise ({error.detail}). Look at the disk and the memory "
            "of this machine, and at the database."
        ) from error
    return database
