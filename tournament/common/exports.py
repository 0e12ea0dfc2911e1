"""Lists as CSV that a spreadsheet opens, in which no cell is a formula. Pure."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
_INNER_START = re.compile(r"(?!^)([;\t\r\n] *)(?=[=+@-])")
"""A spreadsheet whose own separator is the semicolon begins a cell there, quoted or not."""


def escape_formula(cell: object) -> str:
    """Return a cell's text that no spreadsheet takes for a formula.

    An apostrophe is put before one that would be, and before a part that would be.

    >>> escape_formula("=1+1"), escape_formula("Ada"), escape_formula(7), escape_formula("a;=1")
    ("'=1+1", 'Ada', '7', "a;'=1")
    """
    text = _INNER_START.sub(r"\1'", str(cell))
    return f"'{text}" if text.lstrip(" ").startswith(FORMULA_STARTS) else text


def as_csv(rows: Iterable[Sequence[object]]) -> bytes:
    """Return CSV in UTF-8, with the mark by which Excel knows it."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerows([escape_formula(cell) for cell in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")
