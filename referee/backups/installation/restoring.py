"""Put a backup of the installation in the place of what is here."""

import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from referee.backups.installation import age
from referee.backups.installation.archive import unpack
from referee.backups.installation.databases import (
    check_database,
    is_filled,
    refuse_foreign,
    restore_database,
)
from referee.backups.installation.errors import InstallationBackupError, reason_of
from referee.backups.installation.files import FILES, KEYS, restore_files
from referee.backups.installation.manifest import Manifest
from referee.backups.installation.replaying import replay_logs, run_command


@dataclass(frozen=True, slots=True)
class Restored:
    """A finished restore: the backup's manifest, the games replayed, and any doubt.

    `other_keys` are the variables of the environment that name another key than the backup's.
    """

    manifest: Manifest
    games: int
    other_keys: Sequence[str]
    doubt: str


def restore_installation(
    *, file: Path, identities: Sequence[age.Identity], replace: bool, work: Path
) -> Restored:
    """Restore the database and the keys of a backup, once all of it was checked.

    An installation with accounts or events is replaced only if `replace` says so. `work` is an
    empty folder for data in clear. Raises InstallationBackupError, or OSError if a disk is full;
    nothing was changed then. An older version's database is migrated afterwards.
    """
    if is_filled() and not replace:
        raise InstallationBackupError(
            "This installation has accounts or events. Nothing was changed. Back it up, then say "
            "--replace to put the backup in its place."
        )
    with tempfile.TemporaryDirectory(dir=work) as folder:
        unpacked = Path(folder)
        with age.decrypted(file, identities) as content:
            manifest = unpack(content, unpacked)
        database = unpacked / manifest.files.get(refuse_foreign(manifest), "")
        if not database.is_file():
            raise InstallationBackupError("The backup has no database. Nothing was changed.")
        check_database(database)
        own = {name: unpacked / digest for name, digest in manifest.files.items()}
        keys = _other_keys(own)
        restore_database(database)
        _restore_files({name: path for name, path in own.items() if name.startswith(FILES)})
    games, doubt = _bring_up()
    return Restored(manifest, games, keys, doubt)


def _restore_files(files: dict[str, Path]) -> None:
    try:
        restore_files(files)
    except OSError as error:
        raise InstallationBackupError(
            f"The database was put back, its keys were not: {reason_of(error)}. Make room, then "
            "restore again with --replace."
        ) from error


def _other_keys(files: dict[str, Path]) -> list[str]:
    """Return the variables that are set here to another key than the backup has."""
    kept = {setting: files.get(f"{FILES}{name}") for name, setting in KEYS.items()}
    return [
        setting
        for setting, file in kept.items()
        if os.environ.get(setting) and file and file.read_text() != getattr(settings, setting)
    ]


def _bring_up() -> tuple[int, str]:
    """Migrate the database and replay its logs; return the games, and any doubt."""
    keys = {name: os.environ.get(name, "") for name in KEYS.values()}
    try:
        run_command("migrate", "--noinput", "-v0", **keys)
        return replay_logs(**keys), ""
    except InstallationBackupError as error:
        return 0, str(error)
