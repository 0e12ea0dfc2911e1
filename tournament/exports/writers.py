"""Tables as CSV, XLSX and JSON: each writer yields the parts of the file. Pure."""

import csv
import datetime as dt
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from tempfile import TemporaryFile
from typing import Any, NamedTuple

from tournament.common.exports import escape_formula
from tournament.common.streaming import CHUNK_BYTES

MAX_XLSX_TEXT = 32_767
"""The most characters that Excel takes in a cell; a longer text is cut there."""
Rows = Iterable[Sequence[Any]]


class Format(NamedTuple):
    """A file format: its name to readers, its media type and its writer."""

    label: str
    kind: str
    write: Callable[[Sequence[str], Rows], Iterator[bytes]]


def write_csv(columns: Sequence[str], rows: Rows) -> Iterator[bytes]:
    """Yield CSV in UTF-8, with the mark by which Excel knows it."""
    out = io.StringIO()
    out.write("\ufeff")
    writer = csv.writer(out)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_csv_cell(value) for value in row])
        if out.tell() >= CHUNK_BYTES:
            yield _drain(out)
    yield _drain(out)


def write_json(columns: Sequence[str], rows: Rows) -> Iterator[bytes]:
    """Yield a list of objects, one a line, with the columns as keys."""
    out = io.StringIO()
    mark = "["
    for row in rows:
        values = dict(zip(columns, map(plain, row), strict=True))
        out.write(f"{mark}\n{json.dumps(values, ensure_ascii=False)}")
        mark = ","
        if out.tell() >= CHUNK_BYTES:
            yield _drain(out)
    out.write("[]\n" if mark == "[" else "\n]\n")
    yield _drain(out)


def write_xlsx(columns: Sequence[str], rows: Rows) -> Iterator[bytes]:
    """Yield a workbook of one sheet, which is written to a temporary file first."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    sheet.freeze_panes = "A2"
    sheet.append(columns)
    for row in rows:
        sheet.append([_xlsx_cell(value) for value in row])
    with TemporaryFile() as out:
        book.save(out)
        out.seek(0)
        while part := out.read(CHUNK_BYTES):
            yield part


def plain(value: Any) -> Any:
    """Return a value as JSON has it: moments in UTC, exact numbers as numbers.

    >>> plain(Fraction(7, 2)), plain(Fraction(4))
    (3.5, 4)
    """
    match value:
        case dt.datetime():
            return value.astimezone(dt.UTC).isoformat(timespec="milliseconds")
        case Fraction():
            return value.numerator if value.denominator == 1 else float(value)
        case _:
            return value


def _cell(value: Any) -> Any:
    """Return the value for a cell of a sheet.

    It is a number, a boolean, None, or a text that is no formula.
    """
    value = plain(value)
    match value:
        case None | bool() | int() | float():
            return value
        case str():
            return escape_formula(value)
        case _:
            return escape_formula(json.dumps(value, ensure_ascii=False))


def _csv_cell(value: Any) -> Any:
    cell = _cell(value)
    return str(cell).lower() if isinstance(cell, bool) else cell


def _xlsx_cell(value: Any) -> Any:
    """Return a cell without the control characters that XML forbids."""
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    cell = _cell(value)
    if not isinstance(cell, str):
        return cell
    return ILLEGAL_CHARACTERS_RE.sub("\ufffd", cell)[:MAX_XLSX_TEXT]


def _drain(out: io.StringIO) -> bytes:
    """Return the text written so far as bytes, and empty the buffer."""
    text = out.getvalue()
    out.seek(0)
    out.truncate()
    return text.encode()


XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMATS = {
    "csv": Format("CSV", "text/csv; charset=utf-8", write_csv),
    "xlsx": Format("Excel", XLSX, write_xlsx),
    "json": Format("JSON", "application/json", write_json),
}
"""The formats by the ending of a file's name."""
