"""Save, check, replay and restore the installation's database of either kind."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from referee.backups.installation import postgres, sqlite
from referee.backups.installation.errors import InstallationBackupError
from referee.backups.installation.manifest import Manifest

FILES = {"sqlite": sqlite.FILE, "postgresql": postgres.FILE}
"""Under which name a backup has the database, by its kind."""
FILLED = ("auth_user", "tournament_event")
"""A database in which these tables have no row is as good as a new one."""


def save_database(folder: Path) -> tuple[str, Path]:
    """Save the database of one moment; return its name in a backup, and its file."""
    name = FILES[connection.vendor]
    if connection.vendor == "sqlite":
        sqlite.save(folder / name)
    else:
        postgres.refuse_old_programs()
        postgres.save(folder / name)
    return name, folder / name


def check_database(file: Path) -> None:
    """Read a saved database through; raise InstallationBackupError for a fault."""
    (sqlite if connection.vendor == "sqlite" else postgres).check(file)


@contextmanager
def opened_copy(file: Path) -> Iterator[str]:
    """Open a saved database beside the installation's own; yield its `DATABASE_URL`.

    Raises InstallationBackupError where no copy can be made.
    """
    if connection.vendor == "sqlite":
        yield sqlite.url_of(file)
    else:
        with postgres.temporary_copy(file) as address:
            yield address


def restore_database(file: Path) -> None:
    """Replace the installation's database by a saved one: wholly, or not at all."""
    if connection.vendor == "sqlite":
        sqlite.restore(file)
    else:
        postgres.refuse_old_programs()
        postgres.restore(file)


def applied_migrations() -> tuple[str, ...]:
    """Return the migrations of the database, as `tournament.0001_initial`."""
    applied = MigrationRecorder(connection).applied_migrations()
    return tuple(sorted(f"{app}.{name}" for app, name in applied))


def refuse_foreign(manifest: Manifest) -> str:
    """Return the name under which a backup has a database that this program can read.

    Raises InstallationBackupError for another kind of database, or a newer version's.
    """
    if manifest.vendor != connection.vendor:
        kinds = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
        told = {kind: kinds.get(kind, kind) for kind in (manifest.vendor, connection.vendor)}
        raise InstallationBackupError(
            f"The backup is of {told[manifest.vendor]}, and DATABASE_URL names "
            f"{told[connection.vendor]}. Nothing was changed. Set DATABASE_URL to a database of "
            "the same kind; events go over one by one (restore_event)."
        )
    loader = MigrationLoader(None, ignore_no_migrations=True)
    known = {f"{app}.{name}" for app, name in loader.disk_migrations or {}}
    replaced = {
        f"{app}.{name}"
        for migration in (loader.disk_migrations or {}).values()
        for app, name in migration.replaces
    }
    manifest.refuse_unknown(known | replaced)
    return FILES[manifest.vendor]


def is_filled() -> bool:
    """Return whether the database has accounts or events that a restore would replace."""
    try:
        with connection.cursor() as cursor:
            there = set(connection.introspection.table_names(cursor))
            for table in FILLED:
                if table in there:
                    cursor.execute(f"SELECT 1 FROM {table} LIMIT 1")  # noqa: S608 - our own names
                    if cursor.fetchone():
                        return True
    except DatabaseError as error:
        raise InstallationBackupError(
            f"The database does not answer ({error}). Nothing was changed. Start it, or move its "
            "damaged file away, then restore again."
        ) from error
    return False
