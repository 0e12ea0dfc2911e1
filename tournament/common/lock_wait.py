"""The time that a write waits for the database's lock.

It is shorter for a person than for a task.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.core.signals import request_started
from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

REQUEST_SECONDS = 5.0
"""The longest wait of a request; commands and tasks use the settings of `config.databases`."""

waited: ContextVar[float] = ContextVar("waited", default=0.0)
"""Seconds that the request has already waited for its place among the writers."""
_thread = threading.local()


@contextmanager
def lock_wait(seconds: float) -> Iterator[None]:
    """Wait so long at most within, and then as long as before."""
    connection.ensure_connection()
    before = _milliseconds(connection)
    _limit(connection, seconds)
    try:
        yield
    finally:
        _set_lock_timeout(connection, before)


def listen() -> None:
    """Limit the wait in every thread that answers requests."""
    request_started.connect(_begin_request, dispatch_uid=__name__)
    connection_created.connect(_begin_connection, dispatch_uid=__name__)


def _begin_request(**_signal: Any) -> None:
    before = getattr(_thread, "seconds", None)
    _thread.seconds = max(0.0, REQUEST_SECONDS - waited.get())
    if connection.connection is not None and before != _thread.seconds:
        try:
            with connection.wrap_database_errors:
                _limit(connection, _thread.seconds)
        except DatabaseError:
            # The server went away meanwhile: the next question opens another.
            connection.close()


def _begin_connection(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    if (seconds := getattr(_thread, "seconds", None)) is not None:
        _limit(connection, seconds)


def _limit(database: Any, seconds: float) -> None:
    # 0 would be no limit to PostgreSQL.
    _set_lock_timeout(database, max(1, round(seconds * 1000)))


# Past Django's cursors: no page has a query more for it.
def _milliseconds(database: Any) -> int:
    if database.vendor == "sqlite":
        return int(database.connection.execute("PRAGMA busy_timeout").fetchone()[0])
    sql = "SELECT setting FROM pg_settings WHERE name = 'lock_timeout'"
    return int(database.connection.execute(sql).fetchone()[0])


def _set_lock_timeout(database: Any, milliseconds: int) -> None:
    if database.vendor == "sqlite":
        database.connection.execute(f"PRAGMA busy_timeout={milliseconds}")
    else:
        database.connection.execute(f"SET lock_timeout={milliseconds}")
