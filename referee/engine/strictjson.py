"""Strict JSON reader for one line of a record.

Bad input raises FormError and never crashes the reader.
"""

from __future__ import annotations

import json
import json.scanner
import re
from collections.abc import Callable
from typing import Any, NoReturn

from referee.engine.refusals import FormError, printable

MAX_DEPTH = 100
"""The deepest nesting of objects and lists in one line. Lines under 200 characters are not checked:
they are too short to hold more levels."""
_MAX_DIGITS = 15
# An unterminated string runs to the end of the line: no quotation mark in it opens another.
_TEXTS = re.compile(r'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_BRACKETS = re.compile(r"[\[\]{}]")


class OddNumber(str):
    """A number that no rule accepts: `-0`, or one with too many digits.

    It is not an `int`.
    """


def _constant(name: str) -> NoReturn:
    raise FormError("not_json", column=1)


def _integer(digits: str) -> int | OddNumber:
    if digits == "-0" or len(digits) > _MAX_DIGITS:
        return OddNumber(digits)
    return int(digits)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise FormError("key_twice", key=printable(twice))
    return value


_fast: Callable[[str, int], tuple[Any, int]] = json.scanner.make_scanner(
    json.JSONDecoder(parse_constant=_constant)  # type: ignore[arg-type]
)
_careful = json.JSONDecoder(
    parse_constant=_constant, parse_int=_integer, object_pairs_hook=_object
).decode


def read_line(text: str) -> Any:
    """Return the JSON value that `text` (not blank) spells.

    Raise FormError if it is malformed.
    """
    check_depth(text)
    try:
        value, end = _fast(text, 0)
    except (ValueError, StopIteration):
        return _read_carefully(text)
    return value if end == len(text) and _is_plain(text, value) else _read_carefully(text)


def check_depth(text: str) -> None:
    """Raise FormError if JSON is nested deeper than MAX_DEPTH.

    Some JSON readers fail on deep nesting.
    """
    if len(text) < 2 * MAX_DEPTH or text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    depth = 0
    for bracket in _BRACKETS.findall(_TEXTS.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > MAX_DEPTH:
            raise FormError("too_deep", most=MAX_DEPTH)


def _is_plain(text: str, value: Any) -> bool:
    """Return True only if no key is repeated and no number is `-0`; False if in doubt.

    A plain line has one colon for each key of its object and of the objects in it. More colons mean
    a repeated key, deeper nesting, or a string with a colon.
    """
    if type(value) is not dict or "-0" in text:
        return False
    more = text.count(":") - len(value)
    return not more or more == sum([len(v) for v in value.values() if type(v) is dict])


def _read_carefully(text: str) -> Any:
    try:
        return _careful(text)
    except json.JSONDecodeError as error:
        raise FormError("not_json", column=error.colno) from None
