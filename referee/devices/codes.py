"""The codes of an event's tables, printed on one sheet: made, used, revoked."""

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
"""Wrong second halves of a typed code; then only its QR code pairs. Few against 30**8 of them, and
so many that nobody locks a table's code within seconds by mistyping it on purpose."""
MAX_TABLETS = 20
"""At one game by the sheet: an organiser's own invitations have more room."""


@dataclass(frozen=True, slots=True)
class PrintedCode:
    """A new code with its secrets, which are stored nowhere: `token` for the QR code, `typed`."""

    code: TableCode
    token: str
    typed: str


@transaction.atomic
def make_sheet(
    *, event: Event, tables: int, by: Actor, newest: int | None = None
) -> list[PrintedCode]:
    """New codes of the tables from 1 to this number, which end all the event had before.

    `newest` is the key of the event's newest code when the sheet was asked for, 0 for none: the
    same request again (a page that is loaded again) makes no other sheet.
    Raises ValidationError for a number out of range, once the event is over, where a sheet was made
    since it was asked for, and where somebody else makes one at the same moment.
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
    """No tablet can be paired by this code any more; those that were stay paired."""
    code = TableCode.objects.select_for_update().get(pk=code.pk)
    if code.revoked_at is None:
        code.revoked_at = timezone.now()
        code.save(update_fields=["revoked_at"])
        after = {"table": code.number, "code": code.handle}
        log(by=by, action="revoke code of table", instance=code, event=code.event, after=after)
    return code


@transaction.atomic
def revoke_codes(*, event: Event, by: Actor) -> int:
    """Revoke all codes of an event; how many there were."""
    valid = list(TableCode.objects.filter(event=event, revoked_at=None))
    for code in valid:
        revoke_code(code=code, by=by)
    return len(valid)


def code_by_token(token: str) -> TableCode | None:
    """The code of this token, locked (within a transaction)."""
    codes = TableCode.objects.select_for_update()
    return codes.filter(token_hash=hash_secret(token)).first()


def code_by_typing(typed: str) -> TableCode | None:
    """The typed code, locked; a wrong second half is counted even though it is refused. Raises
    PairingError after too many of those."""
    handle, secret = secrets.split_code(typed)
    code = TableCode.objects.select_for_update().filter(handle=handle).first()
    return check_typed_code(row=code, secret=secret, most=MAX_ATTEMPTS)


def pair_by_code(*, code: TableCode, request_id: UUID, label: str) -> Paired:
    """Pair a tablet with the table's game in the newest public round, by a locked code.

    The same `request_id` again: the same tablet with another token. Raises PairingError.
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
    """The key of the newest code of the event, revoked or not; 0 for none (1 query)."""
    codes = TableCode.objects.filter(event=event)
    return codes.order_by("-pk").values_list("pk", flat=True).first() or 0


def valid_codes(event: Event) -> list[TableCode]:
    """The codes that pair now, by table, with how often each was `used` (1 query)."""
    used = models.Count("devices", filter=models.Q(devices__request_id__isnull=False))
    valid = TableCode.objects.filter(event=event, revoked_at=None)
    return list(valid.annotate(used=used).order_by("number"))


def usual_tables(event: Event) -> int:
    """How many tables a sheet is likely for: those of the largest round there is, and before a draw
    one for each four players (2 queries)."""
    drawn = Table.objects.filter(round__event=event).aggregate(most=models.Max("number"))["most"]
    return drawn or max(1, -(-event.entries.count() // 4))


def devices_by_code(event: Event) -> list[Device]:
    """The tablets paired by the sheet's codes, the last first (1 query)."""
    used = Device.objects.filter(code__event=event, request_id__isnull=False)
    return list(used.select_related("code", "game__table__round").order_by("-paired_at", "-pk"))


def _check_code(code: TableCode) -> None:
    """Raise PairingError for a code that was revoked, and on other days than the event's."""
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
