"""The primary keys that a backup's rows get on this server.

They hold in every column that refers to the rows.

A table's rows keep their own if those are free here; else all of them move above those in
use.
"""

from typing import Any

from django.contrib.auth.models import User
from django.db import models

from referee.backups.archive import Backup
from referee.backups.faults import DamagedError
from referee.backups.parts import PARTS
from referee.backups.sequences import numbers_behind
from tournament.models import AuditEntry, Event, Person


class Numbers:
    """The new numbers of a backup's rows.

    The event keeps the number it has on this server.
    """

    def __init__(self, backup: Backup, event: Event) -> None:
        self._event = event
        self._rows = backup.rows
        self._shifts = _shifts(backup)
        self._models = {part.model._meta.model_name: part.model for part in PARTS}

    def place(self, row: models.Model) -> None:
        """Give a row its new number, and its foreign keys those of the rows they refer to."""
        for field in row._meta.local_concrete_fields:
            model = row._meta.model if field.primary_key else field.related_model
            value = getattr(row, field.attname)
            if model is not None and value is not None and not isinstance(row, Event):
                setattr(row, field.attname, self.number_here(model, value))
        if isinstance(row, AuditEntry):
            self._place_object(row)

    def number_here(self, model: Any, key: Any) -> Any:
        """Return the number that a row of the backup gets here.

        None for accounts and links to other events, which a backup does not contain.
        """
        if model in (User, Person):
            return None
        if model is Event:
            return self._event.pk
        return self._shifted_number(model, key)

    def number_of_row_before(self, row: models.Model) -> Any:
        """Return the number that the restore gives to a row of this server.

        The row was read before the restore. None if the backup does not contain the row.
        """
        rows = self._rows[row._meta.label_lower]
        inside = rows.number and rows.first <= row.pk <= rows.last
        return row.pk + self._shifts[row._meta.label_lower] if inside else None

    def _place_object(self, row: AuditEntry) -> None:
        if row.event_slug != self._event.slug:
            raise DamagedError(row.event_slug)
        model = self._models.get(row.kind)
        if model is Event:
            row.object_id = self._event.pk
        elif model is not None and row.object_id is not None:
            row.object_id += self._shifts.get(model._meta.label_lower, 0)

    def _shifted_number(self, model: type[models.Model], key: Any) -> Any:
        """Return a row's number here; DamagedError if it is not among the backup's rows."""
        if not isinstance(model._meta.pk, models.AutoField):
            return key
        label = model._meta.label_lower
        rows = self._rows[label]
        if not rows.number or not rows.first <= key <= rows.last:
            raise DamagedError(f"{label} {key}")
        return key + self._shifts[label]


def _shifts(backup: Backup) -> dict[str, int]:
    """Return the increase of the rows' numbers, by table.

    It is 0 if none of the table's numbers is in use here.
    """
    shifts: dict[str, int] = {}
    for part in PARTS:
        rows, numbered = backup.rows[part.label], part.model._base_manager
        if not isinstance(part.model._meta.pk, models.AutoField) or not rows.number:
            continue
        if not 0 < rows.first <= rows.last:
            raise DamagedError(part.label)
        taken = numbered.filter(pk__range=(rows.first, rows.last)).exists()
        shifts[part.label] = numbers_behind(part.model, rows.last) if taken else 0
    return shifts
