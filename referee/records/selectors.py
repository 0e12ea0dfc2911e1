"""Game records as pages read them."""

import datetime as dt
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from referee.models import GameRecord
from referee.records.hidden_names import with_names_hidden
from tournament import visibility
from tournament.models import Entry, Result
from tournament.personal_data import Person
from tournament.visibility import Reader

FROM_RECORDS = (Result.Source.LOG, Result.Source.RECORD)


@dataclass(frozen=True, slots=True)
class RecordView:
    """The current record of a table. `text` is the file to hand out, byte for byte (UTF-8) as it
    was stored unless a name in it is hidden; `digest` its SHA-256."""

    text: str
    digest: str
    edition_digest: str
    engine_digest: str
    statement: dict[str, Any]
    imported_at: dt.datetime


def record_of(table_pk: int, reader: Reader = Reader.PUBLIC) -> RecordView | None:
    """The current record of a table, names in it as the reader sees them; None if it has none that
    is seen, or a result that was entered by hand (2 queries)."""
    records = GameRecord.objects.filter(table=table_pk, superseded_at__isnull=True)
    records = records.filter(
        table__result__source__in=FROM_RECORDS, table__round__in=visibility.rounds(reader)
    )
    record = records.select_related("table__round__event", "table__result").first()
    if record is None or not visibility.sees_result(reader, record.table):
        return None
    text = _as_seen(record, reader)
    return RecordView(
        text=text,
        digest=record.digest if text == record.text else sha256(text.encode()).hexdigest(),
        edition_digest=record.edition_digest,
        engine_digest=record.engine_digest,
        statement=record.statement,
        imported_at=record.imported_at,
    )


def _as_seen(record: GameRecord, reader: Reader) -> str:
    entries = Entry.objects.filter(seats__table=record.table_id).select_related("player")
    hidden = [entry for entry in entries if visibility.hides_name(reader, entry)]
    return with_names_hidden(
        record.text,
        {entry.code: visibility.name_of(reader, entry) for entry in hidden},
        [Person(frozenset({e.player.name}), frozenset({e.player.email} - {""})) for e in hidden],
    )
