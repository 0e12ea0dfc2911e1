"""Pair tablets with tables by invitation or code, and revoke tablets."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from referee.devices import secrets
from referee.devices.codes import code_by_token, code_by_typing, pair_by_code
from referee.devices.moving import lock_games
from referee.devices.paired import (
    MAX_DEVICES,
    Newcomer,
    Paired,
    PairingError,
    add_device,
    audit,
    check_typed_code,
    free_handle,
    open_log,
    renew_token,
)
from referee.log.lease import end_lease, lock_game
from referee.models import Device, Pairing, TableCode
from referee.models.tablet_names import given_name
from tournament.audit import Actor, delete_any, name_of
from tournament.common.days import is_over
from tournament.common.secret_tokens import hash_secret, new_token
from tournament.models import Event, Round, Table

PAIRING_VALID_FOR = timedelta(minutes=10)
MAX_ATTEMPTS = 5
SEEN_INTERVAL = timedelta(seconds=4)
# Written out since every request of a tablet begins with it: half the time of a queryset.
DEVICE_BY_TOKEN = """
SELECT d.*, e.ends_on, e.time_zone
FROM referee_device d
JOIN referee_gamelog g ON g.id = d.game_id
JOIN tournament_table t ON t.id = g.table_id
JOIN tournament_round r ON r.id = t.round_id
JOIN tournament_event e ON e.id = r.event_id
WHERE d.token_hash = %s
"""  # noqa: S105 - a statement


@dataclass(frozen=True, slots=True)
class Invitation:
    """A new pairing with its secrets, which are stored only as hashes."""

    pairing: Pairing
    token: str
    code: str


@transaction.atomic
def invite(*, table: Table, by: Actor) -> Invitation:
    """Create a pairing for one tablet, valid once within ten minutes.

    Older unused ones of the table lapse. Raises ValidationError while the round is not published,
    once the event is over, and if the table has had too many tablets.
    """
    table = Table.objects.select_related("round__event").get(pk=table.pk)
    if table.round.status not in Round.PUBLIC:
        raise ValidationError(_("Publish the round before tablets are paired with its tables."))
    event = table.round.event
    if is_over(event.ends_on, event.time_zone, timezone.now()):
        message = _("The event ended on %(day)s. If it goes on, give it a later last day first.")
        raise ValidationError(message % {"day": date_format(event.ends_on)})
    game = open_log(table=table)
    lock_game(game.pk)
    if game.devices.count() >= MAX_DEVICES:
        raise ValidationError(_("This table has had too many tablets."))
    now = timezone.now()
    game.pairings.filter(used_at=None).delete()
    token, secret = new_token(), secrets.new_secret()
    pairing = Pairing.objects.create(
        game=game,
        token_hash=hash_secret(token),
        handle=free_handle(),
        secret_hash=hash_secret(secret),
        created_at=now,
        created_by=name_of(by),
        expires_at=now + PAIRING_VALID_FOR,
    )
    audit(game=game, by=by, action="invite tablet", after={"pairing": pairing.handle})
    return Invitation(pairing, token, f"{pairing.handle}-{secret}")


def forget_old_pairings(*, now: datetime) -> None:
    """Delete pairings that expired more than a day ago."""
    delete_any(Pairing.objects.filter(expires_at__lt=now - timedelta(days=1)))


def pair(*, request_id: UUID, label: str, token: str = "", code: str = "") -> Paired:
    """Pair a tablet by a QR code's token or a typed code.

    The code is that of an invitation or of the sheet. The same `request_id` again, after a lost
    answer, gives the same device a new token. Raises PairingError. A wrong typed code is
    counted, and too many lock it: `MAX_ATTEMPTS` for an invitation, more for a code of the
    sheet.
    """
    with transaction.atomic():
        pairing = _by_token(token) if token else _by_code(code)
        if pairing is not None:
            return _pair(pairing, request_id, label)
        of_sheet = code_by_token(token) if token else code_by_typing(code)
        if of_sheet is not None:
            return pair_by_code(code=of_sheet, request_id=request_id, label=label)
    raise PairingError("unknown")


def known_code(*, token: str = "", code: str = "") -> str | None:
    """Return the key by which attempts at a code are counted (at most 2 queries).

    None if there is no such code. It need not pair any more, and its second half may be wrong. A
    token has a key of its own, so that mistyping a code does not block its QR code.
    """
    handle, _secret = secrets.split_code(code)
    given = {"token_hash": hash_secret(token)} if token else {"handle": handle}
    if any(rows.filter(**given).exists() for rows in (Pairing.objects, TableCode.objects)):
        return "-".join(given.popitem())
    return None


def _pair(pairing: Pairing, request_id: UUID, label: str) -> Paired:
    now = timezone.now()
    # One that was made later than now is of a clock that was set back since.
    if pairing.expires_at < now or pairing.created_at > now + PAIRING_VALID_FOR:
        raise PairingError("expired")
    game = lock_game(pairing.game_id)
    event = Event.objects.get(rounds__tables=game.table_id)
    if is_over(event.ends_on, event.time_zone, now):
        raise PairingError("over")
    if pairing.device is not None:
        if pairing.request_id != request_id or pairing.device.revoked_at is not None:
            raise PairingError("used")
        return renew_token(device=pairing.device, game=game)
    newcomer = Newcomer(label or given_name(pairing.handle))
    done = add_device(game=game, newcomer=newcomer, writes=True, by=pairing.created_by)
    pairing.used_at, pairing.request_id, pairing.device = now, request_id, done.device
    pairing.save(update_fields=["used_at", "request_id", "device"])
    return done


def _by_token(token: str) -> Pairing | None:
    return _locked_pairing().filter(token_hash=hash_secret(token)).first()


def _by_code(code: str) -> Pairing | None:
    """Return the pairing of a typed code, locked; count a wrong second half."""
    handle, secret = secrets.split_code(code)
    pairing = _locked_pairing().filter(handle=handle).first()
    return check_typed_code(row=pairing, secret=secret, most=MAX_ATTEMPTS)


@transaction.atomic
def revoke(*, device_id: UUID, by: Actor) -> Device:
    """Revoke a tablet at once, at every game it has been to.

    It may then only hand over events it has not sent.
    """
    tablet = Device.objects.values_list("tablet", flat=True).get(pk=device_id)
    for game in lock_games(tablet):
        for device in game.devices.filter(tablet=tablet, revoked_at=None):
            device.revoked_at = timezone.now()
            device.save(update_fields=["revoked_at"])
            end_lease(game, device)
            after = {"device": str(device.pk), "label": device.label}
            audit(game=game, by=by, action="revoke tablet", after=after)
    return Device.objects.get(pk=device_id)


def note_seen(*, device: Device, app: str, pending: int) -> None:
    """Record that a tablet is there.

    If nothing else changed, this is done at most every `SEEN_INTERVAL`.
    """
    now = timezone.now()
    same = (device.app, device.pending) == (app, pending)
    if same and abs(now - device.last_seen_at) < SEEN_INTERVAL:
        return
    Device.objects.filter(pk=device.pk).update(last_seen_at=now, app=app, pending=pending)


def device_by_token(token: str) -> Device | None:
    """Return the device that holds a token, revoked or not (1 query)."""
    devices = Device.objects.raw(DEVICE_BY_TOKEN, [hash_secret(token)])
    return next(iter(devices), None)


def _locked_pairing() -> "models.QuerySet[Pairing]":
    # Without its device: PostgreSQL reads a row again that it waited for, but not what is joined.
    return Pairing.objects.select_for_update()
