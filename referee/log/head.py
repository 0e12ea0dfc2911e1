"""The game on which a batch is judged.

It is the game as this process remembers it, or as its locked row says.
"""

from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from django.db.models import F
from django.utils import timezone

from referee.journal.hash_chain import FIRST
from referee.journal.journal import Journal
from referee.log import journal_cache
from referee.log.journal_cache import KeptGame
from referee.log.known_events import KnownEvents
from referee.log.lease import lock_game
from referee.log.table_setup import setup_of
from referee.log.wire import Batch
from referee.models import Device, GameLog
from tournament.common.days import is_over

REMEMBERED = ("id", "state", "head_seq", "head_hash", "lease_epoch", "lease_device_id")
OF_EVENT = ("ends_on", "time_zone", "edition", "edition_file")


class RevokedError(Exception):
    """The device was revoked."""


class EventOverError(RevokedError):
    """The device's event is over, which counts as revoked."""


class TokenUnknownError(Exception):
    """The device was deleted, or was given another token."""


@dataclass(slots=True)
class Head:
    """A game up to the end of its log, and the device that appends to it.

    `kept` is a copy that may be changed. `known` are the events of the batch that were seen before;
    they are looked up only if the game is `locked`. `received_at` is when the server received the
    last row before the batch, None before the first.
    """

    game: GameLog
    device: Device
    kept: KeptGame
    known: KnownEvents
    locked: bool
    received_at: datetime | None = field(init=False)

    def __post_init__(self) -> None:
        """Keep what the journal forgets as soon as the batch is judged."""
        self.received_at = self.kept.journal.received_at


def remembered_head(device: Device, batch: Batch) -> Head | None:
    """Return the game as the batch expects it, from memory and not locked.

    None if this process does not remember it so, or if another device appended to it last. It makes
    no query unless the game begins.
    """
    before = (batch.expected_seq - 1, batch.previous_hash)
    writer = (device.pk, batch.lease_epoch)
    if before == (0, FIRST) and not journal_cache.is_begun(device.game_id):
        setup = setup_of(GameLog(pk=device.game_id))
        kept: KeptGame | None = KeptGame(Journal(lambda: setup), setup.rules, writer)
    else:
        kept = journal_cache.copy_at_row(device.game_id, *before)
    if kept is None or kept.usual_writer != writer:
        return None
    row = (device.game_id, GameLog.State.PLAYING, *before, batch.lease_epoch, device.pk)
    game = GameLog.from_db(None, REMEMBERED, row)
    game.lease_device = device
    return Head(game, device, kept, KnownEvents(), locked=False)


def locked_head(device: Device, batch: Batch) -> Head:
    """Lock the game's row until the end of the transaction, and return its head.

    Raises EventChangedError, RevokedError, and TokenUnknownError if the device holds another token
    now.
    """
    game = lock_game(device.game_id)
    fresh, rules = _current_device(device, game)
    known = KnownEvents.lookup(game.pk, batch.events)
    known.refuse_changed()
    kept = journal_cache.copy_at_head(game, partial(setup_of, game))
    kept.rules = rules
    return Head(game, fresh, kept, known, locked=True)


def _current_device(device: Device, game: GameLog) -> tuple[Device, tuple[str, str]]:
    """Read the device again, since `device` may be cached.

    Return it and the rules of its event. Raises TokenUnknownError, RevokedError and
    EventOverError (1 query).
    """
    named = {f"event_{name}": F(f"game__table__round__event__{name}") for name in OF_EVENT}
    fresh = Device.objects.annotate(**named).filter(pk=device.pk).first()
    if fresh is None or fresh.token_hash != device.token_hash:
        raise TokenUnknownError
    if fresh.revoked_at is not None:
        raise RevokedError
    ends_on, fresh.time_zone, *rules = (getattr(fresh, name) for name in named)
    if is_over(ends_on, fresh.time_zone, timezone.now()):
        raise EventOverError
    if game.lease_device_id == fresh.pk:
        game.lease_device = fresh
    edition, own_file = rules
    return fresh, (edition, own_file)
