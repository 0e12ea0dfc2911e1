"""The rows of the tests' database, read and written as they are: what takes long to make is made
once, and what a test wrote goes without touching the tables it left alone."""

from __future__ import annotations

from typing import Any

from django.db import connection, transaction

Rows = dict[str, list[tuple[Any, ...]]]
"""By the name of the table; only tables that have any."""


def read_rows() -> Rows:
    """All there is."""
    return {table: _rows_of(table) for table in _filled()}


def write_rows(rows: Rows) -> None:
    """Add these, all in one transaction: each reference is looked at when it ends."""
    with transaction.atomic(), connection.cursor() as cursor:
        for table, added in rows.items():
            if added:
                holes = ", ".join(["%s"] * len(added[0]))
                insert = f"INSERT INTO {_quoted(table)} VALUES ({holes})"  # noqa: S608
                cursor.executemany(insert, added)


def rows_since(before: Rows) -> Rows:
    """What was added to these."""
    added = {}
    for table, rows in read_rows().items():
        known = before.get(table, [])
        added[table] = [row for row in rows if row not in known]
    return added


def restore(kept: Rows) -> None:
    """Take away all that was written since these were read, and put back what is missing.

    Django's `flush` empties every table, and has content types and permissions made again, under
    other numbers: that takes longer than many a test."""
    with transaction.atomic():
        # Looked at once nobody else can write: a server's last answer may still be on its way.
        changed = {
            table
            for table in {*_filled(), *kept}
            if table not in kept or _rows_of(table) != kept[table]
        }
        with connection.cursor() as cursor:
            for table in changed:
                cursor.execute(f"DELETE FROM {_quoted(table)}")  # noqa: S608
        write_rows({table: kept[table] for table in changed & kept.keys()})


def _filled() -> list[str]:
    """The tables with at least one row."""
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    questions = (
        f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {_quoted(table)})"  # noqa: S608
        for table in tables
    )
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(questions))
        return [table for (table,) in cursor.fetchall()]


def _rows_of(table: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {_quoted(table)} ORDER BY 1")  # noqa: S608
        return list(cursor.fetchall())


def _quoted(table: str) -> str:
    return connection.ops.quote_name(table)
