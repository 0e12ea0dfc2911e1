"""Mentions of one person in a text or a JSON value, and their removal. Pure."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tournament.common.names import ERASED, comparison_key

FREE_KEYS = frozenset(
    {
        "reason",
        "alone_reason",
        "rejected_reason",
        "abandoned_reason",
        "correction_reason",
        "note",
        "text",
        "resolution",
        "decision",
        "label",
    }
)
"""JSON keys whose values people write freely: these values are erased as a whole."""
MIN_LETTERS = 3


@dataclass(frozen=True, slots=True)
class Person:
    """All names and email addresses of a person, past and present.

    `in_full`: only full names count, because somebody else shares a part of one.
    """

    names: frozenset[str]
    emails: frozenset[str]
    in_full: bool = False

    def is_named_in(self, text: str) -> bool:
        """Return whether a text names the person.

        It does with a full name, an address or, unless `in_full`, a part of a name. Notes often say
        "Ada" instead of "Ada Lovelace". Case and spacing do not matter.
        """
        plain = comparison_key(text)
        if any(
            _pattern_of(comparison_key(whole)).search(plain) for whole in self.names | self.emails
        ):
            return True
        if self.in_full:
            return False
        words = set(re.findall(r"\w+", plain))
        return any(part in words for name in self.names for part in _parts(name))

    def redact(self, text: str) -> str:
        """Return the text with full names and addresses replaced."""
        for whole in sorted(self.names | self.emails, key=len, reverse=True):
            text = _pattern_of(whole).sub(ERASED, text)
        return text

    def redact_json(self, value: Any, key: str = "") -> Any:
        """Redact every text in a JSON value.

        A free text about the person is erased entirely.
        """
        if isinstance(value, str):
            free = key in FREE_KEYS or key.startswith("x-")
            return ERASED if free and self.is_named_in(value) else self.redact(value)
        return map_json(value, self.redact_json, key)


def map_json(value: Any, change: Callable[[Any, str], Any], key: str = "") -> Any:
    """Replace each item of a JSON value by `change(item, key)`.

    Items of a list have the key of the list.
    """
    if isinstance(value, dict):
        return {name: change(item, name) for name, item in value.items()}
    if isinstance(value, list):
        return [change(item, key) for item in value]
    return value


@lru_cache(maxsize=64)
def _pattern_of(whole: str) -> re.Pattern[str]:
    """Return a pattern that finds a name or an address as whole words.

    It finds "An", for example, but not in "landing". Scripts without capitals may set no space
    beside a name, so that a letter may stand beside it there.
    """
    before = r"(?<!\w)" if _has_case(whole[0]) else ""
    after = r"(?!\w)" if _has_case(whole[-1]) else ""
    return re.compile(before + re.escape(whole) + after, re.IGNORECASE)


def _has_case(letter: str) -> bool:
    return letter.lower() != letter.upper()


def _parts(name: str) -> list[str]:
    return [part for part in re.findall(r"\w+", comparison_key(name)) if len(part) >= MIN_LETTERS]
