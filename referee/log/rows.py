"""Log rows: how they are read as values and written."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from referee.journal.canonical import canonical
from referee.journal.hash_chain import row_hash
from referee.journal.journal import Journal
from referee.journal.judgement import Judgement
from referee.journal.order_in_force import CHIEF_TYPES, TABLE_TYPES
from referee.journal.sealed_texts import KEY, seal, unseal
from referee.log.wire import WireEvent
from referee.models import GameLog, LoggedEvent, Outbox
from tournament.common.names import ERASED
from tournament.common.publisher_wakeup import notify_publisher

NOTHING = "{}"
_as_text = json.JSONEncoder(ensure_ascii=False).encode
COMMITTED = f'{{"{KEY}":'


@dataclass(frozen=True, slots=True)
class Author:
    """The reporter of an event.

    It is a device (tablet's events) or a member of staff (the chief's).
    """

    device: UUID | None = None
    lease_epoch: int = 0
    user: int | None = None
    name: str = ""

    def columns(self) -> dict[str, Any]:
        """Return the columns of a log row that identify its author."""
        return {
            "device_id": self.device,
            "lease_epoch": self.lease_epoch,
            "user_id": self.user,
            "by": self.name,
        }


def kind_of(event: dict[str, Any], author: Author) -> str:
    """Return the row's kind: whether it can touch the board, and who made it."""
    if author.device is None and event["type"] in CHIEF_TYPES:
        return LoggedEvent.Kind.CHIEF
    return LoggedEvent.Kind.ADMIN if event["type"] in TABLE_TYPES else LoggedEvent.Kind.BOARD


def new_row(
    journal: Journal,
    game: GameLog,
    wire: WireEvent,
    judgement: Judgement,
    author: Author,
    edition: str,
    *,
    received: datetime | None = None,
) -> LoggedEvent:
    """Return the row of an accepted event, chained to the one before.

    The head of `journal` moves. `received` is the time its request arrived; now if not given.
    """
    event, private = _halves(wire)
    row = LoggedEvent(
        game_id=game.pk,
        seq=journal.seq + 1,
        event_id=wire.event_id,
        kind=kind_of(wire.event, author),
        event=event,
        private=private,
        consequences=_as_text(judgement.consequences),
        at=wire.at,
        received_at=received or timezone.now(),
        **author.columns(),
        digest=edition,
        body_hash=wire.body_hash,
        previous_hash=journal.hash,
    )
    row.hash = hash_of(row)
    journal.row_added(wire.event["type"], row.seq, row.hash, received=row.received_at)
    return row


def _halves(wire: WireEvent) -> tuple[str, str]:
    """Return the two stored halves of an event.

    They are the hashed text and the private texts.
    """
    sealed, private = seal(wire.event, wire.salt)
    return (canonical(sealed), json.dumps(private)) if private else (wire.text, NOTHING)


def hash_of(row: LoggedEvent) -> str:
    """Return the hash that the row should have."""
    return row_hash(
        game=str(row.game_id),
        seq=row.seq,
        previous=row.previous_hash,
        event_id=str(row.event_id),
        device=str(row.device_id) if row.device_id else None,
        user=row.user_id,
        at=row.at,
        edition=row.digest,
        sealed=row.event,
    )


def write(game: GameLog, rows: Sequence[LoggedEvent], now: datetime) -> None:
    """Insert the rows, and the outbox row that announces them to the public pages."""
    LoggedEvent.objects.bulk_create(rows)
    tell_publisher(game, rows[-1].seq, now)


def tell_publisher(game: GameLog, seq: int, now: datetime) -> None:
    """Tell the publisher that the public view of a game changed.

    It changed at row `seq` of the game's log.
    """
    Outbox.objects.create(game=game, seq=seq, created_at=now)
    notify_publisher()


def event_of(row: LoggedEvent) -> dict[str, Any]:
    """Return the event as it was reported."""
    return opened_event(row.event, row.private)


def opened_event(event: str, private: str) -> dict[str, Any]:
    """Return the event from its two stored halves."""
    sealed: dict[str, Any] = json.loads(event)
    # Where all private texts were erased the commitments are still there.
    plain = private == NOTHING and COMMITTED not in event
    return sealed if plain else unseal(sealed, json.loads(private), erased=ERASED)


def as_json(rows: Iterable[LoggedEvent]) -> list[dict[str, Any]]:
    """Return rows as a tablet receives them."""
    return [
        {
            "seq": row.seq,
            "hash": row.hash,
            "previous_hash": row.previous_hash,
            "event_id": str(row.event_id),
            "kind": row.kind,
            "device": str(row.device_id) if row.device_id else None,
            "by": row.by or None,
            "at": row.at,
            "received_at": stamp(row.received_at),
            "event": event_of(row),
            "consequences": json.loads(row.consequences),
            "digest": row.digest,
        }
        for row in rows
    ]


def stamp(moment: datetime) -> str:
    """Return a time as sent on the wire: RFC 3339 in UTC with milliseconds."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
