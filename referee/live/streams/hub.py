"""The hub: all readers of events, and the task that reads for them.

It is one task that reads the database.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus

from django.db import DatabaseError, connection
from django.utils import timezone

from referee.live.streams.channel import Channel
from referee.live.streams.readers import Reader, Waking
from referee.live.streams.reading import Answer, Followed
from referee.live.streams.wire import beat_message

NAP_SECONDS = 0.1
BEAT_SECONDS = 2.5
"""The longest time between two heartbeats of one stream."""
MAX_STREAMS = 4_000
MAX_STREAMS_OF_ADDRESS = 600
"""The most streams of one address, which a hall full of phones may share. Some connections remain
for its other requests (`config.server.connections`)."""
MAX_SILENCE_SECONDS = 3_600.0

logger = logging.getLogger(__name__)
Read = Callable[[Mapping[str, Followed]], Answer]


class Publishing:
    """The publisher's last heartbeat.

    Its age is counted from when it was seen here, so that another machine's clock only matters at
    the start.
    """

    def __init__(self) -> None:
        self._beat = Answer().beat
        self._seen_at = 0.0

    def record_heartbeat(self, answer: Answer) -> None:
        """Record the heartbeat of an answer."""
        if answer.beat is None or answer.beat == self._beat:
            return
        silent = 0.0
        if self._beat is None:
            silent = (timezone.now() - answer.beat).total_seconds()
        self._beat = answer.beat
        self._seen_at = time.monotonic() - min(max(silent, 0.0), MAX_SILENCE_SECONDS)

    def message(self, version: int) -> bytes:
        """Return the heartbeat's message for readers of an event at this version."""
        age = time.monotonic() - self._seen_at if self._beat else None
        return beat_message(self._beat, age, version)


class Hub:
    """Readers by event.

    While there are any, a task calls `read` for news ten times a second, in a thread of its own,
    and hands them on. Requests that this process works on (`is_busy`) come first.
    """

    def __init__(
        self,
        read: Read,
        *,
        most: int = MAX_STREAMS,
        most_of_address: int = MAX_STREAMS_OF_ADDRESS,
        is_busy: Callable[[], bool] = bool,
    ) -> None:
        self._read = read
        self._most = most
        self._most_of_address = most_of_address
        self._channels: dict[str, Channel] = {}
        self._open: Counter[str] = Counter()
        self._count = 0
        self._publishing = Publishing()
        self._beat_at = 0.0
        self._waking = Waking(is_busy)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="streams")
        self._task: asyncio.Task[None] | None = None

    def join(self, slug: str, address: str, version: int | None) -> Reader | None:
        """Add a reader of an event who has this version; a reader who joined must `leave`.

        None if there are too many streams, in all or from this address.
        """
        if self._count >= self._most or self._open[address] >= self._most_of_address:
            return None
        reader = Reader(address, version, self._waking.wake)
        self._open[address] += 1
        self._count += 1
        self._channels.setdefault(slug, Channel()).join(reader)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())
        return reader

    def leave(self, slug: str, reader: Reader) -> None:
        """Remove a reader, and their stream from the counts."""
        if channel := self._channels.get(slug):
            channel.leave(reader)
        self._count -= 1
        self._open[reader.address] -= 1
        if not self._open[reader.address]:
            del self._open[reader.address]

    async def _run(self) -> None:
        while self._count:
            await self._step()
            await asyncio.sleep(NAP_SECONDS)
        self._channels.clear()

    async def _step(self) -> None:
        """Ask the database once and hand on the answer.

        If the database does not answer, waiting readers have to come again.
        """
        self._channels = {slug: one for slug, one in self._channels.items() if len(one)}
        asked = dict(self._channels)
        followed = {slug: channel.next_request() for slug, channel in asked.items()}
        try:
            answer = await asyncio.get_running_loop().run_in_executor(
                self._thread, self._read_answer, followed
            )
        except DatabaseError:
            logger.exception("Streams have to wait for the database.")
            for channel in asked.values():
                channel.refuse(HTTPStatus.SERVICE_UNAVAILABLE)
        else:
            self._publishing.record_heartbeat(answer)
            self._hand_on(asked, answer)
        self._send_beats()

    def _read_answer(self, followed: Mapping[str, Followed]) -> Answer:
        try:
            return self._read(followed)
        except DatabaseError:
            connection.close()
            raise

    def _hand_on(self, asked: Mapping[str, Channel], answer: Answer) -> None:
        for slug, channel in asked.items():
            news = answer.events.get(slug)
            if news is None:
                channel.close()
            else:
                channel.take(news, self._publishing.message)

    def _send_beats(self) -> None:
        now = time.monotonic()
        if now - self._beat_at < BEAT_SECONDS:
            return
        self._beat_at = now
        for channel in self._channels.values():
            channel.send(self._publishing.message(channel.version))
