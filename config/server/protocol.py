"""HTTP/1.1 by uvicorn, with a deadline wherever the server waits for the client."""

import asyncio
import math
import time
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from config.server.connections import Connection, Connections
from referee.live.streams.readers import CHUNKS

# From the first byte to the last of a request's head; TLS has as much before.
HEAD_SECONDS = 10.0
# Between two requests. A tablet asks every few seconds.
IDLE_SECONDS = 30.0
# The time in which a reader must take the next 64 KiB of an answer, or its end.
READING_SECONDS = 30.0
# The most bytes of a head. Beside a body in chunks (their sizes, what may follow the last) as many
# may come again as the body itself has. The parser keeps all of it in one piece, and copies the
# piece with every packet.
MAX_HEAD_BYTES = 32 * 1024


class Protocol(HttpToolsProtocol):
    """One HTTP connection with its deadlines.

    The time a body may take is counted where it is read (`body_limits`).
    """

    def __init__(self, *, connections: Connections, connection: Connection, **given: Any) -> None:
        super().__init__(**given)
        self._all = connections
        self._connection = connection
        self._in_head = True
        self._beside_body = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the deadline of the first request's head."""
        super().connection_made(transport)
        self._connection.abort = transport.abort
        self._wait(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Drop the connection's deadline."""
        super().connection_lost(exc)
        self._all.forget(self._connection)

    def data_received(self, data: bytes) -> None:
        """Hand the bytes on; close the connection once the head exceeds its limit.

        A head may come while the answer before it is being read. What follows a body counts as
        a head."""
        if not self._in_head and self._is_idle():
            self._in_head = True
            self._wait(HEAD_SECONDS)
        self._beside_body += len(data)
        super().data_received(data)
        if self._beside_body <= MAX_HEAD_BYTES or self.transport.is_closing():
            return
        if self._in_head:
            self.send_400_response("The head of the request is too large.")
        else:
            # An answer may have begun: nothing can be said in the middle of it.
            self.transport.abort()

    def on_message_begin(self) -> None:
        """Add `write_chunk` to the request's scope, as an extension."""
        super().on_message_begin()
        self.scope["extensions"] = {CHUNKS: {"write": self.write_chunk}}

    def write_chunk(self, chunk: bytes) -> bool:
        """Write a part of a chunked answer that has begun and is not over.

        Return False, writing nothing, if there is no such answer, if another request waits behind
        it, or if the reader is slow.
        """
        cycle = self.cycle
        writes = cycle is not None and cycle.response_started and not cycle.response_complete
        if not writes or not cycle.chunked_encoding or cycle.disconnected:
            return False
        if self.flow.write_paused or self.transport.is_closing():
            return False
        self.transport.write(chunk)
        return True

    def on_headers_complete(self) -> None:
        """Suspend the deadline: the body has one of its own."""
        self._in_head, self._beside_body = False, 0
        super().on_headers_complete()
        self._wait(math.inf)

    def on_body(self, body: bytes) -> None:
        """Take a part of the body, and lower the count of bytes beside the body.

        The count falls by twice the part's bytes: beside a body in chunks, as many bytes may come
        again as the body itself has.
        """
        self._beside_body -= 2 * len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Mark the connection as working: the server now owes the answer."""
        self._beside_body = 0
        super().on_message_complete()
        self._all.work(self._connection)

    def on_response_complete(self) -> None:
        """Start the deadline for the next request, or for reading the rest of the answer."""
        pipelined = bool(self.pipeline)
        super().on_response_complete()
        if pipelined:
            return
        if self.cycle.more_body:
            # A client that goes on sending an answered request would do so for ever.
            self.transport.close()
        self._wait(READING_SECONDS if self.transport.is_closing() else IDLE_SECONDS)

    def pause_writing(self) -> None:
        """Start the deadline for a client that reads more slowly than the server writes."""
        super().pause_writing()
        self._wait(READING_SECONDS)

    def resume_writing(self) -> None:
        """Lift that deadline once the client has read on."""
        super().resume_writing()
        if not self._is_idle():
            self._all.work(self._connection)

    def _is_idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _wait(self, seconds: float) -> None:
        self._all.wait(self._connection, time.monotonic() + seconds)
