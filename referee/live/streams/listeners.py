"""Listeners for changes: a tablet of one game, or a page of an event's staff.

A message only says that there is something to fetch. So at most one message waits for a listener
that reads nothing, and no message contains anything private.
"""

import asyncio
import json
from http import HTTPStatus
from uuid import UUID

READY, CHANGED, MOVED, BEAT = "ready", "changed", "moved", "beat"
POLL_MS = 10_000
"""How often a listener with a live stream still polls, for changes that come with time alone."""


def message(event: str, **data: int) -> bytes:
    """Return a server-sent event whose data is JSON."""
    return f"event: {event}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()


class Listener:
    """One connection.

    `key` says whose it is (the hash of a token, or a session). `status` is how the answer begins,
    None until that is known.
    """

    __slots__ = (
        "_beats",
        "_changed",
        "_head",
        "_ready",
        "_wake",
        "address",
        "ended",
        "key",
        "status",
    )

    def __init__(self, address: str, key: str) -> None:
        self.address = address
        self.key = key
        self.status: HTTPStatus | None = None
        self.ended = False
        self._ready = self._changed = self._beats = False
        self._head: int | None = None
        self._wake = asyncio.Event()

    def begin(self, status: HTTPStatus) -> None:
        """Set the status of the answer; if it is not a stream, the answer ends with it."""
        self.status = status
        self._ready = status is HTTPStatus.OK
        self.ended = self.ended or not self._ready
        self._wake.set()

    def announce_change(self) -> None:
        """Tell the listener that something changed."""
        self._changed = True
        self._wake.set()

    def announce_head(self, head: int) -> None:
        """Announce that a log has rows up to this number.

        The tablet that wrote them need not ask.
        """
        self._head = head
        self._wake.set()

    def beat(self) -> None:
        """Send a heartbeat."""
        self._beats = True
        self._wake.set()

    def end(self) -> None:
        """Close the stream; nothing more is sent."""
        self.ended = True
        self._wake.set()

    async def next(self) -> bytes:
        """Return the message to send now.

        It is empty once the stream has ended.
        """
        await self._wake.wait()
        self._wake.clear()
        if self.ended:
            return b""
        parts = [message(READY, poll_ms=POLL_MS)] if self._ready else []
        if self._changed:
            parts.append(message(CHANGED))
        elif self._head is not None:
            parts.append(message(MOVED, seq=self._head))
        elif self._beats:
            parts.append(message(BEAT))
        self._ready = self._changed = self._beats = False
        self._head = None
        return b"".join(parts)


class TabletListener(Listener):
    """A tablet: the device with this token hash, at the game in the address."""

    __slots__ = ("game",)

    def __init__(self, address: str, key: str, game: UUID) -> None:
        super().__init__(address, key)
        self.game = game


class StaffListener(Listener):
    """A staff page: its session, and the event in its address."""

    __slots__ = ("slug",)

    def __init__(self, address: str, key: str, slug: str) -> None:
        super().__init__(address, key)
        self.slug = slug
