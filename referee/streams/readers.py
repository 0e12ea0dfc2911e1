"""One reader of a stream: what is still to be sent, within bounds."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from http import HTTPStatus

MAX_PENDING_BYTES = 256 * 1024
"""Of a reader that takes nothing; one message may be larger."""

WOKEN_AT_ONCE = 16
GIVEN_WAY_SECONDS = 0.001
MAX_GIVEN_WAY_SECONDS = 0.25
"""In all, until the last of those is woken who have something to be sent."""


class Waking:
    """Wakes readers who have something to be sent, a few at a time: thousands at once would keep
    every request of the same process waiting until the last of them is served. While requests are
    worked on (`is_busy`) the next readers wait, for a moment: a tablet is not told later what it
    logged because thousands look on."""

    def __init__(self, is_busy: Callable[[], bool] = bool) -> None:
        self._is_busy = is_busy
        self._events: deque[asyncio.Event] = deque()
        self._task: asyncio.Task[None] | None = None

    def wake(self, event: asyncio.Event) -> None:
        """Set the event of a reader soon."""
        self._events.append(event)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        left = MAX_GIVEN_WAY_SECONDS
        while self._events:
            for _reader in range(min(WOKEN_AT_ONCE, len(self._events))):
                self._events.popleft().set()
            # What else there is to do comes between.
            await asyncio.sleep(0)
            while left > 0 and self._is_busy():
                began = time.monotonic()
                await asyncio.sleep(GIVEN_WAY_SECONDS)
                left -= time.monotonic() - began


class Reader:
    """`version` is the one the reader has, None of one that has nothing. `status` is how the answer
    begins: None until that is known."""

    __slots__ = ("_bytes", "_pending", "_wake", "_waking", "address", "ended", "status", "version")

    def __init__(
        self,
        address: str,
        version: int | None,
        waking: Callable[[asyncio.Event], None] = asyncio.Event.set,
    ) -> None:
        self.address = address
        self.version = version
        self.status: HTTPStatus | None = None
        self.ended = False
        self._pending: list[bytes] = []
        self._bytes = 0
        self._wake = asyncio.Event()
        self._waking = waking

    def push(self, message: bytes) -> None:
        """Have a message sent. A reader that is too slow is dropped: it comes back, and reads on
        from where it was."""
        if self._pending and self._bytes + len(message) > MAX_PENDING_BYTES:
            self.end()
            return
        if not self._pending:
            self._waking(self._wake)
        self._pending.append(message)
        self._bytes += len(message)

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
