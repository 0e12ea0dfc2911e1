"""CSV and XLSX files as rows of text cells, bounded in size; the kind is told by the content."""

import csv
import io
import zipfile
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournament.imports.faults import SheetError

MOST_BYTES = 5 * 1024 * 1024
MOST_UNPACKED = 60 * 1024 * 1024
MOST_ROWS = 20_000
MOST_COLUMNS = 50
DELIMITERS = ",;\t"


class SheetRow(NamedTuple):
    """One row that is not blank: its number in the file, from 1, and its cells."""

    number: int
    cells: list[str]


def read_sheet(content: bytes) -> list[SheetRow]:
    """The rows of a CSV (UTF-8, separated by commas, semicolons or tabs) or of the first sheet of
    an XLSX file, blank rows left out. Raises SheetError if it is neither, or too large."""
    if len(content) > MOST_BYTES:
        raise SheetError(
            _("The file is larger than %(megabytes)d MB.") % {"megabytes": MOST_BYTES >> 20},
            _("Remove what is not about players, or split it."),
        )
    found = _xlsx(content) if content.startswith(b"PK\x03\x04") else _csv(content)
    rows = []
    for row in found:
        if any(cell.strip() for cell in row.cells):
            rows.append(row)
        if len(rows) > MOST_ROWS:
            raise SheetError(
                _("The file has more than %(rows)d rows.") % {"rows": MOST_ROWS}, _("Split it.")
            )
    if not rows:
        raise SheetError(_("The file is empty."), _("Its first row has to name the columns."))
    return rows


def _csv(content: bytes) -> Iterator[SheetRow]:
    text = _decode(content)
    if "\x00" in text:
        raise SheetError(_("This is not a text file."), _("Save it as CSV (UTF-8) or XLSX."))
    header = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=header.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    start = 1
    try:
        for cells in reader:
            yield SheetRow(start, _bounded(cells, start))
            start = reader.line_num + 1
    except csv.Error as error:
        raise SheetError(
            _("The quotation marks do not match up (%(detail)s).") % {"detail": error},
            _("Put a cell with quotation marks in quotation marks and double those inside."),
            start,
        ) from error


def _decode(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        row = content.count(b"\n", 0, error.start) + 1
        raise SheetError(
            _("The file is not in UTF-8 (byte %(byte)s).") % {"byte": hex(content[error.start])},
            _("Save it as “CSV UTF-8” or as XLSX, and import it again."),
            row,
        ) from error


def _xlsx(content: bytes) -> Iterator[SheetRow]:
    # Loaded by who brings a workbook: every process and command would wait 0.2 s for it.
    from openpyxl import load_workbook

    try:
        _check_unpacked(content)
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()
        for number, values in enumerate(sheet.iter_rows(values_only=True), start=1):
            yield SheetRow(number, _bounded([_cell(value) for value in values], number))
            if number > MOST_ROWS * 5:
                raise SheetError(_("The sheet has too many rows."), _("Delete the blank rows."))
    except SheetError:
        raise
    # What a damaged workbook makes its library raise is not bounded: every kind was seen.
    except Exception as error:
        raise SheetError(
            _("The file is not a readable XLSX workbook."),
            _("Open it in a spreadsheet program and save it again as XLSX or CSV UTF-8."),
        ) from error


def _check_unpacked(content: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        unpacked = sum(item.file_size for item in archive.infolist())
    if unpacked > MOST_UNPACKED:
        raise SheetError(
            _("The workbook is larger than %(megabytes)d MB inside.")
            % {"megabytes": MOST_UNPACKED >> 20},
            _("Copy the players into a new workbook."),
        )


def _bounded(cells: list[str], row: int) -> list[str]:
    """Cells without the empty ones at the end (SheetError if there are far too many)."""
    while cells and not cells[-1].strip():
        cells.pop()
    if len(cells) > MOST_COLUMNS:
        raise SheetError(
            _("There are more than %(columns)d columns.") % {"columns": MOST_COLUMNS},
            _("Keep name, club, email and seed."),
            row,
        )
    return cells


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
