"""`GET /e/SLUG/live` as an ASGI application, before the one that answers everything else."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host

from referee.streams.hub import Hub
from referee.streams.readers import Reader
from tournament.sign_in.address import client_address

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = dict[bytes, bytes]

_PATH = re.compile(r"/e/([-a-zA-Z0-9_]{1,60})/live")
_SINCE = re.compile(rb"(?:^|&)since=([0-9]{1,9})(?:&|$)")
_NUMBER = re.compile(rb"[0-9]{1,9}")
MAX_QUERY_BYTES = 1_000
RETRY_SECONDS = b"30"
METHODS = ("GET", "HEAD", "OPTIONS")

FOR_OTHER_SITES = [
    (b"access-control-allow-origin", b"*"),
    (b"access-control-allow-methods", b"GET, HEAD, OPTIONS"),
    (b"access-control-allow-headers", b"Last-Event-ID"),
    (b"access-control-expose-headers", b"Retry-After"),
    (b"access-control-max-age", b"86400"),
]
SAFE = [
    *FOR_OTHER_SITES,
    (b"cache-control", b"no-store, no-transform"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
]
STREAM = [
    *SAFE,
    (b"content-type", b"text/event-stream; charset=utf-8"),
    # A proxy hands on each message when it comes.
    (b"x-accel-buffering", b"no"),
]

SENTENCES = {
    HTTPStatus.BAD_REQUEST: b"This server has another name.\n",
    HTTPStatus.NOT_FOUND: b"There is no such event.\n",
    HTTPStatus.METHOD_NOT_ALLOWED: b"A stream is read.\n",
    HTTPStatus.SERVICE_UNAVAILABLE: b"No stream can be had now: poll the snapshot.\n",
}


class Streams:
    """Answers what is asked of the streams' addresses, without a database and a thread for each;
    `application` answers everything else, and a request that has a body."""

    def __init__(self, application: Application, hub: Hub) -> None:
        self._application = application
        self._hub = hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if found is None:
            await self._application(scope, receive, send)
            return
        headers: Headers = dict(scope["headers"])
        method = scope["method"]
        if _has_body(headers):
            await self._application(scope, receive, send)
        elif method not in METHODS:
            await _answer(send, HTTPStatus.METHOD_NOT_ALLOWED)
        elif not _names_this_server(headers):
            await _answer(send, HTTPStatus.BAD_REQUEST)
        elif method == "OPTIONS":
            await _answer(send, HTTPStatus.NO_CONTENT)
        else:
            await self._follow(found[1], scope, headers, receive, send)

    async def _follow(
        self, slug: str, scope: Scope, headers: Headers, receive: Receive, send: Send
    ) -> None:
        reader = self._hub.join(slug, _address(scope, headers), _version(scope, headers))
        if reader is None:
            await _answer(send, HTTPStatus.SERVICE_UNAVAILABLE)
            return
        watch = asyncio.create_task(_wait_until_gone(receive, reader))
        try:
            if scope["method"] == "HEAD":
                await _answer_head(reader, send)
            else:
                await _stream(reader, send)
        finally:
            self._hub.leave(slug, reader)
            watch.cancel()


async def _stream(reader: Reader, send: Send) -> None:
    """All messages, until the stream or the reader ends."""
    message = await _begun(reader)
    if reader.status is not HTTPStatus.OK:
        await _answer(send, reader.status)
        return
    await send({"type": "http.response.start", "status": 200, "headers": STREAM})
    while not reader.ended:
        if message:
            await send({"type": "http.response.body", "body": message, "more_body": True})
        message = await reader.next()
    await send({"type": "http.response.body", "body": b""})


async def _answer_head(reader: Reader, send: Send) -> None:
    await _begun(reader)
    if reader.status is not HTTPStatus.OK:
        await _answer(send, reader.status)
        return
    await send({"type": "http.response.start", "status": 200, "headers": STREAM})
    await send({"type": "http.response.body", "body": b""})


async def _begun(reader: Reader) -> bytes:
    """Wait until it is known how the answer begins, or the reader is gone; the first message."""
    message = b""
    while reader.status is None and not reader.ended:
        message = await reader.next()
    return message


async def _wait_until_gone(receive: Receive, reader: Reader) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    reader.end()


async def _answer(send: Send, status: HTTPStatus | None) -> None:
    """A short answer; 503 where it is not known what to say."""
    status = status or HTTPStatus.SERVICE_UNAVAILABLE
    headers = [*SAFE, (b"content-type", b"text/plain; charset=utf-8")]
    body = SENTENCES.get(status, b"")
    if body:
        headers.append((b"content-length", b"%d" % len(body)))
    if status is HTTPStatus.METHOD_NOT_ALLOWED:
        headers.append((b"allow", ", ".join(METHODS).encode()))
    if status is HTTPStatus.SERVICE_UNAVAILABLE:
        headers.append((b"retry-after", RETRY_SECONDS))
    await send({"type": "http.response.start", "status": int(status), "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _has_body(headers: Headers) -> bool:
    return headers.get(b"content-length", b"0") != b"0" or b"transfer-encoding" in headers


def _names_this_server(headers: Headers) -> bool:
    name, _port = split_domain_port(headers.get(b"host", b"").decode("latin-1"))
    return bool(name) and validate_host(name, settings.ALLOWED_HOSTS)


def _version(scope: Scope, headers: Headers) -> int | None:
    """The version the reader has: the browser's own word, which is newer than the address's."""
    last = _NUMBER.fullmatch(headers.get(b"last-event-id", b""))
    if last:
        return int(last[0])
    since = _SINCE.search(scope["query_string"][:MAX_QUERY_BYTES])
    return int(since[1]) if since else None


def _address(scope: Scope, headers: Headers) -> str:
    """The reader's address, by the rule for all limits."""
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = (scope.get("client") or ("",))[0]
    request.META["HTTP_X_FORWARDED_FOR"] = headers.get(b"x-forwarded-for", b"").decode("latin-1")
    return client_address(request)
