"""CSV and XLSX files as rows of text cells, bounded in size.

The kind is told by the content.
"""

import csv
import io
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournament.people.imports.encodings import ENCODINGS, codec_of, guess_encoding
from tournament.people.imports.faults import SheetError
from tournament.people.imports.titles import known_titles
from tournament.people.imports.workbook_process import MAX_BLANK, MAX_COLUMNS, MAX_ROWS
from tournament.people.imports.workbooks import rows_of, too_many_columns, too_many_rows

MAX_BYTES = 5 * 1024 * 1024
MAX_LINE_LENGTH = 50_000
"""The longest line of a CSV file, in characters; a real list's lines are far shorter."""
DELIMITERS = ",;\t"
FIRST_ROWS = 10
"""Rows of the file among which the titles of the columns are looked for."""
MIN_TITLES = 2
"""A row below the first one needs so many known titles, or no other cells."""
WORKBOOK = b"PK\x03\x04"


class SheetRow(NamedTuple):
    """One row that is not blank: its number in the file, from 1, and its cells."""

    number: int
    cells: list[str]


def encoding_of(content: bytes, chosen: str = "") -> str:
    """Return the encoding by which a CSV file is read.

    It is the chosen one, else the guessed one. It is blank for a workbook. Raises SheetError if
    the file is too large.
    """
    if len(content) > MAX_BYTES:
        raise SheetError(
            _("The file is larger than %(megabytes)d MB.") % {"megabytes": MAX_BYTES >> 20},
            _("Remove what is not about players, or split it."),
        )
    if content.startswith(WORKBOOK):
        return ""
    return chosen if chosen in ENCODINGS else guess_encoding(content)


def read_sheet(content: bytes, encoding: str = "") -> list[SheetRow]:
    """Return the rows of a CSV or XLSX file from the titles of the columns on.

    Blank rows are left out. A CSV is read in `encoding`, or in the guessed one, separated by
    commas, semicolons or tabs; of an XLSX file the first sheet is read. Raises SheetError if it
    is neither, or too large.
    """
    encoding = encoding_of(content, encoding)
    found = _csv(content, encoding) if encoding else _xlsx(content)
    rows = []
    for row in found:
        if any(cell.strip() for cell in row.cells):
            rows.append(row)
        if len(rows) > MAX_ROWS or row.number > MAX_BLANK:
            raise too_many_rows()
    if not rows:
        raise SheetError(_("The file is empty."), _("Its first row has to name the columns."))
    return _without_title_rows(rows)


def _without_title_rows(rows: list[SheetRow]) -> list[SheetRow]:
    """Drop the rows above the header row.

    The header row is the one with the most known column titles. Below the first row it needs
    two, unless all its filled cells are titles: a single word such as “No” may be an answer.
    Keep all if none is found.
    """
    first = [row for row in rows if row.number <= FIRST_ROWS]
    known = [known_titles(row.cells) for row in first]
    for number, row in enumerate(first[1:], start=1):
        filled = sum(bool(cell.strip()) for cell in row.cells)
        if known[number] < min(filled, MIN_TITLES):
            known[number] = 0
    return rows[known.index(max(known)) :] if any(known) else rows


def _csv(content: bytes, encoding: str) -> Iterator[SheetRow]:
    text = _decode(content, encoding)
    reader = csv.reader(_lines(text), delimiter=_delimiter(text), strict=True)
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


def _delimiter(text: str) -> str:
    """Return the delimiter by which one of the first lines has the most known titles.

    If none has any, it is the one that the first line has most.
    """
    lines = list(islice(_lines(text), FIRST_ROWS))

    def fit(delimiter: str) -> tuple[int, int]:
        known = max((known_titles(line.split(delimiter, MAX_COLUMNS)) for line in lines), default=0)
        return known, lines[0].count(delimiter) if lines else 0

    return max(DELIMITERS, key=fit)


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


def _decode(content: bytes, encoding: str) -> str:
    if b"\0" in content and encoding != "utf-16":
        raise _no_text()
    codec = codec_of(content, encoding)
    try:
        text = content.decode(codec)
    except UnicodeDecodeError as error:
        row = content[: error.start].decode(codec, "ignore").count("\n") + 1
        named = {"encoding": ENCODINGS[encoding], "byte": hex(content[error.start])}
        raise SheetError(
            _("The file is not in %(encoding)s (byte %(byte)s).") % named,
            _("Read it as something else, or save it as “CSV UTF-8” or as XLSX."),
            row,
        ) from error
    if "\0" in text:
        raise _no_text()
    return text


def _no_text() -> SheetError:
    return SheetError(_("This is not a text file."), _("Save it as CSV (UTF-8) or XLSX."))


def _xlsx(content: bytes) -> Iterator[SheetRow]:
    return (SheetRow(number, cells) for number, cells in rows_of(content))


def _trim_cells(cells: list[str], row: int) -> list[str]:
    """Drop the empty cells at the end; raise SheetError if far too many are left."""
    while cells and not cells[-1].strip():
        cells.pop()
    if len(cells) > MAX_COLUMNS:
        raise too_many_columns(row)
    return cells
