"""XLSX files, read by a process of its own within limits (`workbook_process.py`)."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from django.utils.translation import gettext as _

from tournament.imports import workbook_process
from tournament.imports.faults import SheetError

AT_ONCE = 2
PATIENCE = 30
"""Seconds, of the clock: for a place, and for an answer."""
# Nothing of the server's own settings: its keys are no business of a file.
KEPT = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT")
_places = BoundedSemaphore(AT_ONCE)


def rows_of(content: bytes) -> Iterator[tuple[int, list[str]]]:
    """Number and cells of each row of the first sheet, blank rows left out; SheetError where
    there are none to be had."""
    if not _places.acquire(timeout=PATIENCE):
        raise _busy()
    try:
        answer = _answer_of_process(content)
    finally:
        _places.release()
    if "fault" in answer:
        raise _fault(answer["fault"], answer.get("row"))
    yield from answer["rows"]


def _answer_of_process(content: bytes) -> dict[str, Any]:
    """What the process says; it is ended where it takes too long."""
    try:
        done = subprocess.run(  # noqa: S603 - our own script, without a shell
            [
                sys.executable,
                "-I",
                str(Path(workbook_process.__file__)),
                str(workbook_process.MAX_SECONDS),
            ],
            input=content,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
            env={key: os.environ[key] for key in KEPT if key in os.environ},
        )
    except subprocess.TimeoutExpired:
        return {"fault": "limits"}
    except OSError as error:
        raise _busy() from error
    found: dict[str, Any] = json.loads(done.stdout) if done.stdout else {"fault": "limits"}
    return found


def _busy() -> SheetError:
    return SheetError(
        _("The server is reading other lists."), _("Wait a minute and choose the file again.")
    )


def _fault(code: str, row: int | None) -> SheetError:
    """The fault in words; each says what to do about it."""
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
    """More columns in a row than a list has."""
    text = _("There are more than %(columns)d columns.") % {"columns": workbook_process.MAX_COLUMNS}
    return SheetError(text, _("Keep name, club, email and seed."), row)


def too_many_rows() -> SheetError:
    """More rows than a list has, blank ones with them."""
    text = _("The file has more than %(rows)d rows.") % {"rows": workbook_process.MAX_ROWS}
    return SheetError(text, _("Delete the blank rows, or split it."))
