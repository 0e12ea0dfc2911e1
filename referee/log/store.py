"""Appending to the log: the protocol of `docs/protocol.md`, one transaction a batch."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from referee.journal.journal import Journal
from referee.log import cache, fast_append, finalising, quarantine
from referee.log.batch import Known, LogFullError, Run
from referee.log.lease import locked
from referee.log.quarantine import TooManySetAsideError
from referee.log.rows import Author, write
from referee.log.table_setup import digest_of, rules_of, setup_of
from referee.log.verdicts import ACCEPTED, Verdict
from referee.log.wire import Batch
from referee.models import Device, GameLog, LoggedEvent, SetAside
from tournament.days import is_over
from tournament.models import Event, Result
from tournament.services.audit import Actor

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
    live = cache.take(game, partial(setup_of, game))
    author = Author(device=device.pk, lease_epoch=batch.lease_epoch)
    live.rules = rules_of(game)
    run = Run(game, live, batch, author, known, digest_of(*live.rules))
    verdicts = _verdicts(run, device)
    if run.rows:
        save(game, live, run.rows, by=str(device))
    view = live.view() if batch.view else None
    live.usual_writer = _usual_writer(game, verdicts)
    cache.give_back(game, live)
    return Appended(tuple(verdicts), game, view)


def _verdicts(run: Run, device: Device) -> list[Verdict]:
    """What becomes of each event of the batch, and what cannot be appended set aside. At a limit
    the game is kept in memory as it was: asking again must not cost a replay of the log."""
    batch = run.batch
    try:
        verdicts = [run.verdict(index, event) for index, event in enumerate(batch.events)]
        if not batch.set_aside:
            return verdicts
        return quarantine.keep(game=run.game, device=device, batch=batch, verdicts=verdicts)
    except (LogFullError, TooManySetAsideError):
        if not run.rows:
            cache.keep(run.game.pk, run.live)
        raise


def _usual_writer(game: GameLog, verdicts: list[Verdict]) -> tuple[UUID, int] | None:
    """Whose next batch is likely to go the common way (`LiveGame.usual_writer`); None: nobody's."""
    if game.lease_device_id is None or game.state not in (State.WAITING, State.PLAYING):
        return None
    if any(verdict.verdict != ACCEPTED for verdict in verdicts):
        return None
    aside = SetAside.objects.filter(game=game).exists()
    if aside or Result.objects.filter(table=game.table_id).exists():
        return None
    return game.lease_device_id, game.lease_epoch


def save(game: GameLog, live: Journal, rows: list[LoggedEvent], *, by: Actor) -> None:
    """Write new rows, the head and the snapshot, and hand over the result once confirmed."""
    now = timezone.now()
    write(game, rows, now)
    game.head_seq, game.head_hash = live.seq, live.hash
    finalising.finalise_if_ready(game, live, by=by)


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
