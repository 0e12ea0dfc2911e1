"""Game records as pages read them."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from referee.models import GameRecord
from tournament.models import Result

FROM_RECORDS = (Result.Source.LOG, Result.Source.RECORD)


@dataclass(frozen=True, slots=True)
class RecordView:
    """The current record of a table. `text` is the file to hand out, byte for byte (UTF-8);
    `digest` its SHA-256."""

    text: str
    digest: str
    edition_digest: str
    engine_digest: str
    statement: dict[str, Any]
    imported_at: dt.datetime


def record_of(table_pk: int) -> RecordView | None:
    """The current record of a table, None if it has none, or a result that was entered by hand
    (1 query)."""
    records = GameRecord.objects.filter(table=table_pk, superseded_at__isnull=True)
    record = records.filter(table__result__source__in=FROM_RECORDS).first()
    if record is None:
        return None
    return RecordView(
        text=record.text,
        digest=record.digest,
        edition_digest=record.edition_digest,
        engine_digest=record.engine_digest,
        statement=record.statement,
        imported_at=record.imported_at,
    )
