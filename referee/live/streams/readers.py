"""One reader of a stream: what is still to be sent, within bounds."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from functools import lru_cache
from http import HTTPStatus

MAX_PENDING_BYTES = 256 * 1024
"""The most bytes pending for a slow reader; a single message may be larger."""

CHUNKS = "treasurer.chunks"
"""An ASGI extension that sends a ready-made chunk of a response that has begun.

Its `write` returns whether the server took the chunk, which it refuses while the reader is slow. A
message for thousands of readers is made into a chunk once, and none of their tasks has to run.
"""
WriteChunk = Callable[[bytes], bool]

WOKEN_AT_ONCE = 16
GIVEN_WAY_SECONDS = 0.001
MAX_GIVEN_WAY_SECONDS = 0.25
"""The most time given way in total, until the last reader with something to send is woken."""


class Waking:
    """A queue that wakes waiting readers, a few at a time.

    Thousands at once would keep every request of the process waiting until the last of them is
    served. While requests are worked on (`is_busy`), the next readers wait for a moment, so that
    spectators do not delay a tablet's answer.
    """

    def __init__(self, is_busy: Callable[[], bool] = bool) -> None:
        self._is_busy = is_busy
        self._readers: deque[Reader] = deque()
        self._task: asyncio.Task[None] | None = None

    def wake(self, reader: "Reader") -> None:
        """Have a reader send what it has, soon."""
        self._readers.append(reader)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        left = MAX_GIVEN_WAY_SECONDS
        while self._readers:
            for _reader in range(min(WOKEN_AT_ONCE, len(self._readers))):
                self._readers.popleft().wake()
            # Let other work come between.
            await asyncio.sleep(0)
            while left > 0 and self._is_busy():
                began = time.monotonic()
                await asyncio.sleep(GIVEN_WAY_SECONDS)
                left -= time.monotonic() - began


class Reader:
    """One reader of a stream.

    `version` is the one the reader has, None for a reader who has nothing. `status` is that of the
    answer, None until it is known. `write_chunk` is the server's, if it takes chunks.
    """

    __slots__ = (
        "_bytes",
        "_pending",
        "_waits",
        "_wake",
        "_waking",
        "address",
        "ended",
        "status",
        "version",
        "write_chunk",
    )

    def __init__(
        self,
        address: str,
        version: int | None,
        waking: "Callable[[Reader], None] | None" = None,
    ) -> None:
        self.address = address
        self.version = version
        self.status: HTTPStatus | None = None
        self.ended = False
        self.write_chunk: WriteChunk | None = None
        self._pending: list[bytes] = []
        self._bytes = 0
        self._wake = asyncio.Event()
        self._waits = False
        self._waking = waking or Reader.wake

    def push(self, message: bytes) -> None:
        """Have a message sent.

        A reader that is too slow is dropped: it comes back, and reads on from where it was.
        """
        if self._pending and self._bytes + len(message) > MAX_PENDING_BYTES:
            self.end()
            return
        self._pending.append(message)
        self._bytes += len(message)
        if len(self._pending) == 1:
            self._waking(self)

    def wake(self) -> None:
        """Send what is pending at once if the server is ready for it.

        Otherwise the task that asks for what is `next` sends it.
        """
        if self._waits and self._pending and self.write_chunk is not None:
            message = self._pending[0] if len(self._pending) == 1 else b"".join(self._pending)
            if self.write_chunk(chunk_of(message)):
                self._pending, self._bytes = [], 0
                return
        self._wake.set()

    def begin(self, status: HTTPStatus) -> None:
        """Set the status of the answer; if it is not a stream, the answer ends with it."""
        self.status = status
        self.ended = self.ended or status is not HTTPStatus.OK
        self._wake.set()

    def end(self) -> None:
        """Close the stream; nothing more is sent."""
        self.ended = True
        self._pending, self._bytes = [], 0
        self._wake.set()

    async def next(self) -> bytes:
        """Return the message to send now.

        It is empty once the stream ended or its status became known.
        """
        self._waits = True
        await self._wake.wait()
        self._waits = False
        self._wake.clear()
        pending, self._pending, self._bytes = self._pending, [], 0
        return b"".join(pending)


@lru_cache(maxsize=64)
def chunk_of(message: bytes) -> bytes:
    """Return a message as one chunk of an answer (RFC 9112, 7.1)."""
    return b"%x\r\n%b\r\n" % (len(message), message)
