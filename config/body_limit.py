"""The limit of each request body, set before any of it is kept.

It is the outermost part of both applications.
"""

import asyncio
import io
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from contextlib import AsyncExitStack, suppress
from http import HTTPStatus
from typing import Any

from config.body_limits import (
    MAX_HELD_BYTES,
    MAX_HELD_BYTES_OF_ADDRESS,
    allowed_seconds,
    declared_bytes,
    most_bytes,
)
from config.refusals import SAFE_METHODS, is_json, refusal, unsaved_response, way_back
from tournament.common.database_faults import DatabaseFault
from tournament.common.lock_wait import REQUEST_SECONDS, waited

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Environ = dict[str, Any]

# How much is discarded after a refusal, and for how long: an answer is lost if its connection is
# closed while the client is still sending.
MAX_DRAINED_BYTES = 1024 * 1024
DRAINING_SECONDS = 1.0
MAX_RUNNING = 64
MAX_WRITING = 48
"""The most writers among them, because they wait for each other's locks and must leave readers
room.
"""


class RefusedError(Exception):
    """An error that ends the request with this status.

    `fault` is why it could not be saved, if known.
    """

    def __init__(self, status: int, fault: DatabaseFault | None = None) -> None:
        super().__init__(status)
        self.status = status
        self.fault = fault


class GoneError(Exception):
    """The client went away before its body was complete."""


class HeldBytes:
    """Counts the bytes of unfinished requests in memory, by address and in all."""

    def __init__(self) -> None:
        self._of: Counter[str] = Counter()

    def add(self, address: str, count: int) -> None:
        """Count more bytes; RefusedError if there are too many."""
        self._of[address] += count
        of_all = self._of.total()
        if self._of[address] > MAX_HELD_BYTES_OF_ADDRESS or of_all > MAX_HELD_BYTES:
            raise RefusedError(HTTPStatus.SERVICE_UNAVAILABLE)

    def release(self, address: str, count: int) -> None:
        """Stop counting these bytes."""
        self._of[address] -= count
        if not self._of[address]:
            del self._of[address]


class Body:
    """The body of one request, as far as it has arrived."""

    def __init__(self, held: HeldBytes, address: str) -> None:
        self._held = held
        self._address = address
        self.content = bytearray()

    async def read(self, receive: Receive, most: int) -> None:
        """Receive the whole body, within its limits of size and time.

        Raises RefusedError or GoneError.
        """
        began = time.monotonic()
        more = True
        while more:
            left = began + allowed_seconds(len(self.content)) - time.monotonic()
            try:
                async with asyncio.timeout(left):
                    message = await receive()
            except TimeoutError:
                raise RefusedError(HTTPStatus.REQUEST_TIMEOUT) from None
            if message["type"] == "http.disconnect":
                raise GoneError
            self._take(message.get("body", b""), most)
            more = message.get("more_body", False)

    def _take(self, part: bytes, most: int) -> None:
        if len(self.content) + len(part) > most:
            raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        self.content += part
        self._held.add(self._address, len(part))

    def release(self) -> None:
        """Discard the body, and stop counting it."""
        self._held.release(self._address, len(self.content))

    def replaying_receive(self, receive: Receive) -> Receive:
        """Return a `receive` that gives the body in one piece, then what follows it."""
        parts = [{"type": "http.request", "body": bytes(self.content), "more_body": False}]

        async def replay() -> Mapping[str, Any]:
            return parts.pop() if parts else await receive()

        return replay


class AsgiBodyLimit:
    """Middleware that reads each body whole before it calls the application.

    It reads within the body's limits. The application works on a limited number of requests at
    a time, and never waits for a body.
    """

    def __init__(self, application: Callable[..., Awaitable[None]]) -> None:
        self._application = application
        self._held = HeldBytes()
        self._running = asyncio.Semaphore(MAX_RUNNING)
        self._writing = asyncio.Semaphore(MAX_WRITING)
        self._turns = 0

    def is_busy(self) -> bool:
        """Return whether the application is working on a request not yet answered."""
        return self._turns > 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        headers = dict(scope["headers"])
        most = most_bytes(scope["path"])
        body = Body(self._held, (scope.get("client") or ("",))[0])
        try:
            if declared_bytes(headers.get(b"content-length", b"0").decode("latin-1")) > most:
                raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            await body.read(receive, most)
            await self._run_application(scope, body.replaying_receive(receive), send)
        except RefusedError as refused:
            await _refuse(scope["path"], headers, refused, most, receive, send)
        except GoneError:
            pass
        finally:
            body.release()

    async def _run_application(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the application; the request's turn ends when its answer begins.

        A stream that follows needs no turn.
        """
        async with AsyncExitStack() as turn:
            if scope["method"] not in SAFE_METHODS:
                await self._wait_to_write(turn)
            await turn.enter_async_context(self._running)
            self._turns += 1
            turn.callback(self._end_turn)

            async def send_in_turn(message: dict[str, Any]) -> None:
                await turn.aclose()
                await send(message)

            await self._application(scope, receive, send_in_turn)

    async def _wait_to_write(self, turn: AsyncExitStack) -> None:
        """Wait for a writer's place; RefusedError if none becomes free soon."""
        began = time.monotonic()
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                await turn.enter_async_context(self._writing)
        except TimeoutError:
            raise RefusedError(HTTPStatus.SERVICE_UNAVAILABLE, DatabaseFault.BUSY) from None
        waited.set(round(time.monotonic() - began, 1))

    def _end_turn(self) -> None:
        self._turns -= 1


async def _refuse(
    path: str,
    headers: Mapping[bytes, bytes],
    refused: RefusedError,
    most: int,
    receive: Receive,
    send: Send,
) -> None:
    """Answer, then discard a little of the rest of the body.

    Discarding lets the answer arrive. The connection is closed after the last part of the
    answer.
    """

    def header(name: str) -> str:
        return headers.get(name.encode(), b"").decode("latin-1")

    language = {"accepted": header("accept-language"), "cookies": header("cookie")}
    if refused.fault:
        as_json = is_json(path) or header("content-type") == "application/json"
        back = way_back(header("referer"), header("host"))
        given, content = unsaved_response(refused.fault, as_json=as_json, back=back, **language)
    else:
        given, content = refusal(refused.status, path, most=most, **language)
    encoded = [(name.lower().encode(), value.encode("latin-1")) for name, value in given.items()]
    await send({"type": "http.response.start", "status": refused.status, "headers": encoded})
    await send({"type": "http.response.body", "body": content, "more_body": True})
    with suppress(TimeoutError):
        async with asyncio.timeout(DRAINING_SECONDS):
            await _drain(receive)
    await send({"type": "http.response.body", "body": b""})


async def _drain(receive: Receive) -> None:
    left = MAX_DRAINED_BYTES
    while left > 0:
        message = await receive()
        if not message.get("more_body", False):
            return
        left -= len(message.get("body", b""))


class WsgiBodyLimit:
    """The variant of the middleware for processes behind a proxy.

    The proxy times bodies itself and sends them whole.
    """

    def __init__(self, application: Callable[..., Iterable[bytes]]) -> None:
        self._application = application

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        most = most_bytes(environ["PATH_INFO"])
        if "HTTP_TRANSFER_ENCODING" in environ:
            content = environ["wsgi.input"].read(most + 1)
            # Django reads only bodies with a length.
            environ["wsgi.input"] = io.BytesIO(content)
            environ["CONTENT_LENGTH"] = str(len(content))
        if declared_bytes(environ.get("CONTENT_LENGTH") or "0") > most:
            return _refuse_wsgi(environ, most, start_response)
        return self._application(environ, start_response)


def _refuse_wsgi(environ: Environ, most: int, start_response: Callable[..., Any]) -> list[bytes]:
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    headers, content = refusal(
        status,
        environ["PATH_INFO"],
        most=most,
        accepted=environ.get("HTTP_ACCEPT_LANGUAGE", ""),
        cookies=environ.get("HTTP_COOKIE", ""),
    )
    start_response(f"{status.value} {status.phrase}", list(headers.items()))
    return [content]
