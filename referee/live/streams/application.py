"""`GET /e/SLUG/live` as an ASGI application.

It stands before the application that answers everything else.
"""

import re
from http import HTTPStatus

from django.http import HttpRequest

from referee.live.streams.answering import (
    METHODS,
    SAFE,
    Answer,
    Application,
    Headers,
    Receive,
    Scope,
    Send,
    has_body,
    names_this_server,
)
from referee.live.streams.hub import Hub
from referee.live.streams.readers import CHUNKS
from tournament.accounts.sign_in.address import client_address

_PATH = re.compile(r"/e/([-a-zA-Z0-9_]{1,60})/live")
_SINCE = re.compile(rb"(?:^|&)since=([0-9]{1,9})(?:&|$)")
_NUMBER = re.compile(rb"[0-9]{1,9}")
MAX_QUERY_BYTES = 1_000

FOR_OTHER_SITES = [
    (b"access-control-allow-origin", b"*"),
    (b"access-control-allow-methods", b"GET, HEAD, OPTIONS"),
    (b"access-control-allow-headers", b"Last-Event-ID"),
    (b"access-control-expose-headers", b"Retry-After"),
    (b"access-control-max-age", b"86400"),
]
HEADERS = [*FOR_OTHER_SITES, *SAFE]

SENTENCES = {
    HTTPStatus.BAD_REQUEST: b"This server has another name.\n",
    HTTPStatus.NOT_FOUND: b"There is no such event.\n",
    HTTPStatus.METHOD_NOT_ALLOWED: b"A stream is read.\n",
    HTTPStatus.SERVICE_UNAVAILABLE: b"No stream can be had now: poll the snapshot.\n",
}


class Streams:
    """An ASGI application that answers the streams' addresses.

    It needs no database or thread for each stream. `application` answers everything else, and a
    request that has a body.
    """

    def __init__(self, application: Application, hub: Hub) -> None:
        self._application = application
        self._hub = hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if found is None:
            await self._application(scope, receive, send)
            return
        headers: Headers = dict(scope["headers"])
        answer = Answer(send, HEADERS, SENTENCES)
        method = scope["method"]
        if has_body(headers):
            await self._application(scope, receive, send)
        elif method not in METHODS:
            await answer.short(HTTPStatus.METHOD_NOT_ALLOWED)
        elif not names_this_server(headers):
            await answer.short(HTTPStatus.BAD_REQUEST)
        elif method == "OPTIONS":
            await answer.short(HTTPStatus.NO_CONTENT)
        else:
            await self._follow(found[1], scope, headers, receive, answer)

    async def _follow(
        self, slug: str, scope: Scope, headers: Headers, receive: Receive, answer: Answer
    ) -> None:
        reader = self._hub.join(slug, _address(scope, headers), _version(scope, headers))
        if reader is None:
            await answer.short(HTTPStatus.SERVICE_UNAVAILABLE)
            return
        reader.write_chunk = scope.get("extensions", {}).get(CHUNKS, {}).get("write")
        try:
            await answer.stream(reader, receive, head=scope["method"] == "HEAD")
        finally:
            self._hub.leave(slug, reader)


def _version(scope: Scope, headers: Headers) -> int | None:
    """Return the reader's version, from a header or the address.

    The browser's `Last-Event-ID` is newer than the address.
    """
    last = _NUMBER.fullmatch(headers.get(b"last-event-id", b""))
    if last:
        return int(last[0])
    since = _SINCE.search(scope["query_string"][:MAX_QUERY_BYTES])
    return int(since[1]) if since else None


def _address(scope: Scope, headers: Headers) -> str:
    """Return the reader's address, by the rule that all limits share."""
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = (scope.get("client") or ("",))[0]
    request.META["HTTP_X_FORWARDED_FOR"] = headers.get(b"x-forwarded-for", b"").decode("latin-1")
    return client_address(request)
