"""A SQLite database as a file of one moment, and back."""

import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from django.db import connection

from referee.backups.installation.errors import DamagedBackupError, InstallationBackupError

FILE = "database.sqlite3"


def save(target: Path) -> None:
    """Copy the database as it is at this moment, by SQLite's own backup.

    It is one step of reading, for which nobody who writes waits in the mode WAL.
    """
    connection.ensure_connection()
    try:
        with closing(sqlite3.connect(target)) as copy:
            connection.connection.backup(copy)
            # One file that nothing beside belongs to.
            copy.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise InstallationBackupError(f"The database cannot be copied: {error}.") from error


def check(file: Path) -> None:
    """Look through all pages and indexes of a copy (DamagedBackupError for a fault)."""
    try:
        with closing(sqlite3.connect(file)) as copy:
            (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        raise DamagedBackupError(f"its database: {error}") from error
    if found != "ok":
        raise DamagedBackupError(f"its database: {found}")


def url_of(file: Path) -> str:
    """Return the `DATABASE_URL` of a file."""
    return f"sqlite:///{quote(str(file))}"


def restore(source: Path) -> None:
    """Replace the database's content in one transaction.

    Raises InstallationBackupError, nothing changed, while another process has the database open.
    """
    name = str(connection.settings_dict["NAME"])
    connection.close()
    with closing(sqlite3.connect(source)) as copy, closing(sqlite3.connect(name)) as database:
        _refuse_others(database, name)
        try:
            copy.backup(database)
        except sqlite3.Error as error:
            message = f"The database cannot be written: {error}. Nothing was changed."
            raise InstallationBackupError(message) from error
    # Django's connection makes it a database in the mode WAL again.
    connection.ensure_connection()


def _refuse_others(database: sqlite3.Connection, name: str) -> None:
    """Take the database for this connection alone, until it is closed."""
    try:
        database.execute("PRAGMA locking_mode=EXCLUSIVE")
        database.execute("BEGIN EXCLUSIVE")
        database.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        raise InstallationBackupError(
            f"Another process has {name} open ({error}). Nothing was changed. Stop the server and "
            "its workers, then restore again."
        ) from error
    except sqlite3.DatabaseError as error:
        raise InstallationBackupError(
            f"{name} cannot be opened ({error}). Nothing was changed. Move the file away, with "
            "those beside it that end in -wal and -shm, then restore again."
        ) from error
