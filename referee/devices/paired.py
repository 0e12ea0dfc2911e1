"""Adding a tablet to a game: what every way of pairing shares."""

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
"""The most tablets of one game, including revoked ones."""


class PairingError(Exception):
    """A pairing that cannot be used.

    `code` is unknown, used, expired, locked or over (its event). For a code of the sheet it may
    also be revoked, days (not a day of the event), early (no public round), full (too many tablets)
    or no-table (not in the newest public round).
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Paired:
    """A tablet that was paired; `token` is stored nowhere.

    `repeated`: the tablet asked again, because the first answer was lost.
    """

    device: Device
    token: str
    game: GameLog
    repeated: bool


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A tablet that joins a game.

    `label` is its name. `tablet` is its id if it was at an earlier game. `request_id` and `code`
    (of the sheet) are those it paired with.
    """

    label: str
    tablet: UUID | None = None
    request_id: UUID | None = None
    code: TableCode | None = None


@transaction.atomic
def open_log(*, table: Table) -> GameLog:
    """Return the log of a table's game; create it the first time."""
    table = Table.objects.select_related("round__event").get(pk=table.pk)
    game, _made = GameLog.objects.get_or_create(table=table, defaults={"pk": game_id(table)})
    return game


def add_device(*, game: GameLog, newcomer: Newcomer, writes: bool, by: Actor) -> Paired:
    """Add a tablet to a locked game.

    If it `writes` and nobody else does, it takes the lease.
    """
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
    """Replace a tablet's token, because the answer with the last one was lost."""
    token = new_token()
    device.token_hash = hash_secret(token)
    device.save(update_fields=["token_hash"])
    return Paired(device, token, game, repeated=True)


def audit(*, game: GameLog, by: Actor, action: str, after: dict[str, str]) -> None:
    """Write an audit row about a game's tablets."""
    table = Table.objects.select_related("round__event").get(pk=game.table_id)
    log(by=by, action=action, instance=table, event=table.round.event, after=after)


@transaction.atomic
def check_typed_code(*, row: Typed | None, secret: str, most: int) -> Typed | None:
    """Return the locked row of a typed code if its second half is right.

    A wrong second half is counted even though it is refused. Raises PairingError after `most` of
    those.
    """
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
    """Return a first half for a typed code that no other pairing uses."""
    while True:
        handle = secrets.new_handle()
        taken = Pairing.objects.filter(handle=handle), TableCode.objects.filter(handle=handle)
        if not any(rows.exists() for rows in taken):
            return handle
