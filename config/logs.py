"""The log of requests: one line for each that is refused for its form, and no key of any."""

import logging
import re

from tournament.common.database_faults import database_fault

_KEYS = re.compile(
    r"(/(?:me|my-data|player|api/v1/public/players|unsubscribe|organise/join"
    r"|organise/account/email|organise/sign-in/new/[^/\s]+|e/[^/\s]+/register)/)[^/\s?\"']+"
)
"""Addresses that open something by themselves: the part before the key, and the key."""


def without_keys(text: str) -> str:
    """Return a text with the keys in addresses masked.

    >>> without_keys("Too Many Requests: /me/4f1ZQ/")
    'Too Many Requests: /me/…/'
    """
    return _KEYS.sub(r"\1…", text)


class LinesWithoutKeys(logging.Formatter):
    """Mask the keys in addresses, in messages and traces alike."""

    def format(self, record: logging.LogRecord) -> str:
        """Format as the base class does, and mask."""
        return without_keys(super().format(record))


class OneLineEach(logging.Filter):
    """A filter that leaves out tracebacks of suspicious requests and of refused writes.

    There may be thousands, and each would fill a screen. Our own errors keep theirs.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record through, some of them shortened.

        Those of `django.security` lose their traceback; those about a refusing database get its
        reason instead.
        """
        error = record.exc_info[1] if record.exc_info else None
        unsaved = database_fault(error) is not None
        if unsaved:
            record.msg = f"{record.getMessage()} ({error})"
            record.args = ()
        if unsaved or record.name.startswith("django.security"):
            record.exc_info = None
            record.exc_text = None
        return True
