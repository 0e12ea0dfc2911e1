"""PostgreSQL's sequences, kept ahead of rows inserted with their own numbers.

SQLite has none: it numbers by the rows, and lets one connection write at a time.
"""

from collections.abc import Iterable

from django.db import connection, models

MARGIN = 1_000
"""How many numbers others may be given between two statements of this transaction."""


def numbers_behind(model: type[models.Model], many: int) -> int:
    """Reserve `many` numbers above all in use; return the number before the first.

    Others who insert at the same moment get lower numbers or higher ones.
    """
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
    """Advance these tables' sequences past their highest rows, but never back.

    A sequence that is ahead already stays: others may have been given its numbers.
    """
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
