"""Events a tablet showed as recorded and the log cannot take: kept, shown to the chief, decided."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from referee.devices.models import Device
from referee.log.batch import Known, stored_verdict
from referee.log.lease import locked
from referee.log.models import GameLog, SetAside, SetAsideEvent
from referee.log.verdicts import (
    ILLEGAL,
    NOT_ATTEMPTED,
    SET_ASIDE_CODES,
    STALE,
    Verdict,
)
from referee.log.wire import Batch, HandOver, WireEvent

EVENTS_AT_MOST = 5_000
"""Of one game waiting for the chief: a lost tablet cannot fill the disk."""


class TooManySetAsideError(Exception):
    """The game has as many events set aside as can be kept until the chief decides."""


def keep(
    *, game: GameLog, device: Device, batch: Batch, verdicts: Sequence[Verdict]
) -> list[Verdict]:
    """Set aside the events of a batch that the log could not take; the verdicts say which."""
    failed = next((v for v in verdicts if v.verdict in (STALE, ILLEGAL)), None)
    if failed is None or (failed.verdict == STALE and failed.code not in SET_ASIDE_CODES):
        return list(verdicts)
    reason = failed.code or SetAside.Reason.ILLEGAL
    kept = [
        replace(verdict, set_aside=True)
        if verdict.verdict in (STALE, ILLEGAL, NOT_ATTEMPTED)
        else verdict
        for verdict in verdicts
    ]
    fresh = [
        (event, verdict)
        for event, verdict, before in zip(batch.events, kept, verdicts, strict=True)
        if verdict.set_aside and not before.set_aside
    ]
    if fresh:
        _store(game, device, reason, batch.expected_seq, batch.digest, fresh)
    return kept


@transaction.atomic
def hand_over(*, device: Device, given: HandOver) -> tuple[GameLog, list[Verdict]]:
    """Keep events the tablet cannot append any more; those in the log already are duplicates.

    One whose id is known with another body is kept too: the chief sees both. Raises
    TooManySetAsideError (nothing is written).
    """
    game = locked(device.game_id)
    known = Known.of(game.pk, given.events)
    verdicts = [
        known.answers.get(event.event_id) or Verdict(event.event_id, NOT_ATTEMPTED, set_aside=True)
        for event in given.events
    ]
    fresh = [
        (event, verdict)
        for event, verdict in zip(given.events, verdicts, strict=True)
        if event.event_id not in known.answers
    ]
    if fresh:
        _store(game, device, given.reason, given.expected_seq, given.digest, fresh)
    return game, verdicts


def open_for(game: UUID) -> bool:
    """Whether events of the game wait for the chief's decision: it cannot be finalised."""
    return SetAside.objects.filter(game=game, state=SetAside.State.OPEN).exists()


def _store(
    game: GameLog,
    device: Device,
    reason: str,
    expected_seq: int,
    digest: str,
    events: Sequence[tuple[WireEvent, Verdict]],
) -> None:
    waiting = SetAsideEvent.objects.filter(entry__game=game, entry__state=SetAside.State.OPEN)
    if waiting.count() + len(events) > EVENTS_AT_MOST:
        raise TooManySetAsideError
    entry = SetAside.objects.create(
        game=game,
        device_id=device.pk,
        device_label=device.label,
        reason=reason,
        received_at=timezone.now(),
        expected_seq=expected_seq,
        digest=digest,
    )
    SetAsideEvent.objects.bulk_create(
        SetAsideEvent(
            entry=entry,
            position=position,
            event_id=event.event_id,
            salt=event.salt,
            at=event.at,
            event=event.text,
            body_hash=event.body_hash,
            verdict=stored_verdict(verdict),
        )
        for position, (event, verdict) in enumerate(events)
    )
