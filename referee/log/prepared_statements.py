"""Statements run at every append or start, parsed and planned once per connection.

Django writes the values into each statement's text, which PostgreSQL then parses and plans anew;
here they are sent separately. SQLite's module caches prepared statements itself.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection, connections


@contextmanager
def cursor() -> Iterator[Any]:
    """Open a cursor on Django's connection, in its transaction; errors are Django's."""
    # Looked up once: `django.db.connection` looks for this thread's each time it is named.
    database = connections[DEFAULT_DB_ALIAS]
    if database.vendor != "postgresql":
        with database.cursor() as usual:
            yield usual
        return
    database.close_if_health_check_failed()
    database.ensure_connection()
    with database.wrap_database_errors, _plain_cursor(database.connection) as plain:
        yield plain


def _plain_cursor(connection: Any) -> Any:
    """Return psycopg's own cursor.

    It is imported here, as installations with SQLite lack it.
    """
    from psycopg import Cursor

    return Cursor(connection)


def key(value: UUID) -> Any:
    """Return a UUID as the database stores it."""
    return key_form()(value)


def key_form() -> Callable[[UUID], Any]:
    """Return the function that converts a UUID to what the database stores.

    For several UUIDs: looking up the connection takes longer than all else.
    """
    return _itself if connection.features.has_native_uuid_field else _hexadecimal


def _itself(value: UUID) -> UUID:
    return value


def _hexadecimal(value: UUID) -> str:
    return value.hex
