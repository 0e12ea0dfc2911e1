"""One reader of a stream: what is still to be sent, within bounds."""

import asyncio
from http import HTTPStatus

MAX_PENDING_BYTES = 256 * 1024
"""Of a reader that takes nothing; one message may be larger."""


class Reader:
    """`version` is the one the reader has, None of one that has nothing. `status` is how the answer
    begins: None until that is known."""

    __slots__ = ("_bytes", "_pending", "_wake", "address", "ended", "status", "version")

    def __init__(self, address: str, version: int | None) -> None:
        self.address = address
        self.version = version
        self.status: HTTPStatus | None = None
        self.ended = False
        self._pending: list[bytes] = []
        self._bytes = 0
        self._wake = asyncio.Event()

    def push(self, message: bytes) -> None:
        """Have a message sent. A reader that is too slow is dropped: it comes back, and reads on
        from where it was."""
        if self._pending and self._bytes + len(message) > MAX_PENDING_BYTES:
            self.end()
            return
        self._pending.append(message)
        self._bytes += len(message)
        self._wake.set()

    def begin(self, status: HTTPStatus) -> None:
        """Say how the answer begins; one that is no stream ends with it."""
        self.status = status
        self.ended = self.ended or status is not HTTPStatus.OK
        self._wake.set()

    def end(self) -> None:
        """Close the stream; nothing more is sent."""
        self.ended = True
        self._pending, self._bytes = [], 0
        self._wake.set()

    async def next(self) -> bytes:
        """What is to be sent now; empty once the stream has ended, or its beginning is known."""
        await self._wake.wait()
        self._wake.clear()
        pending, self._pending, self._bytes = self._pending, [], 0
        return b"".join(pending)
