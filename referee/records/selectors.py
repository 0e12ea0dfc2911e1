"""Game records as pages read them."""

import datetime as dt
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet

from referee.models import GameRecord
from referee.records.hidden_names import with_names_hidden
from tournament import visibility
from tournament.models import Entry, Event, Result
from tournament.people.personal_data import Person
from tournament.visibility import Reader

RECORDS_AT_ONCE = 20
# A result that was entered by hand has a record where its whole final position was.
WITH_RECORD = Q(table__result__source__in=(Result.Source.LOG, Result.Source.RECORD)) | Q(
    table__result__source=Result.Source.PAPER, table__result__statement__isnull=False
)


@dataclass(frozen=True, slots=True)
class RecordView:
    """The current record of a table.

    `text` is the file to hand out, byte for byte (UTF-8) as stored unless a name in it is hidden;
    `digest` its SHA-256.
    """

    text: str
    digest: str
    edition_digest: str
    engine_digest: str
    statement: dict[str, Any]
    imported_at: dt.datetime


@dataclass(frozen=True, slots=True)
class RecordFacts:
    """Facts about a record beside its text.

    `digest` is the SHA-256 of the text as it is handed out, with hidden names replaced.
    """

    round: int
    table: int
    digest: str
    edition_digest: str
    engine_digest: str
    statement: dict[str, Any]


def record_of(table_pk: int, reader: Reader = Reader.PUBLIC) -> RecordView | None:
    """Return the current record of a table, with the names the reader sees.

    None if the table has no visible record, or a result entered by hand. 2 queries.
    """
    record = current_records(reader).filter(table=table_pk).first()
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


def record_facts(
    event: int, tables: Collection[tuple[int, int]], reader: Reader = Reader.PUBLIC
) -> dict[tuple[int, int], RecordFacts]:
    """Return facts about the visible records, by round and table number.

    The records are those of an event's tables. `event` is a key. 2 queries, and those of
    `public_digests` for each table with a hidden name.
    """
    rows = current_records(reader).filter(
        table__round__event=event,
        table__round__number__in={number for number, _table in tables},
        table__number__in={table for _round, table in tables},
    )
    seen = [
        row
        for row in rows.defer("text")
        if (row.table.round.number, row.table.number) in set(tables)
        and visibility.sees_result(reader, row.table)
    ]
    hidden = _hidden_entries(event, reader)
    return {
        (row.table.round.number, row.table.number): RecordFacts(
            round=row.table.round.number,
            table=row.table.number,
            digest=_digest_as_seen(row.digest, row.pk, hidden.get(row.table_id, ())),
            edition_digest=row.edition_digest,
            engine_digest=row.engine_digest,
            statement=row.statement,
        )
        for row in seen
    }


def all_records(event: Event) -> Iterator[GameRecord]:
    """Yield the current records of an event as stored, a few at a time (1 query)."""
    found = current_records(Reader.STAFF).filter(table__round__event=event)
    ordered = found.order_by("table__round__number", "table__number")
    return ordered.iterator(RECORDS_AT_ONCE)


class StoredRecord(NamedTuple):
    """The place of a current record, and the SHA-256 of its text as stored."""

    place: tuple[int, int]
    digest: str


def stored_records(event: Event) -> dict[int, StoredRecord]:
    """Return the current records of an event by their keys (1 query)."""
    found = current_records(Reader.STAFF).filter(table__round__event=event)
    rows = found.order_by("table__round__number", "table__number").values_list(
        "pk", "table__round__number", "table__number", "digest"
    )
    return {key: StoredRecord((number, table), digest) for key, number, table, digest in rows}


def records_of_entries(entries: Collection[int]) -> dict[int, tuple[int, str]]:
    """Return current records of players' public games.

    The key is the record; the value is its entry (key) and its SHA-256. The earliest rounds
    come first; no two of the entries sit at one table. 1 query.
    """
    found = current_records(Reader.PUBLIC).filter(table__seats__entry__in=entries)
    rows = found.order_by("table__round__number", "pk").values_list(
        "pk", "table__seats__entry", "digest"
    )
    return {key: (entry, digest) for key, entry, digest in rows}


def record_texts(keys: Collection[int]) -> dict[int, str]:
    """Return the texts of records as stored, by their keys (1 query)."""
    return dict(GameRecord.objects.filter(pk__in=keys).values_list("pk", "text"))


def number_of_records(event: Event) -> int:
    """Return the number of current records of an event (1 query)."""
    return current_records(Reader.STAFF).filter(table__round__event=event).count()


def public_digests(event: int) -> dict[int, str]:
    """Return by table (key) the SHA-256 of each current record as the public gets it.

    A digest of the stored text would let anybody try out which name is hidden. `event` is a key; 2
    queries, and once one more for each record with a hidden name.
    """
    records = GameRecord.objects.filter(
        WITH_RECORD, table__round__event=event, superseded_at__isnull=True
    )
    hidden = _hidden_entries(event, Reader.PUBLIC)
    return {
        table: _digest_as_seen(digest, key, hidden.get(table, ()))
        for key, table, digest in records.values_list("pk", "table", "digest")
    }


Hidden = tuple[tuple[str, str, str, str], ...]
"""Id in the record, name shown, name and email of each player with a hidden name at a table."""


def _hidden_entries(event: int, reader: Reader) -> dict[int, Hidden]:
    """Return by table (key) the players whose names are not shown in full (1 query)."""
    seated: dict[int, Hidden] = {}
    entries = Entry.objects.filter(event=event).exclude(name_display=Entry.NameDisplay.FULL)
    entries = entries.annotate(at_table=F("seats__table"))
    for entry in entries.order_by("seed"):
        if visibility.hides_name(reader, entry) and entry.at_table is not None:
            seated[entry.at_table] = (*seated.get(entry.at_table, ()), _identity_of(reader, entry))
    return seated


def _identity_of(reader: Reader, entry: Entry) -> tuple[str, str, str, str]:
    return entry.code, visibility.name_of(reader, entry), entry.name, entry.email


def _digest_as_seen(digest: str, record: int, hidden: Hidden) -> str:
    return _digest_with_names_hidden(digest, record, hidden) if hidden else digest


@lru_cache(maxsize=4_096)
def _digest_with_names_hidden(_digest: str, record: int, hidden: Hidden) -> str:
    """Return the digest of a record with names hidden.

    The result is cached by the digest of the stored text, which only erasing changes.
    """
    text = GameRecord.objects.values_list("text", flat=True).get(pk=record)
    return sha256(_without_names(text, hidden).encode()).hexdigest()


def current_records(reader: Reader) -> QuerySet[GameRecord]:
    """Return the current records that made their tables' results.

    They are in rounds that the reader sees.
    """
    records = GameRecord.objects.filter(
        WITH_RECORD, superseded_at__isnull=True, table__round__in=visibility.rounds(reader)
    )
    found = records.select_related("table__round__event", "table__result")
    return found.defer("table__round__certificate")


def _as_seen(record: GameRecord, reader: Reader) -> str:
    entries = Entry.objects.filter(seats__table=record.table_id)
    entries = entries.order_by("seed")
    hidden = [entry for entry in entries if visibility.hides_name(reader, entry)]
    return _without_names(record.text, [_identity_of(reader, entry) for entry in hidden])


def _without_names(text: str, hidden: Iterable[tuple[str, str, str, str]]) -> str:
    people = tuple(hidden)
    return with_names_hidden(
        text,
        {code: shown for code, shown, _name, _email in people},
        [Person(frozenset({name}), frozenset({email} - {""})) for _c, _s, name, email in people],
    )
