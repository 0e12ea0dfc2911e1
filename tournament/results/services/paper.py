"""Results from paper sheets: one person types, another confirms; before that they do not count."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.result import GameResult
from tournament import audit
from tournament.audit import Actor
from tournament.boards import boards
from tournament.models import PaperSheet, Result, Round, Table
from tournament.penalties.services import note_no_shows
from tournament.results.checks import check_result
from tournament.results.figures import figures_from_game, result_from
from tournament.results.services.results import MAX_REASON, demand_reason, lock_table, record_result

PAPER = Result.Source.PAPER


@dataclass(frozen=True, slots=True)
class SheetDetails:
    """What was typed from a sheet besides the result.

    The codes of players who did not come; the reason the game had no end, blank if it had one; the
    reason for correcting a result that counts; and, if typed, the whole final position with the
    game's statement.
    """

    no_shows: tuple[str, ...] = ()
    abandoned_reason: str = ""
    correction_reason: str = ""
    position: dict[str, Any] | None = None
    statement: dict[str, Any] | None = None


ONLY_CASH = SheetDetails()


@transaction.atomic
def enter_sheet(
    *,
    table: Table,
    result: GameResult,
    seen: str,
    by: Actor,
    details: SheetDetails = ONLY_CASH,
) -> PaperSheet:
    """Store what was typed from a table's sheet until somebody else confirms it.

    It replaces a sheet that waits or was rejected. `seen` is the mark (`mark_of`) of the sheet that
    was there when typing began. Raise ValidationError, changing nothing, if the result does not fit
    the table or itself, if it corrects one that counts without a reason, or if another sheet came.
    """
    event, table, round = lock_table(table)
    if round.status not in Round.PUBLIC:
        raise ValidationError(_("The round is not published yet: publish it first."))
    sheet = PaperSheet.objects.filter(table=table).first()
    _refuse_unseen(sheet, seen)
    seats = list(table.seats.select_related("entry").order_by("order"))
    reason = " ".join(details.abandoned_reason.split())[:MAX_REASON]
    why = " ".join(details.correction_reason.split())[:MAX_REASON]
    if has_paper_result(table):
        demand_reason(why)
    check_result(event, seats, result, abandoned=bool(reason))
    sheet = sheet or PaperSheet(table=table)
    before = audit.snapshot(sheet) if sheet.pk else None
    sheet.lines = figures_from_game(seats, result, PAPER, None).lines
    sheet.no_shows, sheet.abandoned_reason = list(details.no_shows), reason
    sheet.correction_reason = why
    sheet.position, sheet.statement = details.position, details.statement
    sheet.entered_at, sheet.entered_by = timezone.now(), audit.name_of(by)
    sheet.entered_by_user_id = _key(by)
    sheet.rejected_at, sheet.rejected_by, sheet.rejected_reason = None, "", ""
    audit.save_valid(sheet)
    after = audit.snapshot(sheet)
    audit.log(by=by, action="enter", instance=sheet, event=event, before=before, after=after)
    return sheet


@transaction.atomic
def confirm_sheet(*, table: Table, seen: str, reason: str, by: Actor) -> Result:
    """Let a sheet count, as it was seen.

    The person who typed it may confirm it only with a `reason`, which stays with the result.
    Everybody can read the reason if the sheet became a correction only after it was typed. A sheet
    with the whole final position also stores the game's record.

    Raise ValidationError, changing nothing, if it changed meanwhile, was rejected, waits for
    somebody else, corrects without a reason, or if others sit at the table now.
    """
    event, table, _round = lock_table(table)
    sheet = _waiting_sheet(table, seen)
    _refuse_other_seats(table, sheet)
    alone = _is_typed_by(sheet, by)
    if alone and not reason.strip():
        raise ValidationError(
            _("You typed this result: let somebody else confirm it, or say why nobody else can."),
            "alone",
        )
    reason = reason.strip()[:MAX_REASON]
    given = result_from(event, sheet.lines)
    saved = record_result(
        table=table,
        result=given,
        source=PAPER,
        statement=sheet.statement,
        abandoned_reason=sheet.abandoned_reason,
        correction_reason=sheet.correction_reason or reason,
        by=by,
    )
    if sheet.position is not None:
        boards().keep_position(sheet, counts=saved.source == PAPER, by=by)
    if saved.source == PAPER:
        note_no_shows(table=table, codes=sheet.no_shows, by=by)
        kept = {"entered_by": sheet.entered_by, "alone_reason": reason if alone else ""}
        saved = audit.update(saved, kept, by=by, event=event, action="confirm sheet")
    audit.remove(sheet, by=by, event=event)
    return saved


@transaction.atomic
def reject_sheet(*, table: Table, seen: str, reason: str, by: Actor) -> PaperSheet:
    """Send a sheet back to be typed anew, with a reason.

    Raise ValidationError without a reason, or if the sheet changed meanwhile.
    """
    event, table, _round = lock_table(table)
    sheet = _waiting_sheet(table, seen)
    if not reason.strip():
        raise ValidationError(_("Say what is wrong: whoever typed it reads it."), "no_reason")
    changes = {
        "rejected_at": timezone.now(),
        "rejected_by": audit.name_of(by),
        "rejected_reason": reason.strip()[:MAX_REASON],
    }
    return audit.update(sheet, changes, by=by, event=event, action="reject")


def mark_of(sheet: PaperSheet | None) -> str:
    """Return a mark that identifies this version of the sheet; "" if there is none."""
    return sheet.entered_at.isoformat() if sheet else ""


def _waiting_sheet(table: Table, seen: str) -> PaperSheet:
    sheet = PaperSheet.objects.filter(table=table).first()
    _refuse_unseen(sheet, seen)
    if sheet is None or sheet.rejected_at:
        raise ValidationError(_("No result of this table waits to be confirmed."), "not_waiting")
    return sheet


def _refuse_other_seats(table: Table, sheet: PaperSheet) -> None:
    seats = table.seats.select_related("entry").order_by("order")
    if [line["player"] for line in sheet.lines] != [seat.entry.code for seat in seats]:
        raise ValidationError(
            _("The table has other players now than when this was typed: type it anew."), "changed"
        )


def _refuse_unseen(sheet: PaperSheet | None, seen: str) -> None:
    if mark_of(sheet) == seen:
        return
    if sheet is None:
        raise ValidationError(_("This result was confirmed meanwhile."), "changed")
    raise ValidationError(
        _("%(name)s typed this table’s result meanwhile: look at it first."),
        "changed",
        {"name": sheet.entered_by},
    )


def _is_typed_by(sheet: PaperSheet, by: Actor) -> bool:
    """Return whether `by` typed the sheet, by account or by name.

    A sheet restored from a backup has no account.
    """
    return _key(by) == sheet.entered_by_user_id or audit.name_of(by) == sheet.entered_by


def _key(by: Actor) -> int | None:
    return by.pk if isinstance(by, AbstractBaseUser) else None


def has_paper_result(table: Table) -> bool:
    """Return whether a sheet would correct an earlier one (1 query)."""
    return Result.objects.filter(table=table, source=PAPER).exists()
