"""Which errors mean that a database takes no write now: by codes, in whatever words."""

import errno
import sqlite3
from contextlib import closing

import pytest
from django.db import InternalError, OperationalError

from tournament.common.database_faults import DatabaseFault, database_fault


class PostgresError(Exception):
    """An error of PostgreSQL's driver."""

    def __init__(self, sqlstate: str | None) -> None:
        super().__init__(sqlstate)
        self.sqlstate = sqlstate


def caused(error: Exception, cause: Exception) -> Exception:
    """An error as Django raises it for one of a driver."""
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("sql", "wanted"),
    [
        ("BEGIN IMMEDIATE", DatabaseFault.BUSY),
        ("PRAGMA query_only=ON", DatabaseFault.READ_ONLY),
        ("PRAGMA max_page_count=1", DatabaseFault.DISK_FULL),
    ],
)
def test_what_sqlite_says(sql: str, wanted: DatabaseFault, tmp_path: object) -> None:
    name = f"{tmp_path}/file.sqlite3"
    with closing(sqlite3.connect(name)) as one, closing(sqlite3.connect(name, timeout=0)) as other:
        one.execute("CREATE TABLE first (a)")
        (one if wanted is DatabaseFault.BUSY else other).execute(sql)
        with pytest.raises(sqlite3.OperationalError) as raised:
            other.execute("CREATE TABLE second (a)")
    assert database_fault(caused(OperationalError(), raised.value)) is wanted


@pytest.mark.parametrize(
    ("sqlstate", "wanted"),
    [
        ("55P03", DatabaseFault.BUSY),
        ("57014", DatabaseFault.BUSY),
        ("53100", DatabaseFault.DISK_FULL),
        ("25006", DatabaseFault.READ_ONLY),
        ("42501", DatabaseFault.READ_ONLY),
        ("42P01", None),
        (None, None),
    ],
)
def test_what_postgres_says(sqlstate: str | None, wanted: DatabaseFault | None) -> None:
    assert database_fault(caused(InternalError(), PostgresError(sqlstate))) is wanted


def test_a_file_without_room_counts_and_other_errors_do_not() -> None:
    assert database_fault(OSError(errno.ENOSPC, "")) is DatabaseFault.DISK_FULL
    assert database_fault(OSError(errno.EROFS, "")) is DatabaseFault.READ_ONLY
    for error in (OSError("no number"), OperationalError("no cause"), ValueError(), None):
        assert database_fault(error) is None
    missing = sqlite3.OperationalError("no such table")
    missing.sqlite_errorcode = sqlite3.SQLITE_ERROR
    assert database_fault(caused(OperationalError(), missing)) is None
