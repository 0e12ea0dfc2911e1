"""The logging of records, as text or as JSON.

Keys are left out, and refusals take one line each.
"""

import datetime as dt
import json
import logging
import re
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from uuid import uuid4

from django.http import HttpRequest, HttpResponseBase

from tournament.common.database_faults import database_fault

_KEYS = re.compile(
    r"(/(?:me|my-data|player|api/v1/public/players|unsubscribe|organise/join"
    r"|organise/account/email|organise/sign-in/new/[^/\s]+|e/[^/\s]+/register)/)[^/\s?\"']+"
)
"""Addresses that open something by themselves: the part before the key, and the key."""

_GIVEN_ID = re.compile(r"[0-9A-Za-z-]{8,64}")
_current_request: ContextVar[HttpRequest | None] = ContextVar("current_request", default=None)
"""The request that this thread answers."""
Answer = Callable[[HttpRequest], HttpResponseBase]


def log_requests(get_response: Answer) -> Answer:
    """Add the request's ID to every record logged while it is answered.

    It is what a proxy gave as `X-Request-ID`, or a new one.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        given = request.headers.get("X-Request-ID", "")
        is_given = _GIVEN_ID.fullmatch(given) is not None
        request.log_id = given if is_given else uuid4().hex  # type: ignore[attr-defined]
        token = _current_request.set(request)
        try:
            return get_response(request)
        finally:
            _current_request.reset(token)

    return answer


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


class JsonLines(logging.Formatter):
    """A formatter that writes each record as one line of JSON.

    The line has the IDs of the record's request, event and game.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, with the keys in addresses masked."""
        at = dt.datetime.fromtimestamp(record.created, dt.UTC)
        fields = {
            "at": at.isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **dict(_facts_of_request(record)),
        }
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)
        # Masked before they are quoted: a key ends at a quote or at a line's end.
        masked = {name: without_keys(text) for name, text in fields.items()}
        return json.dumps(masked, ensure_ascii=False)


def _facts_of_request(record: logging.LogRecord) -> Iterator[tuple[str, str]]:
    """Yield the ID, the method and the names of a record's request.

    The names are those in the request's address: event and game.
    """
    request = getattr(record, "request", None) or _current_request.get()
    if not isinstance(request, HttpRequest):
        return
    yield "request", getattr(request, "log_id", "")
    yield "method", str(request.method)
    named = request.resolver_match.kwargs if request.resolver_match else {}
    for key, argument in (("event", "slug"), ("game", "game")):
        if argument in named:
            yield key, str(named[argument])


class OneLineEach(logging.Filter):
    """A filter that strips tracebacks of suspicious requests and refused writes.

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
