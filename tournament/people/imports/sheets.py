"""CSV and XLSX files as rows of text cells, bounded in size; the kind is told by the content."""

import csv
import io
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournament.people.imports.faults import SheetError
from tournament.people.imports.workbook_process import MAX_BLANK, MAX_COLUMNS, MAX_ROWS
from tournament.people.imports.workbooks import rows_of, too_many_columns, too_many_rows

MAX_BYTES = 5 * 1024 * 1024
MAX_LINE_LENGTH = 50_000
"""The longest line of a CSV file, in characters; a real list's lines are far shorter."""
DELIMITERS = ",;\t"


class SheetRow(NamedTuple):
    """One row that is not blank: its number in the file, from 1, and its cells."""

    number: int
    cells: list[str]


def read_sheet(content: bytes) -> list[SheetRow]:
    """Return the rows of a CSV or XLSX file, blank rows left out.

    A CSV is in UTF-8, separated by commas, semicolons or tabs; of an XLSX file the first sheet is
    read. Raises SheetError if it is neither, or too large.
    """
    if len(content) > MAX_BYTES:
        raise SheetError(
            _("The file is larger than %(megabytes)d MB.") % {"megabytes": MAX_BYTES >> 20},
            _("Remove what is not about players, or split it."),
        )
    found = _xlsx(content) if content.startswith(b"PK\x03\x04") else _csv(content)
    rows = []
    for row in found:
        if any(cell.strip() for cell in row.cells):
            rows.append(row)
        if len(rows) > MAX_ROWS or row.number > MAX_BLANK:
            raise too_many_rows()
    if not rows:
        raise SheetError(_("The file is empty."), _("Its first row has to name the columns."))
    return rows


def _csv(content: bytes) -> Iterator[SheetRow]:
    text = _decode(content)
    if "\x00" in text:
        raise SheetError(_("This is not a text file."), _("Save it as CSV (UTF-8) or XLSX."))
    header = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=header.count)
    reader = csv.reader(_lines(text), delimiter=delimiter, strict=True)
    start = 1
    try:
        for cells in reader:
            yield SheetRow(start, _trim_cells(cells, start))
            start = reader.line_num + 1
    except csv.Error as error:
        raise SheetError(
            _("The quotation marks do not match up (%(detail)s).") % {"detail": error},
            _("Put a cell with quotation marks in quotation marks and double those inside."),
            start,
        ) from error


def _lines(text: str) -> Iterator[str]:
    """Yield the lines; refuse one that would become too many cells, before it does."""
    for number, line in enumerate(io.StringIO(text, newline=""), start=1):
        if len(line) > MAX_LINE_LENGTH:
            raise SheetError(
                _("This line has %(length)d characters.") % {"length": len(line)},
                _("Give each player a line: name, club, email and seed."),
                number,
            )
        yield line


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
    return (SheetRow(number, cells) for number, cells in rows_of(content))


def _trim_cells(cells: list[str], row: int) -> list[str]:
    """Drop the empty cells at the end; raise SheetError if far too many are left."""
    while cells and not cells[-1].strip():
        cells.pop()
    if len(cells) > MAX_COLUMNS:
        raise too_many_columns(row)
    return cells
