"""Calls to the judge: opened at the table, claimed and resolved by the chief."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.log.lease import lock_game
from referee.log.rows import tell_publisher
from referee.log.table_clock import pause_seconds_since, snapshot_of_game
from referee.models import Call, Device, GameLog
from tournament.audit import Actor, log, shown_name
from tournament.common.hall_clock import elapsed_at
from tournament.models import Seat, Table
from tournament.rounds.selectors.clock import clock_of_table, hall_clocks_of
from tournament.rounds.services.clock import MAX_EXTRA_SECONDS, grant_extra

MAX_CALLS = 50
REOPENED_FOR = timedelta(minutes=10)
"""How long a call that was resolved by mistake can be opened again."""
OPEN_STATES = (Call.State.OPEN, Call.State.CLAIMED)


class CallRefusedError(Exception):
    """The id belongs to another table's call, or the player does not sit at the table."""


class TooManyCallsError(Exception):
    """The table has made `MAX_CALLS` calls; no more are accepted.

    Withdrawn calls count too.
    """


@transaction.atomic
def open_call(
    *, device: Device, call_id: UUID, topic: str, note: str = "", player: str = ""
) -> Call:
    """Open a call under an id made on the tablet.

    It is about a `player` of the table or nobody. The same id again changes nothing. A
    `CLEARED` call (everything was handed in) needs nobody and is resolved at once.

    Raises CallRefusedError and TooManyCallsError.
    """
    game = lock_game(device.game_id)
    known = Call.objects.filter(pk=call_id).first()
    if known is not None:
        return _call_of_game(known, game)
    if not _sits_at(game, player):
        raise CallRefusedError
    if Call.objects.filter(game=game).count() >= MAX_CALLS:
        raise TooManyCallsError
    now = timezone.now()
    asks = topic != Call.Topic.CLEARED
    _tell_the_public(game, now)
    return Call.objects.create(
        pk=call_id,
        game=game,
        device_id=device.pk,
        topic=topic,
        player=player,
        note=note,
        opened_at=now,
        state=Call.State.OPEN if asks else Call.State.RESOLVED,
        resolved_at=None if asks else now,
    )


@transaction.atomic
def withdraw_call(*, device: Device, call_id: UUID) -> Call | None:
    """Withdraw a call; return None if there is no such call.

    A resolved call stays resolved, except that a `CLEARED` one (everything was handed in) can be
    withdrawn.
    """
    game = lock_game(device.game_id)
    known = Call.objects.filter(pk=call_id).first()
    if known is None:
        return None
    call = _call_of_game(known, game)
    if call.state in OPEN_STATES or call.topic == Call.Topic.CLEARED:
        call.state = Call.State.WITHDRAWN
        call.resolved_at = timezone.now()
        call.save(update_fields=["state", "resolved_at"])
        _tell_the_public(game, call.resolved_at)
    return call


@transaction.atomic
def claim_call(*, call_id: UUID, by: Actor) -> Call:
    """Record that `by` is on the way; the first to claim a call keeps it."""
    call = _locked_call(call_id)
    if call.state == Call.State.OPEN:
        call.state, call.claimed_by = Call.State.CLAIMED, shown_name(by)
        call.claimed_by_user_id = None if isinstance(by, str) else by.pk
        call.save(update_fields=["state", "claimed_by", "claimed_by_user"])
        _audit(call, by, "claim call")
    return call


@transaction.atomic
def release_call(*, call_id: UUID, by: Actor) -> Call:
    """Release a claimed call: nobody is on the way any more, and it waits again."""
    call = _locked_call(call_id)
    if call.state == Call.State.CLAIMED:
        _clear_claim(call)
        call.save(update_fields=["state", "claimed_by", "claimed_by_user"])
        _audit(call, by, "release call")
    return call


@transaction.atomic
def escalate_call(*, call_id: UUID, by: Actor) -> Call:
    """Pass an open call on to the chief referee; nobody is on the way any more.

    The first person to pass it on stays named. A resolved call stays resolved.
    """
    call = _locked_call(call_id)
    if call.state not in OPEN_STATES or (call.escalated_at and call.state == Call.State.OPEN):
        return call
    _clear_claim(call)
    if call.escalated_at is None:
        call.escalated_at, call.escalated_by = timezone.now(), shown_name(by)
    changed = ["state", "claimed_by", "claimed_by_user", "escalated_at", "escalated_by"]
    call.save(update_fields=changed)
    _audit(call, by, "escalate call")
    return call


def _clear_claim(call: Call) -> None:
    call.state, call.claimed_by, call.claimed_by_user = Call.State.OPEN, "", None


@transaction.atomic
def resolve_call(*, call_id: UUID, resolution: str, seconds: int | None, by: Actor) -> Call:
    """Resolve a call with the ruling, and credit the table once.

    The credit is the `seconds` it cost. With None, credit the time that the table's clock has
    run since the call. Raises ValidationError for a credit once the results are confirmed.
    """
    call = _locked_call(call_id)
    if call.state not in OPEN_STATES:
        return call
    now = timezone.now()
    credit = time_lost(call, now) if seconds is None else seconds
    call.state, call.resolution = Call.State.RESOLVED, resolution
    call.resolved_at, call.credited_seconds = now, credit
    call.save(update_fields=["state", "resolution", "resolved_at", "credited_seconds"])
    _audit(call, by, "resolve call")
    if credit:
        table = Table.objects.select_related("round__event").get(log=call.game_id)
        reason = resolution or str(_("Call answered"))
        grant_extra(table=table, seconds=credit, reason=reason, by=by)
    return call


@transaction.atomic
def reopen_call(*, call_id: UUID, by: Actor) -> Call:
    """Reopen a resolved call, and take the credited time back from the table.

    It waits for the person who was on the way, if any. Raises ValidationError once the round is
    closed.
    """
    call = _locked_call(call_id)
    if not can_be_reopened(call, timezone.now()):
        return call
    table = Table.objects.select_related("round__event").get(log=call.game_id)
    back = min(call.credited_seconds, clock_of_table(table.pk).extra)
    if back:
        reason = str(_("Call opened again"))
        grant_extra(table=table, seconds=-back, reason=reason, by=by)
    call.state = Call.State.CLAIMED if call.claimed_by else Call.State.OPEN
    call.resolution, call.resolved_at, call.credited_seconds = "", None, 0
    call.save(update_fields=["state", "resolution", "resolved_at", "credited_seconds"])
    _audit(call, by, "reopen call")
    return call


def can_be_reopened(call: Call, now: datetime) -> bool:
    """Return whether a person resolved this call a short time ago.

    No person resolves a `CLEARED` call.
    """
    if call.state != Call.State.RESOLVED or call.topic == Call.Topic.CLEARED:
        return False
    return call.resolved_at is not None and abs(now - call.resolved_at) <= REOPENED_FOR


def time_lost(call: Call, now: datetime) -> int:
    """Return the seconds that the table's clock has run since the call.

    They are rounded up to minutes. The table's own pauses are left out, because they are
    credited already. The result is never more than the table can still be granted. It is 0 once
    the game is over or the round confirmed, and while the hall clock is waiting or has ended (4
    queries).
    """
    game = GameLog.objects.select_related("table__round__event").get(pk=call.game_id)
    if game.state not in (GameLog.State.WAITING, GameLog.State.PLAYING):
        return 0
    round_ = game.table.round
    hall = hall_clocks_of([round_], now=now)[round_.pk]
    is_over = round_.confirmed_at is not None or round_.closed_at is not None
    if is_over or hall.clock.state in ("waiting", "ended"):
        return 0
    ran = elapsed_at(hall.steps, now) - elapsed_at(hall.steps, call.opened_at)
    ran -= pause_seconds_since(snapshot_of_game(game), hall.steps, call.opened_at, now)
    minutes = -(-max(ran, 0) // 60)
    return max(min(minutes * 60, MAX_EXTRA_SECONDS - hall.extra.get(game.table_id, 0)), 0)


def _tell_the_public(game: GameLog, now: datetime) -> None:
    """Have the public board updated, which shows whether the judge was called."""
    tell_publisher(game, game.head_seq, now)


def _locked_call(call_id: UUID) -> Call:
    game_id = Call.objects.values_list("game_id", flat=True).get(pk=call_id)
    lock_game(game_id)
    return Call.objects.get(pk=call_id)


def _sits_at(game: GameLog, player: str) -> bool:
    """Return whether the player with this id in the record sits at the table.

    It is True for "".
    """
    seats = Seat.objects.filter(table=game.table_id).select_related("entry")
    return not player or any(seat.entry.code == player for seat in seats)


def _call_of_game(call: Call, game: GameLog) -> Call:
    if call.game_id != game.pk:
        raise CallRefusedError
    return call


def _audit(call: Call, by: Actor, action: str) -> None:
    table = Table.objects.select_related("round__event").get(log=call.game_id)
    after = {"call": str(call.pk), "state": call.state, "resolution": call.resolution}
    log(by=by, action=action, instance=table, event=table.round.event, after=after)
