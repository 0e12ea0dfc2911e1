"""XLSX files, read by a process of its own within limits (`workbook_process.py`)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from tournament.common.limited_process import BusyError, LimitReachedError, Limits, run_limited
from tournament.people.imports import workbook_process
from tournament.people.imports.faults import SheetError

PATIENCE = 30
"""Seconds of real time to wait for an answer."""


def rows_of(content: bytes) -> Iterator[tuple[int, list[str]]]:
    """Return number and cells of each row of the first sheet, without blank rows.

    Raise SheetError if the rows cannot be read.
    """
    answer = _answer_of_process(content)
    if "fault" in answer:
        raise _fault(answer["fault"], answer.get("row"))
    yield from answer["rows"]


def _answer_of_process(content: bytes) -> dict[str, Any]:
    limits = Limits(workbook_process.MAX_SECONDS, PATIENCE, workbook_process.MAX_MEMORY)
    try:
        out = run_limited(Path(workbook_process.__file__), given=content, limits=limits)
    except LimitReachedError:
        return {"fault": "limits"}
    except BusyError as error:
        raise SheetError(
            _("The server is reading other files."), _("Wait a minute and choose the file again.")
        ) from error
    found: dict[str, Any] = json.loads(out)
    return found


def _fault(code: str, row: int | None) -> SheetError:
    """Return the fault in words, with what to do about it."""
    anew = _("Copy the players into a new workbook, or save the list as CSV UTF-8.")
    match code:
        case "unpacked":
            text = _("Unpacked, the workbook is larger than %(megabytes)d MB.")
            return SheetError(text % {"megabytes": workbook_process.MAX_UNPACKED >> 20}, anew)
        case "limits":
            return SheetError(_("The workbook takes too long to read."), anew)
        case "columns":
            return too_many_columns(row)
        case "rows":
            return too_many_rows()
    return SheetError(
        _("The file is not a readable XLSX workbook."),
        _("Open it in a spreadsheet program and save it again as XLSX or CSV UTF-8."),
    )


def too_many_columns(row: int | None) -> SheetError:
    """Return the error of a row with more columns than a list has."""
    text = _("There are more than %(columns)d columns.") % {"columns": workbook_process.MAX_COLUMNS}
    return SheetError(text, _("Keep name, club, email and seed."), row)


def too_many_rows() -> SheetError:
    """Return the error of a file with too many rows, blank ones included."""
    text = _("The file has more than %(rows)d rows.") % {"rows": workbook_process.MAX_ROWS}
    return SheetError(text, _("Delete the blank rows, or split it."))
