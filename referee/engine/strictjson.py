"""Reading one line of a record: JSON to the letter, and never a crash."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from referee.engine.refusals import FormFault

_LONGEST_NUMBER = 15


class OddNumber(str):
    """A number that no rule accepts: `-0`, or one of too many digits. It is no `int`."""


def _constant(name: str) -> NoReturn:
    raise FormFault("not_json", column=1)


def _integer(digits: str) -> int | OddNumber:
    if digits == "-0" or len(digits) > _LONGEST_NUMBER:
        return OddNumber(digits)
    return int(digits)


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise FormFault("key_twice", key=twice[:40])
    return found


_fast = json.JSONDecoder(parse_constant=_constant).scan_once
_careful = json.JSONDecoder(
    parse_constant=_constant, parse_int=_integer, object_pairs_hook=_pairs
).decode


def read_line(text: str) -> Any:
    """The JSON value that `text` (not blank) spells; FormFault when it is not well-formed.

    The fast way suits a flat object: when as many colons stand in the text as the object has
    keys, no key is there twice and nothing is nested. Everything else is read carefully.
    """
    try:
        value, end = _fast(text, 0)
        if end == len(text) and type(value) is dict and "-0" not in text:
            colons = text.count(":")
            if colons == len(value):
                return value
            if "at" in value and "\\" not in text and type(value["at"]) is str:
                if colons == len(value) + value["at"].count(":"):
                    return value
    except (ValueError, StopIteration, RecursionError):
        pass
    return _read_carefully(text)


def _read_carefully(text: str) -> Any:
    try:
        return _careful(text)
    except json.JSONDecodeError as error:
        raise FormFault("not_json", column=error.colno) from None
    except RecursionError:
        raise FormFault("too_deep") from None
