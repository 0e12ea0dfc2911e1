"""The numbers that PostgreSQL gives out next, beside rows that come with numbers of their own.
SQLite goes by the rows, and lets one write at a time."""

from collections.abc import Iterable

from django.db import connection, models

MARGIN = 1_000
"""So many numbers others may be given between two statements of this one."""


def numbers_behind(model: type[models.Model], many: int) -> int:
    """A number behind which nobody has or gets any of the next `many`: whoever writes at the same
    moment has been given lower ones, which nobody sees yet, or is given higher ones."""
    latest: int = model._base_manager.latest("pk").pk
    if connection.vendor != "postgresql":
        return latest
    with connection.cursor() as cursor:
        table = model._meta.db_table
        cursor.execute("SELECT nextval(pg_get_serial_sequence(%s, 'id'))", [table])
        (given,) = cursor.fetchone()
        latest = max(latest, given) + MARGIN
        cursor.execute(
            "SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [table, latest + many]
        )
    return latest


def advance_sequences(written: Iterable[type[models.Model]]) -> None:
    """Let new rows have numbers behind those that were written; one that is behind them already
    stays, since others may have been given its numbers."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        for model in written:
            if not isinstance(model._meta.pk, models.AutoField):
                continue
            cursor.execute(
                "SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)"
                " WHERE %s > nextval(pg_get_serial_sequence(%s, 'id'))",
                [model._meta.db_table, *[_highest(model)] * 2, model._meta.db_table],
            )


def _highest(model: type[models.Model]) -> int:
    found: int = model._base_manager.aggregate(models.Max("pk"))["pk__max"] or 1
    return found
