"""Strict parsing of times from tablets and records. Pure.

It is strict because a stored time stays for ever.
"""

import re
from datetime import UTC, datetime

FIRST = datetime(2000, 1, 1, tzinfo=UTC)
END = datetime(2100, 1, 1, tzinfo=UTC)
"""The first moment that is too late. Every time zone can show the times from FIRST up to END."""
MAX_LENGTH = 40
_FORM = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?"
    r"(?:Z|[+-][0-9]{2}:[0-5][0-9])"
)
HARMLESS = rf"[0-9A-Za-z.:+-]{{1,{MAX_LENGTH}}}"
"""Pattern of a malformed time that can still be stored and shown as text."""
_HARMLESS = re.compile(HARMLESS)


def read_moment(text: object) -> datetime | None:
    """Return an RFC 3339 time from 2000 to 2099 in UTC; None for anything else.

    No page can show other years, the 30th of February or a leap second.
    """
    if not isinstance(text, str) or not _FORM.fullmatch(text):
        return None
    try:
        moment = datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return moment if FIRST <= moment < END else None


def is_harmless(text: object) -> bool:
    """Return whether `text`, given where a time belongs, is safe to store and show."""
    return isinstance(text, str) and bool(_HARMLESS.fullmatch(text))
