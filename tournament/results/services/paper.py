"""Results from paper sheets: one person types, another confirms.

Before that they do not count.
"""

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.result import GameResult
from tournament import audit
from tournament.audit import Actor
from tournament.boards import boards
from tournament.models import Event, PaperSheet, Result, Round, Table
from tournament.penalties.services import note_no_shows
from tournament.results.checks import check_result
from tournament.results.figures import figures_from_game, result_from
from tournament.results.services.deciding import refuse_confirming_own, refuse_correction
from tournament.results.services.results import MAX_REASON, demand_reason, lock_table, record_result
from tournament.results.services.typings import (
    add_typing,
    drop_second,
    is_typed_by,
    own_typings,
    refuse_differing,
    swap_typings,
)
from tournament.rounds.services.rounds import refuse_closed

PAPER = Result.Source.PAPER


@dataclass(frozen=True, slots=True)
class SheetDetails:
    """The details typed from a sheet besides the result.

    The codes of players who did not come; the reason the game had no end, blank if it had one;
    the reason for correcting a result that counts; and, if typed, the whole final position with
    the game's statement.
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
) -> PaperSheet | Result:
    """Store what was typed from a table's sheet until somebody else confirms it.

    It replaces a sheet that was rejected, or what the same person typed. Two people who type the
    same confirm each other: then the result that counts is returned. If they differ both typings
    stay until somebody chooses (`choose_typing`). `seen` is the mark (`mark_of`) of the sheet that
    was there when typing began. Raise ValidationError, changing nothing, if the result does not fit
    the table or itself, if it corrects one that counts without a reason or the right to, if another
    sheet came, or if the round is closed.
    """
    event, table, round = lock_table(table.pk)
    if round.status not in Round.PUBLIC:
        raise ValidationError(_("The round is not published yet: publish it first."))
    refuse_closed(round)
    sheet = PaperSheet.objects.filter(table=table).first()
    seats = list(table.seats.select_related("entry").order_by("order"))
    reason = " ".join(details.abandoned_reason.split())[:MAX_REASON]
    why = " ".join(details.correction_reason.split())[:MAX_REASON]
    if has_paper_result(table):
        refuse_correction(by, event)
        demand_reason(why)
    check_result(event, seats, result, abandoned=bool(reason))
    typed = {
        "lines": figures_from_game(seats, result, PAPER, None).lines,
        "no_shows": list(details.no_shows),
        "abandoned_reason": reason,
        "correction_reason": why,
        "position": details.position,
        "statement": details.statement,
    }
    if sheet is None or sheet.rejected_at is not None or own_typings(sheet, by) == {"first"}:
        _refuse_unseen(sheet, seen)
    sheet = sheet or PaperSheet(table=table)
    before = audit.snapshot(sheet) if sheet.pk else None
    agreed = add_typing(sheet, typed, by)
    audit.save_valid(sheet)
    after = audit.snapshot(sheet)
    audit.log(by=by, action="enter", instance=sheet, event=event, before=before, after=after)
    return _count_sheet(event, table, sheet, by, reason=why) if agreed else sheet


@transaction.atomic
def choose_typing(*, table: Table, seen: str, which: str, reason: str, by: Actor) -> Result:
    """Let one of two typings of a sheet count, `first` or `second`.

    The audit log keeps the other. Raise ValidationError, changing nothing, without a reason, if
    there are no two, or if the sheet changed meanwhile.
    """
    event, table, _round = lock_table(table.pk)
    sheet = _waiting_sheet(table, seen)
    if sheet.second is None:
        raise ValidationError(_("No result of this table waits to be confirmed."), "not_waiting")
    if which not in ("first", "second"):
        raise ValidationError(_("Choose one of the two typings."), "no_choice")
    if not reason.strip():
        raise ValidationError(_("Say why this typing is the right one."), "no_reason")
    before = audit.snapshot(sheet)
    if which == "second":
        swap_typings(sheet)
    drop_second(sheet)
    audit.save_valid(sheet)
    after = {**audit.snapshot(sheet), "reason": reason.strip()[:MAX_REASON]}
    audit.log(by=by, action="choose", instance=sheet, event=event, before=before, after=after)
    return _count_sheet(event, table, sheet, by, reason=reason)


@transaction.atomic
def confirm_sheet(*, table: Table, seen: str, reason: str, by: Actor) -> Result:
    """Let a sheet count, as it was seen.

    The person who typed it may confirm it only with the right to decide results and a `reason`,
    which stays with the result. Everybody can read the reason if the sheet became a correction only
    after it was typed; that takes the right, too. A sheet with the whole final position also stores
    the game's record.

    Raise ValidationError, changing nothing, if it changed meanwhile, was rejected, waits for
    somebody else, corrects without a reason, or if others sit at the table now.
    """
    event, table, _round = lock_table(table.pk)
    sheet = _waiting_sheet(table, seen)
    refuse_differing(sheet)
    if has_paper_result(table) and not sheet.correction_reason:
        refuse_correction(by, event)
    if is_typed_by(sheet, by):
        _refuse_alone(event, by, reason)
    return _count_sheet(event, table, sheet, by, reason=reason)


def _refuse_alone(event: Event, by: Actor, reason: str) -> None:
    refuse_confirming_own(by, event)
    if not reason.strip():
        raise ValidationError(
            _("You typed this result: let somebody else confirm it, or say why nobody else can."),
            "alone",
        )


def _count_sheet(
    event: Event, table: Table, sheet: PaperSheet, by: Actor, *, reason: str
) -> Result:
    """Let a sheet count, and delete it; `confirm_sheet` says with what `reason`."""
    _refuse_other_seats(table, sheet)
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
        alone = reason if is_typed_by(sheet, by) else ""
        kept = {"entered_by": sheet.entered_by, "alone_reason": alone}
        saved = audit.update(saved, kept, by=by, event=event, action="confirm sheet")
    audit.remove(sheet, by=by, event=event)
    return saved


@transaction.atomic
def reject_sheet(*, table: Table, seen: str, reason: str, by: Actor) -> PaperSheet:
    """Send a sheet back to be typed anew, with a reason.

    Raise ValidationError without a reason, or if the sheet changed meanwhile.
    """
    event, table, _round = lock_table(table.pk)
    sheet = _waiting_sheet(table, seen)
    if not reason.strip():
        raise ValidationError(_("Say what is wrong: whoever typed it reads it."), "no_reason")
    changes = {
        "rejected_at": timezone.now(),
        "rejected_by": audit.name_of(by),
        "rejected_reason": reason.strip()[:MAX_REASON],
        "second": None,
        "second_at": None,
        "second_by": "",
        "second_by_user_id": None,
    }
    return audit.update(sheet, changes, by=by, event=event, action="reject")


def mark_of(sheet: PaperSheet | None) -> str:
    """Return a mark that identifies this version of the sheet; "" if there is none."""
    if sheet is None:
        return ""
    second = f" {sheet.second_at.isoformat()}" if sheet.second_at else ""
    return f"{sheet.entered_at.isoformat()}{second}"


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
        {"name": sheet.second_by or sheet.entered_by},
    )


def has_paper_result(table: Table) -> bool:
    """Return whether a sheet would correct an earlier one (1 query)."""
    return Result.objects.filter(table=table, source=PAPER).exists()
