"""Each format keeps what it was given, a little at a time, and holds no formula."""

import datetime as dt
from collections.abc import Iterator
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.tournament.exports.reading import read_csv, read_json, read_xlsx
from tournament.common.streaming import CHUNK_BYTES
from tournament.exports.writers import FORMATS, MAX_XLSX_TEXT, write_csv, write_json, write_xlsx

COLUMNS = ("text", "value")
FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1")


def column(value: Any) -> tuple[Any, Any, Any]:
    """What CSV, XLSX and JSON make of one value."""
    rows = [("Ada", value)]
    csv_rows = read_csv(b"".join(write_csv(COLUMNS, rows)))
    xlsx_rows = read_xlsx(b"".join(write_xlsx(COLUMNS, rows)))
    (found,) = read_json(b"".join(write_json(COLUMNS, rows)))
    assert csv_rows[0] == xlsx_rows[0] == list(found) == list(COLUMNS)
    return csv_rows[1][1], xlsx_rows[1][1], found["value"]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (7, ("7", 7, 7)),
        (-7, ("-7", -7, -7)),
        (Fraction(4), ("4", 4, 4)),
        (Fraction(-7, 2), ("-3.5", -3.5, -3.5)),
        (True, ("true", True, True)),
        (False, ("false", False, False)),
        (None, ("", None, None)),
        ("Žižek, «Ада»\n“x”", ("Žižek, «Ада»\n“x”",) * 3),
        ({"name": ["Ада", 1]}, ('{"name": ["Ада", 1]}',) * 2 + ({"name": ["Ада", 1]},)),
    ],
)
def test_numbers_stay_numbers_and_texts_texts(value: Any, found: tuple[Any, Any, Any]) -> None:
    assert column(value) == found


def test_a_moment_is_written_in_utc_with_its_zone() -> None:
    moment = dt.datetime(2026, 5, 16, 9, 30, tzinfo=ZoneInfo("Europe/Paris"))
    assert column(moment) == ("2026-05-16T07:30:00.000+00:00",) * 3


@pytest.mark.parametrize("formula", FORMULAS)
def test_a_formula_is_neutralised_where_a_spreadsheet_would_run_it(formula: str) -> None:
    in_csv, in_xlsx, in_json = column(formula)
    assert in_csv == f"'{formula}"
    assert in_xlsx.replace("\n", "\r") == f"'{formula}"  # XML has one kind of line end
    assert in_json == formula


def test_a_workbook_opens_whatever_a_text_holds() -> None:
    in_csv, in_xlsx, in_json = column("a\x00b\x1f" + "c" * MAX_XLSX_TEXT)
    assert in_csv == in_json == "a\x00b\x1f" + "c" * MAX_XLSX_TEXT
    assert in_xlsx.startswith("a\ufffdb\ufffdc")
    assert len(in_xlsx) == MAX_XLSX_TEXT


@pytest.mark.parametrize("ending", FORMATS)
def test_an_empty_table_has_its_columns(ending: str) -> None:
    content = b"".join(FORMATS[ending].write(COLUMNS, []))
    read = {"csv": read_csv, "xlsx": read_xlsx, "json": read_json}[ending]
    assert read(content) == ([] if ending == "json" else [list(COLUMNS)])


@pytest.mark.parametrize("write", [write_csv, write_json])
def test_rows_are_read_while_the_file_is_sent(write: Any) -> None:
    asked = list[int]()

    def rows() -> Iterator[tuple[str, int]]:
        for number in range(1_000):
            asked.append(number)
            yield "x" * 1_000, number

    parts = write(COLUMNS, rows())
    first = next(parts)
    assert CHUNK_BYTES <= len(first) < CHUNK_BYTES + 2_000
    assert len(asked) < 100
    whole = first + b"".join(parts)
    found = read_csv(whole)[1:] if write is write_csv else read_json(whole)
    assert len(found) == len(asked) == 1_000
