"""Appending to the log: the protocol of `docs/protocol.md`, one transaction a batch."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from referee.log import fast_append, finalising, journal_cache, set_aside
from referee.log.batch import Known, Run
from referee.log.journal_cache import KeptGame
from referee.log.lease import locked
from referee.log.rows import Author, write
from referee.log.table_setup import digest_of, rules_of, setup_of
from referee.log.verdicts import Verdict
from referee.log.wire import Batch
from referee.models import Device, GameLog, LoggedEvent
from tournament.audit import Actor
from tournament.common.days import is_over
from tournament.models import Event

State = GameLog.State
_one_writer = Lock()


class RevokedError(Exception):
    """The device was revoked."""


class EventOverError(RevokedError):
    """The device's event is over: it stands as if it were revoked."""


class TokenUnknownError(Exception):
    """The device is gone, or was given another token."""


@dataclass(frozen=True, slots=True)
class Appended:
    """What came of a batch: a verdict an event, and the game as it is now. `all_common`: nothing
    of the game was ever set aside."""

    verdicts: tuple[Verdict, ...]
    game: GameLog
    view: dict[str, Any] | None
    all_common: bool = False


def append(*, device: Device, batch: Batch) -> Appended:
    """Judge and append a batch, as a prefix; what cannot be accepted is set aside.

    Nothing is written where it raises: EventChangedError, RevokedError, TokenUnknownError, and at
    the limits LogFullError and TooManySetAsideError.
    """
    with _turn():
        done = fast_append.append(device, batch)
        return Appended(*done, all_common=True) if done else _append(device, batch)


def _turn() -> AbstractContextManager[Any]:
    """SQLite has one writer at a time, and who finds it busy looks again after a nap: the threads
    of this process rather queue here. (Never within a transaction, which would hold that writer.)
    """
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        return _one_writer
    return nullcontext()


@transaction.atomic
def _append(device: Device, batch: Batch) -> Appended:
    game = locked(device.game_id)
    device = _as_it_is(device, game)
    known = Known.of(game.pk, batch.events).refuse_changed()
    kept = journal_cache.at_head(game, partial(setup_of, game))
    journal, kept.rules = kept.journal, rules_of(game)
    author = Author(device=device.pk, lease_epoch=batch.lease_epoch)
    run = Run(game, journal, batch, author, known, digest_of(*kept.rules))
    verdicts = [run.verdict(index, event) for index, event in enumerate(batch.events)]
    if batch.set_aside:
        verdicts = set_aside.keep(game=game, device=device, batch=batch, verdicts=verdicts)
    if run.rows:
        save(game, kept, run.rows, by=device.stored_name)
        kept.usual_writer = _usual_writer(game, verdicts)
    view = journal.view() if batch.view else None
    return Appended(tuple(verdicts), game, view)


def _usual_writer(game: GameLog, verdicts: list[Verdict]) -> tuple[UUID, int] | None:
    """Whose next batch is likely to go the common way (`KeptGame.usual_writer`); None: nobody's."""
    if game.lease_device_id is None or game.state not in (State.WAITING, State.PLAYING):
        return None
    if any(verdict.set_aside for verdict in verdicts):
        return None
    common = GameLog.objects.filter(pk=game.pk, set_aside=None, table__result=None)
    return (game.lease_device_id, game.lease_epoch) if common.exists() else None


def save(game: GameLog, judged: KeptGame, rows: list[LoggedEvent], *, by: Actor) -> None:
    """Write new rows, the head and the snapshot, and hand over the result once confirmed. What they
    were judged on is kept once all this is committed."""
    journal = judged.journal
    write(game, rows, timezone.now())
    game.head_seq, game.head_hash = journal.seq, journal.hash
    finalising.finalise_if_ready(game, journal, by=by)
    journal_cache.keep_once_committed(game, judged)


def _as_it_is(device: Device, game: GameLog) -> Device:
    """The device read anew, for `device` may be from memory.

    Raises TokenUnknownError where it holds another token, and RevokedError.
    """
    fresh = Device.objects.filter(pk=device.pk).first()
    if fresh is None or fresh.token_hash != device.token_hash:
        raise TokenUnknownError
    if fresh.revoked_at is not None:
        raise RevokedError
    ends_on, time_zone = Event.objects.values_list("ends_on", "time_zone").get(
        rounds__tables=game.table_id
    )
    if is_over(ends_on, time_zone, timezone.now()):
        raise EventOverError
    if game.lease_device_id == fresh.pk:
        game.lease_device = fresh
    return fresh
