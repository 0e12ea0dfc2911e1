"""Answers of an ASGI application: a stream, or the reason why there is none."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from http import HTTPStatus
from typing import Any, Protocol

from django.conf import settings
from django.http.request import split_domain_port, validate_host

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = dict[bytes, bytes]
HeaderList = list[tuple[bytes, bytes]]

RETRY_SECONDS = b"30"
METHODS = ("GET", "HEAD", "OPTIONS")

SAFE: HeaderList = [
    (b"cache-control", b"no-store, no-transform"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
]
STREAM: HeaderList = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    # A proxy hands on each message when it comes.
    (b"x-accel-buffering", b"no"),
]


class Follower(Protocol):
    """The reader of a stream.

    `status` is the one that the answer begins with: None until that is known.
    """

    status: HTTPStatus | None
    ended: bool

    def end(self) -> None:
        """Close the stream; nothing more is sent."""

    async def next(self) -> bytes:
        """Return the message to send now.

        It is empty once the stream ended or its status became known.
        """


class Answer:
    """Sends one answer of a stream's address: the stream, or a short refusal.

    `send` is ASGI's. `sentences` are the bodies of refusals, by status.
    """

    def __init__(
        self, send: Send, headers: HeaderList, sentences: Mapping[HTTPStatus, bytes]
    ) -> None:
        self._send = send
        self._headers = headers
        self._sentences = sentences

    async def stream(self, follower: Follower, receive: Receive, *, head: bool) -> None:
        """Send all messages until the stream or the reader ends; for HEAD, only the head."""
        watch = asyncio.create_task(_wait_until_gone(receive, follower))
        try:
            message = await _first_message(follower)
            if follower.status is not HTTPStatus.OK:
                await self.short(follower.status)
                return
            await self._start(HTTPStatus.OK, [*self._headers, *STREAM])
            while not head and not follower.ended:
                if message:
                    await self._body(message, more=True)
                message = await follower.next()
            await self._body(b"")
        finally:
            watch.cancel()

    async def short(self, status: HTTPStatus | None) -> None:
        """Send a short answer instead of a stream; 503 if no status is known."""
        status = status or HTTPStatus.SERVICE_UNAVAILABLE
        headers = [*self._headers, (b"content-type", b"text/plain; charset=utf-8")]
        body = self._sentences.get(status, b"")
        if body:
            headers.append((b"content-length", b"%d" % len(body)))
        if status is HTTPStatus.METHOD_NOT_ALLOWED:
            headers.append((b"allow", ", ".join(METHODS).encode()))
        if status is HTTPStatus.UNAUTHORIZED:
            headers.append((b"www-authenticate", b"Bearer"))
        if status is HTTPStatus.SERVICE_UNAVAILABLE:
            headers.append((b"retry-after", RETRY_SECONDS))
        await self._start(status, headers)
        await self._body(body)

    async def _start(self, status: HTTPStatus, headers: HeaderList) -> None:
        start = {"type": "http.response.start", "status": int(status), "headers": headers}
        await self._send(start)

    async def _body(self, body: bytes, *, more: bool = False) -> None:
        message: dict[str, Any] = {"type": "http.response.body", "body": body}
        await self._send(message | {"more_body": True} if more else message)


async def _first_message(follower: Follower) -> bytes:
    """Return the first message, once the answer's status is known.

    It waits for the status, or until the reader is gone.
    """
    message = b""
    while follower.status is None and not follower.ended:
        message = await follower.next()
    return message


async def _wait_until_gone(receive: Receive, follower: Follower) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    follower.end()


def has_body(headers: Headers) -> bool:
    """Return whether a body comes after these headers."""
    return headers.get(b"content-length", b"0") != b"0" or b"transfer-encoding" in headers


def names_this_server(headers: Headers) -> bool:
    """Return whether the request is for a name this server has."""
    name, _port = split_domain_port(headers.get(b"host", b"").decode("latin-1"))
    return bool(name) and validate_host(name, settings.ALLOWED_HOSTS)
