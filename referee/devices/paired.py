"""A tablet that comes to a game: what all ways of pairing share."""

from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from referee.devices import secrets
from referee.log.lease import give_lease, lease_is_free
from referee.models import Device, GameLog, Pairing, TableCode, game_id
from tournament.audit import Actor, log
from tournament.common.secret_tokens import hash_secret, new_token
from tournament.models import Table

Typed = TypeVar("Typed", Pairing, TableCode)

MAX_DEVICES = 50
"""Tablets at one game, those revoked too."""


class PairingError(Exception):
    """A pairing that cannot be used; `code`: unknown, used, expired, locked, over (its event), and
    of a code of the sheet revoked, days (it is none of the event's), early (no public round), full
    (too many tablets), no-table (in the newest public round)."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Paired:
    """A tablet that was paired; `token` is stored nowhere. `repeated`: asked for again, since the
    answer before was lost."""

    device: Device
    token: str
    game: GameLog
    repeated: bool


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A tablet as it comes to a game: its name, who it is if it was at a game before, and by which
    request and code of the sheet it came."""

    label: str
    tablet: UUID | None = None
    request_id: UUID | None = None
    code: TableCode | None = None


@transaction.atomic
def open_log(*, table: Table) -> GameLog:
    """The log of a table's game, made when it is first needed."""
    table = Table.objects.select_related("round__event").get(pk=table.pk)
    game, _made = GameLog.objects.get_or_create(table=table, defaults={"pk": game_id(table)})
    return game


def add_device(*, game: GameLog, newcomer: Newcomer, writes: bool, by: Actor) -> Paired:
    """Let a tablet in at a locked game; where nobody writes there and it `writes`, it does now."""
    now, token = timezone.now(), new_token()
    device = Device.objects.create(
        game=game,
        label=newcomer.label,
        token_hash=hash_secret(token),
        paired_at=now,
        last_seen_at=now,
        tablet=newcomer.tablet or uuid4(),
        request_id=newcomer.request_id,
        code=newcomer.code,
    )
    if writes and lease_is_free(game):
        give_lease(game, device)
    after = {"device": str(device.pk), "label": device.label}
    if newcomer.code is not None:
        after["code"] = newcomer.code.handle
    audit(game=game, by=by, action="pair tablet", after=after)
    return Paired(device, token, game, repeated=False)


def renew_token(*, device: Device, game: GameLog) -> Paired:
    """Give the same tablet another token, since the answer with the last one was lost."""
    token = new_token()
    device.token_hash = hash_secret(token)
    device.save(update_fields=["token_hash"])
    return Paired(device, token, game, repeated=True)


def audit(*, game: GameLog, by: Actor, action: str, after: dict[str, str]) -> None:
    """A row about a game's tablets."""
    table = Table.objects.select_related("round__event").get(pk=game.table_id)
    log(by=by, action=action, instance=table, event=table.round.event, after=after)


@transaction.atomic
def check_typed_code(*, row: Typed | None, secret: str, most: int) -> Typed | None:
    """The locked row of a typed code's first half, if the second half is right; a wrong one is
    counted even though it is refused. Raises PairingError after so many of those."""
    if row is None:
        return None
    if row.attempts >= most:
        raise PairingError("locked")
    if constant_time_compare(row.secret_hash, hash_secret(secret)):
        return row
    row.attempts += 1
    row.save(update_fields=["attempts"])
    return None


def free_handle() -> str:
    """The first half of a typed code that no other pairing has."""
    while True:
        handle = secrets.new_handle()
        taken = Pairing.objects.filter(handle=handle), TableCode.objects.filter(handle=handle)
        if not any(rows.exists() for rows in taken):
            return handle
