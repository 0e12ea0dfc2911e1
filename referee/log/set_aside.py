"""Events that a tablet showed as recorded but the log cannot take.

They are stored for the chief.
"""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, Sum
from django.utils import timezone

from referee.journal.limits import (
    MARGIN,
    MAX_ENTRIES,
    MAX_EVENT_BYTES,
    MAX_GAME_BYTES,
    MAX_GAME_EVENTS,
    MAX_OWN_BYTES,
    MAX_OWN_EVENTS,
)
from referee.log.known_events import KnownEvents
from referee.log.lease import lock_game
from referee.log.verdicts import (
    ILLEGAL,
    NOT_ATTEMPTED,
    SET_ASIDE_CODES,
    STALE,
    Verdict,
    stored_verdict,
)
from referee.log.wire import Batch, HandOver, WireEvent
from referee.models import Device, GameLog, SetAside, SetAsideEvent

MARGIN_BYTES = MARGIN * MAX_EVENT_BYTES


class TooManySetAsideError(Exception):
    """The tablet, or its game, has too many events set aside.

    What is not taken stays on the tablet. A game has room again once the chief has decided.
    """


def set_aside_rest(
    *, game: GameLog, device: Device, batch: Batch, verdicts: Sequence[Verdict]
) -> list[Verdict]:
    """Set aside the events of a batch that the log could not take.

    Return the updated verdicts. Nothing is set aside if the tablet does not want it, or if it
    can still send the events again.
    """
    if not batch.set_aside:
        return list(verdicts)
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
        (number, event, verdict)
        for number, (event, verdict, before) in enumerate(
            zip(batch.events, kept, verdicts, strict=True), start=batch.expected_seq
        )
        if verdict.set_aside and not before.set_aside
    ]
    if fresh:
        entry = SetAside(reason=reason, expected_seq=fresh[0][0], digest=batch.digest)
        _store(_entry_to_use(entry, game, device), fresh)
    return kept


@transaction.atomic
def hand_over(*, device: Device, given: HandOver) -> tuple[GameLog, list[Verdict]]:
    """Set aside events that the tablet cannot append any more.

    Those in the log are duplicates. An event is stored too if its id is known with another
    body: the chief sees both. Raises TooManySetAsideError, with nothing written.
    """
    game = lock_game(device.game_id)
    known = KnownEvents.lookup(game.pk, given.events)
    verdicts = [
        known.answers.get(event.event_id) or Verdict(event.event_id, NOT_ATTEMPTED, set_aside=True)
        for event in given.events
    ]
    fresh = [
        (number, event, verdict)
        for number, (event, verdict) in enumerate(
            zip(given.events, verdicts, strict=True), start=given.expected_seq
        )
        if event.event_id not in known.answers
    ]
    if fresh:
        entry = SetAside(reason=given.reason, expected_seq=fresh[0][0], digest=given.digest)
        _store(_entry_to_use(entry, game, device, joins=True), fresh)
    return game, verdicts


def has_open_entries(game: UUID) -> bool:
    """Return whether events of the game wait for the chief.

    Then it cannot be finalised.
    """
    return SetAside.objects.filter(game=game, state=SetAside.State.OPEN).exists()


def _entry_to_use(
    entry: SetAside, game: GameLog, device: Device, *, joins: bool = False
) -> SetAside:
    """Return the new entry, or the tablet's last open one to add events to.

    The new entry is filled in. Events are added to the last one if they belong to the same
    queue, sent in several requests (`joins`): they have its reason and digest, and follow on it
    or name its first row. They are also added once the tablet has `MAX_ENTRIES` open entries.
    """
    entry.game, entry.device_id, entry.device_label = game, device.pk, device.label
    entry.received_at = timezone.now()
    own = SetAside.objects.filter(game=game, device_id=device.pk, state=SetAside.State.OPEN)
    last = own.order_by("-received_at", "-pk").first()
    if last is None:
        return entry
    same = all(getattr(last, name) == getattr(entry, name) for name in ("reason", "digest"))
    follows = entry.expected_seq in (last.expected_seq, last.expected_seq + last.event_count)
    return last if (joins and same and follows) or own.count() >= MAX_ENTRIES else entry


def _store(entry: SetAside, events: Sequence[tuple[int, WireEvent, Verdict]]) -> None:
    size = sum(event.size for _, event, _ in events)
    _check_room(entry, len(events), size)
    if entry._state.adding:
        entry.save(force_insert=True)
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
        for position, (_, event, verdict) in enumerate(events, start=entry.event_count)
    )
    SetAside.objects.filter(pk=entry.pk).update(
        event_count=F("event_count") + len(events), byte_count=F("byte_count") + size
    )


def _check_room(entry: SetAside, events: int, size: int) -> None:
    """Raise TooManySetAsideError if so much more is too much (1 query).

    What a tablet handed over counts against the tablet for ever, and against its game until the
    chief has decided.
    """
    own = Q(device_id=entry.device_id)
    waiting = Q(state=SetAside.State.OPEN)
    held = SetAside.objects.filter(game=entry.game).aggregate(
        own_events=Sum("event_count", filter=own, default=0),
        own_bytes=Sum("byte_count", filter=own, default=0),
        events=Sum("event_count", filter=waiting, default=0),
        bytes=Sum("byte_count", filter=waiting, default=0),
    )
    if (
        held["own_events"] + events > MAX_OWN_EVENTS + MARGIN
        or held["own_bytes"] + size > MAX_OWN_BYTES + MARGIN_BYTES
        or held["events"] + events > MAX_GAME_EVENTS
        or held["bytes"] + size > MAX_GAME_BYTES
    ):
        raise TooManySetAsideError
