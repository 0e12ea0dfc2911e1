"""The pairing codes of an event's tables, printed on one sheet.

They are made, used and revoked here.
"""

from dataclasses import dataclass
from string import ascii_uppercase
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from referee.devices import secrets
from referee.devices.paired import (
    Newcomer,
    Paired,
    PairingError,
    add_device,
    check_typed_code,
    free_handle,
    open_log,
    renew_token,
)
from referee.log.lease import lock_game
from referee.log.next_table import newest_table
from referee.models import Device, TableCode
from referee.models.tablet_names import given_name
from tournament.audit import Actor, log, name_of
from tournament.common.days import day_at, is_over
from tournament.common.secret_tokens import hash_secret, new_token
from tournament.models import Event, Table

MAX_TABLES = 200
MAX_ATTEMPTS = 500
"""The most wrong second halves of a typed code; after that only its QR code pairs. That is few of
30**8, but too many to lock a table's code within seconds on purpose."""
MAX_TABLETS = 20
"""The most tablets paired with one game by the sheet; an organiser's invitations allow more."""


@dataclass(frozen=True, slots=True)
class PrintedCode:
    """A new code with its secrets: `token` (QR code) and `typed`.

    The secrets are stored only as hashes.
    """

    code: TableCode
    token: str
    typed: str


@transaction.atomic
def make_sheet(
    *, event: Event, tables: int, by: Actor, newest: int | None = None
) -> list[PrintedCode]:
    """Create codes for tables 1 to `tables`, and revoke all earlier ones of the event.

    `newest` is the key of the event's newest code when the sheet was requested, 0 for none. It
    stops a reloaded page from making another sheet.

    Raises ValidationError if the number is out of range, the event is over, a sheet was made since
    it was requested, or somebody else makes one at the same moment.
    """
    if not 1 <= tables <= MAX_TABLES:
        raise ValidationError(_("Give the number of tables, 1 to %(most)d.") % {"most": MAX_TABLES})
    _check_not_over(event)
    if newest is not None and newest != newest_code(event):
        raise ValidationError(
            _("This sheet was made and shown once. If it was not printed, make a new one.")
        )
    revoke_codes(event=event, by=by)
    try:
        with transaction.atomic():
            codes = [_new_code(event, number, by) for number in range(1, tables + 1)]
    except IntegrityError as error:
        raise ValidationError(_("Somebody else has just made a sheet: load the page.")) from error
    after = {"tables": tables}
    log(by=by, action="print codes of tables", instance=event, event=event, after=after)
    return codes


@transaction.atomic
def revoke_code(*, code: TableCode, by: Actor) -> TableCode:
    """Revoke a code: it pairs no more tablets, and those it paired stay paired."""
    code = TableCode.objects.select_for_update().get(pk=code.pk)
    if code.revoked_at is None:
        code.revoked_at = timezone.now()
        code.save(update_fields=["revoked_at"])
        after = {"table": code.number, "code": code.handle}
        log(by=by, action="revoke code of table", instance=code, event=code.event, after=after)
    return code


@transaction.atomic
def revoke_codes(*, event: Event, by: Actor) -> int:
    """Revoke all codes of an event; return how many were in force."""
    valid = list(TableCode.objects.filter(event=event, revoked_at=None))
    for code in valid:
        revoke_code(code=code, by=by)
    return len(valid)


def code_by_token(token: str) -> TableCode | None:
    """Return the code with this token, locked (within a transaction)."""
    codes = TableCode.objects.select_for_update()
    return codes.filter(token_hash=hash_secret(token)).first()


def code_by_typing(typed: str) -> TableCode | None:
    """Return the code that was typed, locked; None if either half is wrong.

    A wrong second half is counted. Raises PairingError after `MAX_ATTEMPTS` of those.
    """
    handle, secret = secrets.split_code(typed)
    code = TableCode.objects.select_for_update().filter(handle=handle).first()
    return check_typed_code(row=code, secret=secret, most=MAX_ATTEMPTS)


def pair_by_code(*, code: TableCode, request_id: UUID, label: str) -> Paired:
    """Pair a tablet with its table's game in the newest public round.

    It is paired by a locked code. The same `request_id` again gives the same tablet a new
    token. Raises PairingError.
    """
    _check_code(code)
    found = newest_table(code.event_id, code.number)
    if found is None:
        raise PairingError("early")
    if found.key is None:
        raise PairingError("no-table")
    game = lock_game(open_log(table=Table(pk=found.key)).pk)
    by_sheet = game.devices.filter(code__isnull=False)
    known = by_sheet.filter(code=code, request_id=request_id, revoked_at=None).first()
    if known is not None:
        return renew_token(device=known, game=game)
    if by_sheet.filter(request_id__isnull=False).count() >= MAX_TABLETS:
        raise PairingError("full")
    mark = f"{code.number}{ascii_uppercase[by_sheet.count() % MAX_TABLETS]}"
    newcomer = Newcomer(label or given_name(mark), request_id=request_id, code=code)
    return add_device(game=game, newcomer=newcomer, writes=True, by=code.created_by)


def newest_code(event: Event) -> int:
    """Return the key of the event's newest code, revoked or not; 0 for none (1 query)."""
    codes = TableCode.objects.filter(event=event)
    return codes.order_by("-pk").values_list("pk", flat=True).first() or 0


def valid_codes(event: Event) -> list[TableCode]:
    """Return the codes in force by table (1 query).

    `used` is the number of tablets that each code paired.
    """
    used = models.Count("devices", filter=models.Q(devices__request_id__isnull=False))
    valid = TableCode.objects.filter(event=event, revoked_at=None)
    return list(valid.annotate(used=used).order_by("number"))


def usual_tables(event: Event) -> int:
    """Return the number of tables a sheet probably needs (at most 2 queries).

    That is the highest table number of any round, or one table per four entries before a draw.
    """
    drawn = Table.objects.filter(round__event=event).aggregate(most=models.Max("number"))["most"]
    return drawn or max(1, -(-event.entries.count() // 4))


def devices_by_code(event: Event) -> list[Device]:
    """Return the tablets paired by the sheet's codes (1 query).

    The latest comes first.
    """
    used = Device.objects.filter(code__event=event, request_id__isnull=False)
    return list(used.select_related("code", "game__table__round").order_by("-paired_at", "-pk"))


def _check_code(code: TableCode) -> None:
    """Raise PairingError if the code was revoked or today is not a day of the event."""
    if code.revoked_at is not None:
        raise PairingError("revoked")
    today = day_at(code.event.time_zone, timezone.now())
    if not code.event.starts_on <= today <= code.event.ends_on:
        raise PairingError("days")


def _check_not_over(event: Event) -> None:
    if is_over(event.ends_on, event.time_zone, timezone.now()):
        message = _("The event ended on %(day)s. If it goes on, give it a later last day first.")
        raise ValidationError(message % {"day": date_format(event.ends_on)})


def _new_code(event: Event, number: int, by: Actor) -> PrintedCode:
    token, secret = new_token(), secrets.new_long_secret()
    code = TableCode.objects.create(
        event=event,
        number=number,
        token_hash=hash_secret(token),
        handle=free_handle(),
        secret_hash=hash_secret(secret),
        created_at=timezone.now(),
        created_by=name_of(by),
    )
    return PrintedCode(code, token, f"{code.handle}-{secret[:4]}-{secret[4:]}")
