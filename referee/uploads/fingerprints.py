"""Digests of an event's rows, by which later changes on this server are found."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from referee.backups.parts import PARTS, Part
from referee.models import Device, GameLog, LoggedEvent
from tournament.models import AuditEntry, Entry, Event, Person, PersonalLink

Fingerprints = dict[str, dict[str, str]]
"""The digest of each row, by table and key."""
COMPARED = [
    part
    for part in PARTS
    if part.model not in (AuditEntry, PersonalLink, LoggedEvent, GameLog, Device)
]
"""Tables whose rows are compared. Logs are compared event by event; the audit log and the players'
links are each server's own."""
_OWN: dict[type[models.Model], set[str]] = {
    Entry: {"person", "name_display", "declines_emails", "gets_emails"}
}
"""Columns that are each server's own: players choose them on it (`referee.backups.restoring`)."""


def fingerprints_of(event: Event) -> Fingerprints:
    """Return the digests of an event's rows as they are now (a query for each table)."""
    return {
        part.label: {str(row.pk): _digest(part, row) for row in part.rows(event).iterator()}
        for part in COMPARED
    }


def _digest(part: Part, row: models.Model) -> str:
    own = _OWN.get(part.model, ())
    fields = [field for field in row._meta.local_concrete_fields if field.name not in own]
    values = {field.attname: getattr(row, field.attname) for field in fields}
    text = json.dumps(values, sort_keys=True, cls=DjangoJSONEncoder)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def contents_of(row: models.Model, offsets: Mapping[str, int]) -> dict[str, Any]:
    """Return a row's columns, with the numbers that other rows have here."""
    own = _OWN.get(type(row), ())
    return {
        field.attname: number_here(field.related_model, getattr(row, field.attname), offsets)
        for field in row._meta.local_concrete_fields
        if not field.primary_key
        and field.name not in own
        and field.related_model not in (Event, User, Person)
    }


def number_here(model: Any, key: Any, offsets: Mapping[str, int]) -> Any:
    """Return the number of a hall's row on this server; other values unchanged."""
    if model is None or not isinstance(key, int):
        return key
    return key + offsets.get(model._meta.label_lower, 0)
