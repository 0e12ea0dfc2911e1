"""Limits of a backup's file, table by table: rows and column lengths.

They allow what the product itself would write, and no more.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.contrib.auth.models import User
from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations

from referee.backups.parts import PARTS, SEALED_FIELDS, Part, schema
from referee.engine import MAX_RECORD_BYTES
from referee.journal.limits import MARGIN, MAX_EVENT_BYTES, MAX_GAME_EVENTS, MAX_ROWS
from referee.models import (
    Call,
    CollectedCorrection,
    Device,
    GameLog,
    GameRecord,
    LoggedEvent,
    SetAside,
    SetAsideEvent,
)
from tournament.models import (
    Announcement,
    AuditEntry,
    ClockEntry,
    ConflictingResult,
    Cut,
    Entry,
    Event,
    HandPrize,
    PaperSheet,
    Penalty,
    Person,
    PersonalLink,
    PlayerReport,
    Registration,
    Result,
    ResultCorrection,
    Round,
    RoundAbsence,
    Seat,
    SeatResult,
    Table,
)
from tournament.models.event_settings import MAX_SEATS
from tournament.people.imports.workbook_process import MAX_ROWS as MAX_ENTRIES
from tournament.standings.services.hand_prizes import MAX_HAND_PRIZES

KIB = 1024
FORMAT = "treasurer-backup/1"
MANIFEST, SEALED = "manifest.json", "sealed.bin"
MAX_MANIFEST = 64 * KIB
MAX_SEALED = 16 * KIB**2
"""The most bytes of the sealed part, which is read as a whole."""
MAX_PARTS = 20_000
"""The most files in the archive. Besides the rows, most are the records of tables."""
MAX_ROUNDS = 50
MAX_KEY = 10**12
"""The largest number of a row. This server goes on after it, and has numbers up to 10**18."""

ROWS: Mapping[type[models.Model], tuple[type[models.Model] | None, int]] = {
    Event: (None, 1),
    Entry: (Event, MAX_ENTRIES),
    RoundAbsence: (Entry, MAX_ROUNDS),
    Penalty: (Entry, 200),
    PersonalLink: (Entry, 1),
    PlayerReport: (Entry, 200),
    Registration: (Event, MAX_ENTRIES),
    Cut: (Event, MAX_ROUNDS),
    HandPrize: (Event, MAX_HAND_PRIZES),
    Announcement: (Event, 10_000),
    Round: (Event, MAX_ROUNDS),
    Table: (Round, MAX_ENTRIES // 2),
    Seat: (Table, MAX_SEATS),
    ClockEntry: (Round, MAX_ENTRIES),
    Result: (Table, 1),
    SeatResult: (Result, MAX_SEATS),
    ResultCorrection: (Event, 100_000),
    ConflictingResult: (Table, 100),
    PaperSheet: (Table, 1),
    GameRecord: (Table, 200),
    GameLog: (Table, 1),
    Device: (GameLog, 50),
    LoggedEvent: (GameLog, sum(MAX_ROWS.values()) + 2 * MARGIN * len(MAX_ROWS)),
    SetAside: (GameLog, 1_000),
    SetAsideEvent: (SetAside, MAX_GAME_EVENTS),
    Call: (GameLog, 50),
    CollectedCorrection: (Table, 50),
    AuditEntry: (Event, 1_000_000),
}
"""The most rows of a model for each row of its parent: a service's limit if there is one, otherwise
more than any event has had."""

_STATEMENT = 256 * KIB
_SETTING = 4 * KIB
_EVENT = 4 * MAX_EVENT_BYTES
"""An event of a log with hashes in the place of its texts."""
_LIST = 1024 * KIB
"""A list of players or of pairs of players."""
TEXTS: Mapping[type[models.Model], Mapping[str, int]] = {
    Event: {
        "edition_file": 256 * KIB,
        "rulings": _SETTING,
        "table_sizes": _SETTING,
        "draw_order": _SETTING,
        "consent_text": _SETTING,
        "keep_apart": _LIST,
        "points_by_place": _SETTING,
        "finals": _SETTING,
        "tie_breaks": _SETTING,
    },
    Registration: {"consent": _SETTING},
    Cut: {"order": _LIST, "left_out": _LIST},
    # A certificate is sealed, and stands elsewhere in the file.
    Round: {"certificate": _SETTING, "kept": _LIST},
    Result: {"statement": _STATEMENT},
    ConflictingResult: {"lines": 16 * KIB, "statement": _STATEMENT},
    PaperSheet: {
        "lines": 16 * KIB,
        "no_shows": 16 * KIB,
        "position": _STATEMENT,
        "statement": _STATEMENT,
        "second": 2 * _STATEMENT,
    },
    GameRecord: {"text": MAX_RECORD_BYTES, "statement": _STATEMENT},
    GameLog: {"snapshot": 2 * _STATEMENT},
    LoggedEvent: {"event": _EVENT, "private": _EVENT, "consequences": _STATEMENT},
    SetAsideEvent: {"event": _EVENT, "verdict": _EVENT},
    CollectedCorrection: {"revision": _STATEMENT},
    AuditEntry: {"before": 2 * _LIST, "after": 2 * _LIST},
}
"""The most bytes in columns whose type has no length of its own."""
JSON_TEXTS = {
    GameLog: ("snapshot",),
    LoggedEvent: ("event", "private", "consequences"),
    SetAsideEvent: ("event", "verdict"),
}
"""Text columns that hold JSON."""
_LONGEST_PLAIN = 64
"""The most letters of a time, a UUID or a decimal number."""


@cache
def plan() -> dict[str, Any]:
    """Return the limits as `reading_process.py` takes them; the caller adds `bytes`."""
    return {
        "format": FORMAT,
        "schema": schema(),
        "manifest": [MANIFEST, MAX_MANIFEST],
        "whole": {SEALED: MAX_SEALED},
        "parts": MAX_PARTS,
        "tables": {part.label: _table(part) for part in PARTS if not part.sealed},
    }


def name_of(part: Part) -> str:
    """Return the name of the file with a table's rows within the backup."""
    return f"rows/{part.label}.jsonl"


def _table(part: Part) -> dict[str, Any]:
    of, each = ROWS[part.model]
    columns = part.model._meta.local_concrete_fields
    fields = {column.name: _kind(part, column) for column in columns if not column.primary_key}
    return {
        "file": name_of(part),
        "rows": [of._meta.label_lower if of else None, each],
        "line": sum(_longest(part, column) for column in columns) + 200,
        "key": _kind(part, part.model._meta.pk),
        "fields": fields,
    }


def _kind(part: Part, column: Any) -> list[Any]:
    """Return the check of a column for `reading_process`.

    It holds the kind, whether NULL is allowed, and the limits.
    """
    is_nullable = column.null or column.related_model in (User, Person)
    is_nullable |= column.attname in SEALED_FIELDS.get(part.model, ())
    own, name = column.target_field if column.is_relation else column, column.name
    if isinstance(own, (models.AutoField, models.BigIntegerField)):
        # What is big is the number of a row, here or of an account.
        return ["whole", is_nullable, 1, MAX_KEY]
    if isinstance(own, models.BooleanField):
        return ["yes or no", is_nullable]
    if isinstance(own, models.JSONField):
        return ["json", is_nullable]
    if isinstance(own, models.IntegerField):
        low, high = BaseDatabaseOperations.integer_field_ranges[own.get_internal_type()]
        return ["whole", is_nullable, low, high]
    kind = "json text" if name in JSON_TEXTS.get(part.model, ()) else "text"
    return [kind, is_nullable, _letters(part, own)]


def _letters(part: Part, column: Any) -> int:
    if isinstance(column, models.TextField):
        return TEXTS[part.model][column.name]
    is_text = isinstance(column, models.CharField)
    return int(column.max_length) if is_text else _LONGEST_PLAIN


def _longest(part: Part, column: Any) -> int:
    """Return the most bytes that a column takes in a line.

    They hold the name, the punctuation and the escaped value. JSON escapes some letters as six,
    and a quotation mark as two.
    """
    own = column.target_field if column.is_relation else column
    most = TEXTS.get(part.model, {}).get(column.name)
    value = 2 * most if most else 6 * _letters(part, own)
    return len(column.name) + 10 + value
