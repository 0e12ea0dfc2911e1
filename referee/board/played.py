"""The game of a table as its public pages show it.

It comes from the table's record, or from the record so far.
"""

from django.utils import timezone

from referee.engine import RecordRefusedError
from referee.log.public_record import RecordSoFar, record_so_far
from referee.records import selectors as records
from referee.records.frames import Frames, TooLongError, frames_of, without_estimates
from referee.records.replayed import ReplayedRecord, replayed_record
from referee.records.selectors import RecordView
from tournament.common.editions import edition_of
from tournament.standings.selectors.pages import TablePage


def replayed_or_none(page: TablePage, record: RecordView | None = None) -> ReplayedRecord | None:
    """Replay a table's game from a record.

    That is the given record, or the part that the page may show of it. Return None if there is
    nothing to show or today's rules refuse it.
    """
    text = record.text if record else _text(page)
    if text is None:
        return None
    try:
        return replayed_record(text, edition_of(page.event))
    except (ValueError, RecordRefusedError):
        return None


def frames_or_none(page: TablePage) -> Frames | None:
    """Return a table's game as frames.

    None if there is nothing to show, today's rules refuse the record, or it is too long.
    """
    running = None if page.table.finished else _so_far(page)
    text = running.text if running else _text(page)
    if text is None:
        return None
    try:
        frames = frames_of(text, edition_of(page.event))
    except (ValueError, RecordRefusedError, TooLongError):
        return None
    return without_estimates(frames) if running and not running.estimates else frames


def _text(page: TablePage) -> str | None:
    if page.table.finished:
        record = records.record_of(page.table.pk)
        return record.text if record else None
    running = _so_far(page)
    return running.text if running else None


def _so_far(page: TablePage) -> RecordSoFar | None:
    names = {seat.player.code: seat.player.name for seat in page.table.seats}
    return record_so_far(page.table.pk, names, now=timezone.now())
