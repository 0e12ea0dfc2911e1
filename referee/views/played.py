"""The game of a table as its public pages have it."""

from referee.engine import RecordRefused
from referee.records import selectors as records
from referee.records.replayed import ReplayedRecord, replayed_record
from referee.records.selectors import RecordView
from tournament.editions import edition_of
from tournament.selectors import TablePage


def replayed_or_none(page: TablePage, record: RecordView | None = None) -> ReplayedRecord | None:
    """A table's record played again, the one given or the current one; None where there is none, or
    today's rules refuse it."""
    record = record or records.record_of(page.table.pk)
    if record is None:
        return None
    try:
        return replayed_record(record.text, edition_of(page.event))
    except (ValueError, RecordRefused):
        return None
