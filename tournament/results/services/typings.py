"""The typings of one paper sheet: one, or two by different people that differ."""

from copy import copy
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.models import PaperSheet
from tournament.results.figures import same_result


def add_typing(sheet: PaperSheet, typed: dict[str, Any], by: Actor) -> bool:
    """Put a typing in its place; return whether somebody else typed the same.

    Its place is on the sheet. A sheet on which two people agree belongs to the one who typed it
    first.
    """
    own = own_typings(sheet, by)
    if sheet.pk is None or sheet.rejected_at is not None or _has_other_seats(sheet, typed):
        _put_first(sheet, typed, by)
        drop_second(sheet)
        return False
    if sheet.second is None and own:
        _put_first(sheet, typed, by)
        return False
    if not own:
        refuse_differing(sheet)
    if own == {"first"}:
        swap_typings(sheet)
    first = sheet.typed
    if _agree(first, typed):
        if first["position"] is None:
            _write_first(sheet, typed)
        drop_second(sheet)
        return True
    sheet.second, sheet.second_at = typed, timezone.now()
    sheet.second_by, sheet.second_by_user_id = audit.name_of(by), audit.account_of(by)
    return False


def _has_other_seats(sheet: PaperSheet, typed: dict[str, Any]) -> bool:
    """Return whether the sheet was typed when others sat at the table."""
    return [line["player"] for line in sheet.lines] != [line["player"] for line in typed["lines"]]


def own_typing_first(sheet: PaperSheet | None, by: Actor) -> PaperSheet | None:
    """Return the sheet with the typing of `by` first, if they typed one.

    If their typing is the second, the returned sheet is an unsaved copy.
    """
    if sheet is None or own_typings(sheet, by) != {"second"}:
        return sheet
    own = copy(sheet)
    swap_typings(own)
    return own


def refuse_differing(sheet: PaperSheet) -> None:
    """Raise ValidationError while two typings of the sheet differ."""
    if sheet.second is not None:
        raise ValidationError(
            _("%(one)s and %(other)s typed different results of this table: choose one first."),
            "differing",
            {"one": sheet.entered_by, "other": sheet.second_by},
        )


def _write_first(sheet: PaperSheet, typed: dict[str, Any]) -> None:
    for name in PaperSheet.TYPED:
        setattr(sheet, name, typed[name])


def _put_first(sheet: PaperSheet, typed: dict[str, Any], by: Actor) -> None:
    _write_first(sheet, typed)
    sheet.entered_at, sheet.entered_by = timezone.now(), audit.name_of(by)
    sheet.entered_by_user_id = audit.account_of(by)
    sheet.rejected_at, sheet.rejected_by, sheet.rejected_reason = None, "", ""


def drop_second(sheet: PaperSheet) -> None:
    """Leave only the first typing on the sheet."""
    sheet.second, sheet.second_at = None, None
    sheet.second_by, sheet.second_by_user_id = "", None


def swap_typings(sheet: PaperSheet) -> None:
    """Make the second typing, if there is one, the first, and the first the second."""
    if sheet.second is None or sheet.second_at is None:
        return
    first = sheet.typed, sheet.entered_at, sheet.entered_by, sheet.entered_by_user_id
    _write_first(sheet, sheet.second)
    sheet.entered_at, sheet.entered_by = sheet.second_at, sheet.second_by
    sheet.entered_by_user_id = sheet.second_by_user_id
    sheet.second, sheet.second_at, sheet.second_by, sheet.second_by_user_id = first


def _agree(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether two typings say the same, as far as both say something."""
    positions = one["position"], other["position"]
    return (
        same_result(one["lines"], other["lines"])
        and sorted(one["no_shows"]) == sorted(other["no_shows"])
        and bool(one["abandoned_reason"]) == bool(other["abandoned_reason"])
        and (None in positions or positions[0] == positions[1])
    )


def own_typings(sheet: PaperSheet, by: Actor) -> set[str]:
    """Return the typings of a sheet by this person: `first`, `second`."""
    own = {"first"} if is_typed_by(sheet, by) else set()
    is_second = audit.is_same_person(by, sheet.second_by_user_id, sheet.second_by)
    return own | ({"second"} if sheet.second is not None and is_second else set())


def is_typed_blind(sheet: PaperSheet | None, by: Actor) -> bool:
    """Return whether `by` types blind.

    They then type without the figures of somebody else's typing that waits.
    """
    waits = sheet is not None and sheet.rejected_at is None
    return sheet is not None and waits and not own_typings(sheet, by)


def waits_for_another(sheet: PaperSheet, by: Any) -> bool:
    """Return whether `by` typed the sheet, which somebody else is to confirm.

    False for a sheet with a second typing: there is a choice to be made.
    """
    return not sheet.second_by and is_typed_by(sheet, by)


def is_typed_by(sheet: PaperSheet, by: Actor) -> bool:
    """Return whether `by` typed the sheet."""
    return audit.is_same_person(by, sheet.entered_by_user_id, sheet.entered_by)
