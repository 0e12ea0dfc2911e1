"""Reading of a workbook in a process of its own, within limits.

The process and its limits come from `tournament/common/limited_process.py`. Run as a
script, it takes an XLSX file on standard input and prints `{"rows": [[number, [cell, …]],
…]}`, or one of FAULTS: `{"fault": "columns", "row": 7}`. It does without Django, so that it
starts at once.
"""

import io
import json
import sys
import zipfile
from collections.abc import Iterator
from typing import Any

MAX_UNPACKED = 10 * 1024 * 1024
MAX_PARTS = 500
MAX_ROWS = 20_000
MAX_COLUMNS = 50
MAX_BLANK = 5 * MAX_ROWS
MAX_TEXT = 10_000_000
"""The most characters in all cells: one shared text may stand in every cell of a workbook."""
MAX_SECONDS = 10
"""Seconds of processor time; 20,000 players take 2."""
MAX_MEMORY = 512 * 1024 * 1024
FAULTS = ("unreadable", "unpacked", "columns", "rows", "limits")


class FaultError(Exception):
    """A reason not to read a workbook: one of FAULTS, and the row if it is about one."""

    def __init__(self, code: str, row: int | None = None) -> None:
        self.code, self.row = code, row
        super().__init__(code)


def read_rows(content: bytes) -> list[tuple[int, list[str]]]:
    """Return the first sheet's rows that are not blank, each with its number.

    Raises FaultError, or whatever a damaged workbook makes its library raise.
    """
    from openpyxl import load_workbook

    _check_unpacked(content)
    book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
    sheet: Any = book.worksheets[0]
    # The sheet's own statement of its size is ignored, and a cell far out makes no row of 16,384.
    sheet.reset_dimensions()
    sheet._get_row = _cells_with_content
    rows: list[tuple[int, list[str]]] = []
    left = MAX_TEXT
    for number, cells in enumerate(sheet.iter_rows(), start=1):
        if number > MAX_BLANK or len(rows) > MAX_ROWS:
            raise FaultError("rows")
        if row := _row(number, cells):
            rows.append((number, row))
            left -= sum(map(len, row))
        if left < 0:
            raise FaultError("unpacked")
    return rows


def _check_unpacked(content: bytes) -> None:
    """Raise FaultError for an archive that unpacks to too much.

    Both the directory and the unpacked bytes are counted, because directories lie.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = archive.infolist()
        if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
            raise FaultError("unpacked")
        left = MAX_UNPACKED
        for part in parts:
            with archive.open(part) as packed:
                while chunk := packed.read(64 * 1024):
                    left -= len(chunk)
                    if left < 0:
                        raise FaultError("unpacked")


def _cells_with_content(cells: list[dict[str, Any]], *_: Any) -> Iterator[tuple[int, str]]:
    """Return the cells of a row that have content, each with its column from 1."""
    found = ((cell["column"], _text(cell["value"])) for cell in cells)
    return ((column, text) for column, text in found if text.strip())


def _row(number: int, cells: Any) -> list[str]:
    row = dict(cells)
    last = max(row, default=0)
    if last > MAX_COLUMNS:
        raise FaultError("columns", number)
    return [row.get(column, "") for column in range(1, last + 1)]


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def answer_to(content: bytes) -> dict[str, Any]:
    """Return the text to print for a workbook."""
    try:
        return {"rows": read_rows(content)}
    except FaultError as error:
        return {"fault": error.code, "row": error.row}
    except MemoryError:
        return {"fault": "limits"}
    # The library's errors for a damaged workbook have no bounds: every kind was seen.
    except Exception:
        return {"fault": "unreadable"}


def main() -> None:
    """Read one workbook."""
    sys.stdout.buffer.write(json.dumps(answer_to(sys.stdin.buffer.read())).encode())


if __name__ == "__main__":
    main()
