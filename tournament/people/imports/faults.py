"""Faults of an imported file: row and column, reason, and remedy."""

from dataclasses import dataclass

from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault.

    `row` counts as spreadsheets do, the header being row 1 (None: the whole file); `column` is the
    header's name for it, blank for the whole row.
    """

    row: int | None
    column: str
    reason: str
    remedy: str

    def __str__(self) -> str:
        where = "" if self.row is None else _("row %(row)d") % {"row": self.row}
        place = ", ".join(part for part in (where, self.column) if part)
        return f"{place}: {self.reason} {self.remedy}" if place else f"{self.reason} {self.remedy}"


class SheetError(Exception):
    """The file cannot be read as a table at all."""

    def __init__(self, reason: str, remedy: str, row: int | None = None) -> None:
        self.fault = Fault(row, "", reason, remedy)
        super().__init__(str(self.fault))
