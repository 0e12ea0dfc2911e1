"""A record that somebody uploads to look at.

It is judged, shown as frames, and stored nowhere.

The uploader is a stranger. So the record's size is checked first, then its length, and it
is judged for a few seconds at most, one record at a time.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.utils.translation import gettext as _

from referee.engine import replay_lines
from referee.language import language
from referee.records.frames import MAX_EVENTS, Frames, TooLongError, frames_of_game
from referee.records.replayed import replay_record

MAX_BYTES = 512 * 1024
MAX_LINES = 2 * MAX_EVENTS
"""The most lines to read, blank ones included."""
MAX_SECONDS = 4.0
MAX_WAIT_SECONDS = 2.0
_places = BoundedSemaphore(1)


class DroppedRecordError(Exception):
    """A record that cannot be shown: the line and the rule, and what to do about it."""

    def __init__(self, reason: str, advice: str) -> None:
        super().__init__(reason)
        self.reason, self.advice = reason, advice


class BusyError(Exception):
    """Another record is being judged; try again in a moment."""


def judge_record(content: bytes) -> Frames:
    """Judge a record from its bytes; raises DroppedRecordError and BusyError."""
    _check_size(content)
    with _place():
        until = time.monotonic() + MAX_SECONDS
        replay = replay_lines(content)
        if replay.refusal is not None or replay.game is None:
            raise DroppedRecordError(
                replay.describe(language()),
                _("Correct that line in the file, or download the record again."),
            )
        text = content.decode("utf-8")
        edition = replay.game.state.edition
        try:
            return frames_of_game(replay_record(text, edition), text, edition, until=until)
        except TooLongError as error:
            raise _too_long() from error


def _check_size(content: bytes) -> None:
    if len(content) > MAX_BYTES:
        raise DroppedRecordError(
            _("The file is larger than %(kilobytes)d KB.") % {"kilobytes": MAX_BYTES // 1024},
            _("A record of a whole game has about 30 KB: choose the file that ends in .amr.jsonl."),
        )
    if content.count(b"\n") > MAX_LINES:
        raise _too_long()


def _too_long() -> DroppedRecordError:
    return DroppedRecordError(
        _("The record has more than %(events)d events.") % {"events": MAX_EVENTS},
        _("manage.py replay judges longer ones."),
    )


@contextmanager
def _place() -> Iterator[None]:
    """Wait for a free place to judge a record; raise BusyError after MAX_WAIT_SECONDS."""
    if not _places.acquire(timeout=MAX_WAIT_SECONDS):
        raise BusyError("another record is being judged")
    try:
        yield
    finally:
        _places.release()
