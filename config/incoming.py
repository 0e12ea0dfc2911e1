"""Checks of a request before any page reads it."""

import re

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest
from django.utils.deprecation import MiddlewareMixin

MAX_PATH_LENGTH = 1_000
"""The longest path, in characters; none of ours has a third of that. The admin's library matches
some with a pattern that reads a long path again for each slash."""
_ESCAPED = re.compile(r"\\(?:([0-3][0-7][0-7])|(.))", re.DOTALL)


class Incoming(MiddlewareMixin):
    """Middleware that reads the cookies and refuses impossible addresses.

    It refuses addresses that none of our links contains.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Raise SuspiciousOperation (400) for an impossible address.

        Its path is too long, or the address has a NUL. PostgreSQL cannot store a NUL, and no page
        links to one.
        """
        if len(request.path_info) > MAX_PATH_LENGTH:
            raise SuspiciousOperation("the path is too long")
        if "\x00" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise SuspiciousOperation("a NUL in the address")
        # Python's own reader copies the rest of a cookie at each backslash: 100 kB of them took
        # 13 s. It is called at the first look at this attribute.
        request.COOKIES = read_cookies(request.META.get("HTTP_COOKIE", ""))


def read_cookies(header: str) -> dict[str, str]:
    """Return the cookies of a header as Django reads them.

    Quoted ones are without their quotation marks.
    """
    found = {}
    for chunk in header.split(";"):
        name, equals, value = chunk.partition("=")
        if not equals:
            name, value = "", chunk
        if name.strip() or value.strip():
            found[name.strip()] = _unquote_value(value.strip())
    return found


def _unquote_value(value: str) -> str:
    if len(value) < 2 or value[0] != '"' or value[-1] != '"':
        return value
    return _ESCAPED.sub(lambda found: chr(int(found[1], 8)) if found[1] else found[2], value[1:-1])
