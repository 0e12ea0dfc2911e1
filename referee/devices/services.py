"""Pairing tablets with tables, and taking the tablets' rights away again."""

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from referee.devices import secrets
from referee.log.lease import end_lease, give_lease, lease_is_free, locked
from referee.models import Device, GameLog, Pairing, game_id
from tournament.days import is_over
from tournament.models import Event, Round, Table
from tournament.services.audit import Actor, log, name_of

PAIRING_VALID_FOR = timedelta(minutes=10)
MAX_ATTEMPTS = 5
MAX_DEVICES = 50
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


class PairingError(Exception):
    """A pairing that cannot be used; `code`: unknown, used, expired, locked or over (its event)."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Invitation:
    """A new pairing with its secrets, which are stored nowhere."""

    pairing: Pairing
    token: str
    code: str


@dataclass(frozen=True, slots=True)
class Paired:
    """A tablet that was paired; `token` is stored nowhere. `repeated`: asked for again, since the
    answer before was lost."""

    device: Device
    token: str
    game: GameLog
    repeated: bool


@transaction.atomic
def open_log(*, table: Table) -> GameLog:
    """The log of a table's game, made when it is first needed."""
    table = Table.objects.select_related("round__event").get(pk=table.pk)
    game, _made = GameLog.objects.get_or_create(table=table, defaults={"pk": game_id(table)})
    return game


@transaction.atomic
def invite(*, table: Table, by: Actor) -> Invitation:
    """A pairing for one tablet, valid ten minutes and once. Older ones of the table lapse.

    Raises ValidationError while the round is not published, and once the event is over.
    """
    table = Table.objects.select_related("round__event").get(pk=table.pk)
    if table.round.status not in Round.PUBLIC:
        raise ValidationError(_("Publish the round before tablets are paired with its tables."))
    event = table.round.event
    if is_over(event.ends_on, event.time_zone, timezone.now()):
        message = _("The event ended on %(day)s. If it goes on, give it a later last day first.")
        raise ValidationError(message % {"day": date_format(event.ends_on)})
    game = open_log(table=table)
    locked(game.pk)
    if game.devices.count() >= MAX_DEVICES:
        raise ValidationError(_("This table has had too many tablets."))
    now = timezone.now()
    game.pairings.filter(used_at=None).delete()
    Pairing.objects.filter(expires_at__lt=now - timedelta(days=1)).delete()
    token, secret = secrets.new_token(), secrets.new_secret()
    pairing = Pairing.objects.create(
        game=game,
        token_hash=secrets.hashed(token),
        handle=_free_handle(),
        secret_hash=secrets.hashed(secret),
        created_at=now,
        created_by=name_of(by),
        expires_at=now + PAIRING_VALID_FOR,
    )
    _audit(game, by, "invite tablet", {"pairing": pairing.handle})
    return Invitation(pairing, token, f"{pairing.handle}-{secret}")


def pair(*, request_id: UUID, label: str, token: str = "", code: str = "") -> Paired:
    """Pair a tablet by the token of a QR code or by a typed code.

    The same `request_id` again, after a lost answer: the same device with another token. Raises
    PairingError; a wrong typed code is counted, and the fifth locks the pairing.
    """
    with transaction.atomic():
        pairing = _by_token(token) if token else _by_code(code)
        if pairing is not None:
            return _pair(pairing, request_id, label)
    raise PairingError("unknown")


def _pair(pairing: Pairing, request_id: UUID, label: str) -> Paired:
    now = timezone.now()
    if pairing.expires_at < now:
        raise PairingError("expired")
    game = locked(pairing.game_id)
    event = Event.objects.get(rounds__tables=game.table_id)
    if is_over(event.ends_on, event.time_zone, now):
        raise PairingError("over")
    token = secrets.new_token()
    if pairing.device is not None:
        device = _pair_again(pairing, request_id, token)
        return Paired(device, token, game, repeated=True)
    label = label or f"Tablet {pairing.handle}"
    device = Device.objects.create(
        game=game,
        label=label,
        token_hash=secrets.hashed(token),
        paired_at=now,
        last_seen_at=now,
    )
    pairing.used_at, pairing.request_id, pairing.device = now, request_id, device
    pairing.save(update_fields=["used_at", "request_id", "device"])
    if lease_is_free(game):
        give_lease(game, device)
    _audit(game, pairing.created_by, "pair tablet", {"device": str(device.pk), "label": label})
    return Paired(device, token, game, repeated=False)


def _pair_again(pairing: Pairing, request_id: UUID, token: str) -> Device:
    """The device paired before under the same request, with a new token."""
    device = pairing.device
    if device is None or pairing.request_id != request_id or device.revoked_at is not None:
        raise PairingError("used")
    device.token_hash = secrets.hashed(token)
    device.save(update_fields=["token_hash"])
    return device


def _by_token(token: str) -> Pairing | None:
    return _locked_pairing().filter(token_hash=secrets.hashed(token)).first()


def _by_code(code: str) -> Pairing | None:
    """The pairing of a typed code; a wrong second half is counted even though it is refused."""
    handle, secret = secrets.split_code(code)
    pairing = _locked_pairing().filter(handle=handle).first()
    if pairing is None:
        return None
    if pairing.attempts >= MAX_ATTEMPTS:
        raise PairingError("locked")
    if constant_time_compare(pairing.secret_hash, secrets.hashed(secret)):
        return pairing
    pairing.attempts += 1
    pairing.save(update_fields=["attempts"])
    return None


@transaction.atomic
def revoke(*, device_id: UUID, by: Actor) -> Device:
    """Take a tablet's rights away, at once: it may only hand over events it has not sent."""
    game = locked(Device.objects.values_list("game_id", flat=True).get(pk=device_id))
    device = Device.objects.get(pk=device_id)
    if device.revoked_at is None:
        device.revoked_at = timezone.now()
        device.save(update_fields=["revoked_at"])
        end_lease(game, device)
        _audit(game, by, "revoke tablet", {"device": str(device.pk), "label": device.label})
    return device


def note_seen(*, device: Device, app: str, pending: int) -> None:
    """Note that a tablet is there; written once in a few seconds only."""
    now = timezone.now()
    same = (device.app, device.pending) == (app, pending)
    if same and now - device.last_seen_at < SEEN_INTERVAL:
        return
    Device.objects.filter(pk=device.pk).update(last_seen_at=now, app=app, pending=pending)


def device_by_token(token: str) -> Device | None:
    """The device that holds a token, revoked or not (1 query)."""
    devices = Device.objects.raw(DEVICE_BY_TOKEN, [secrets.hashed(token)])
    return next(iter(devices), None)


def _locked_pairing() -> "models.QuerySet[Pairing]":
    # Without its device: PostgreSQL reads a row again that it waited for, but not what is joined.
    return Pairing.objects.select_for_update()


def _free_handle() -> str:
    while True:
        handle = secrets.new_handle()
        if not Pairing.objects.filter(handle=handle).exists():
            return handle


def _audit(game: GameLog, by: Actor, action: str, after: dict[str, str]) -> None:
    table = Table.objects.select_related("round__event").get(pk=game.table_id)
    log(by=by, action=action, instance=table, event=table.round.event, after=after)
