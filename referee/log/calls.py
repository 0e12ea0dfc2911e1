"""Calls to the judge: opened at the table, claimed and resolved by the chief."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from referee.log.lease import locked
from referee.models import Call, Device, GameLog
from tournament.models import Table
from tournament.services.audit import Actor, log, name_of
from tournament.services.clock import grant_extra

MAX_CALLS = 50
OPEN_STATES = (Call.State.OPEN, Call.State.CLAIMED)


class CallRefusedError(Exception):
    """The id belongs to another table's call, or the table has called too often."""


@transaction.atomic
def open_call(*, device: Device, call_id: UUID, topic: str, note: str) -> Call:
    """Open a call under an id made on the tablet; the same id again changes nothing.

    Raises CallRefusedError.
    """
    game = locked(device.game_id)
    known = Call.objects.filter(pk=call_id).first()
    if known is not None:
        return _own(known, game)
    if Call.objects.filter(game=game).count() >= MAX_CALLS:
        raise CallRefusedError
    return Call.objects.create(
        pk=call_id,
        game=game,
        device_id=device.pk,
        topic=topic,
        note=note,
        opened_at=timezone.now(),
    )


@transaction.atomic
def withdraw_call(*, device: Device, call_id: UUID) -> Call | None:
    """Take a call back; one that is resolved stays so. None where there is no such call."""
    game = locked(device.game_id)
    known = Call.objects.filter(pk=call_id).first()
    if known is None:
        return None
    call = _own(known, game)
    if call.state in OPEN_STATES:
        call.state = Call.State.WITHDRAWN
        call.resolved_at = timezone.now()
        call.save(update_fields=["state", "resolved_at"])
    return call


@transaction.atomic
def claim_call(*, call_id: UUID, by: Actor) -> Call:
    """Say that `by` is on the way; who claimed first keeps it."""
    call = _locked_call(call_id)
    if call.state == Call.State.OPEN:
        call.state, call.claimed_by = Call.State.CLAIMED, name_of(by)
        call.save(update_fields=["state", "claimed_by"])
        _audit(call, by, "claim call")
    return call


@transaction.atomic
def resolve_call(*, call_id: UUID, resolution: str, seconds: int, by: Actor) -> Call:
    """Close a call with what was ruled, and credit the table the seconds it cost, once."""
    call = _locked_call(call_id)
    if call.state not in OPEN_STATES:
        return call
    call.state, call.resolution = Call.State.RESOLVED, resolution
    call.resolved_at, call.credited_seconds = timezone.now(), seconds
    call.save(update_fields=["state", "resolution", "resolved_at", "credited_seconds"])
    _audit(call, by, "resolve call")
    if seconds:
        table = Table.objects.select_related("round__event").get(log=call.game_id)
        grant_extra(table=table, seconds=seconds, reason=resolution, by=by)
    return call


def _locked_call(call_id: UUID) -> Call:
    game_id = Call.objects.values_list("game_id", flat=True).get(pk=call_id)
    locked(game_id)
    return Call.objects.get(pk=call_id)


def _own(call: Call, game: GameLog) -> Call:
    if call.game_id != game.pk:
        raise CallRefusedError
    return call


def _audit(call: Call, by: Actor, action: str) -> None:
    table = Table.objects.select_related("round__event").get(log=call.game_id)
    after = {"call": str(call.pk), "state": call.state, "resolution": call.resolution}
    log(by=by, action=action, instance=table, event=table.round.event, after=after)
