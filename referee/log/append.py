"""Append a tablet's batch to the log, in one transaction a batch.

It is the protocol of `docs/protocol.md`. A batch is judged and written by one function,
`_append_to`. Its first attempt takes no lock: it judges on the game that this process
remembers, and the statement that writes holds only if that is still the game
(`conditional_write`). Otherwise the same function runs again with the game's row locked,
where every outcome can be decided.
"""

from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from threading import Lock
from typing import Any

from django.db import IntegrityError, OperationalError, connection, transaction

from referee.log import finalising, journal_cache
from referee.log.batch import JudgedBatch, LogFullError, judge_batch
from referee.log.conditional_write import write_rows
from referee.log.head import Head, locked_head, remembered_head
from referee.log.set_aside import set_aside_rest
from referee.log.snapshot import missing_at_table, snapshot_of
from referee.log.verdicts import Verdict
from referee.log.wire import Batch
from referee.models import Device, GameLog

_one_writer = Lock()


class LockNeededError(OperationalError):
    """The batch cannot be decided without the game's lock.

    It is also raised with the lock if the event's rules changed at that moment: the tablet then
    sends the batch again.
    """


@dataclass(frozen=True, slots=True)
class Appended:
    """The outcome of a batch: a verdict for each event, and the game as it is now.

    `is_plain`: nothing of the game was ever set aside, and its table has no result.
    """

    verdicts: tuple[Verdict, ...]
    game: GameLog
    view: dict[str, Any] | None
    is_plain: bool = False


def append(*, device: Device, batch: Batch) -> Appended:
    """Judge a batch, append its accepted events and set the rest aside.

    Events are appended up to the first refused one. Raises EventChangedError, RevokedError,
    TokenUnknownError, and at the limits LogFullError and TooManySetAsideError; nothing is
    written then.
    """
    with _sqlite_queue():
        head = remembered_head(device, batch)
        if head is not None:
            with suppress(LockNeededError, LogFullError, IntegrityError):
                return _append_to(head, batch)
        with transaction.atomic():
            return _append_to(locked_head(device, batch), batch)


def _append_to(head: Head, batch: Batch) -> Appended:
    """Judge a batch on `head`, and write what was accepted.

    Raises LockNeededError, with nothing written, if `head` is not locked and has to be.
    """
    judged = judge_batch(head, batch)
    snapshot = snapshot_of(head.kept.journal) if judged.rows else {}
    if not head.locked and not _is_common(judged, snapshot):
        raise LockNeededError("an uncommon batch")
    if judged.rows and not write_rows(head, judged.rows, snapshot):
        raise LockNeededError("the game moved on")
    verdicts, is_plain = judged.verdicts, not head.locked
    if head.locked:
        verdicts = set_aside_rest(
            game=head.game, device=head.device, batch=batch, verdicts=verdicts
        )
        is_plain = bool(judged.rows) and _hand_over(head, snapshot)
    if judged.rows:
        journal_cache.keep_once_committed(head.game, head.kept)
    view = head.kept.journal.view() if batch.view else None
    return Appended(tuple(verdicts), head.game, view, is_plain)


def _is_common(judged: JudgedBatch, snapshot: dict[str, Any]) -> bool:
    """Return whether a batch only has to be written.

    All events were accepted, and the game's result is not complete yet.
    """
    return judged.is_accepted and bool(missing_at_table(snapshot))


def _hand_over(head: Head, snapshot: dict[str, Any]) -> bool:
    """Hand a locked game's result over once it is confirmed.

    Return whether the game is plain. The next batch of a plain game (`Appended.is_plain`) need
    not lock it.
    """
    game, confirmed = head.game, not missing_at_table(snapshot)
    plain = GameLog.objects.filter(pk=game.pk, set_aside=None, table__result=None)
    is_plain = not confirmed and plain.exists()
    if not is_plain:
        finalising.finalise_if_ready(game, head.kept.journal, by=head.device.stored_name)
    head.kept.usual_writer = (head.device.pk, game.lease_epoch) if is_plain else None
    return is_plain


def _sqlite_queue() -> AbstractContextManager[Any]:
    """Return a lock that queues this process's writers on SQLite, or a null context.

    SQLite has one writer at a time and makes the others sleep. Within a transaction there is no
    queue, since the transaction holds that writer already.
    """
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        return _one_writer
    return nullcontext()
