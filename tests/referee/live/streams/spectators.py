"""Spectators of one event: what its stream tells those who followed before, and who comes now."""

import asyncio
from typing import Any

from referee.live.streams.channel import Channel
from referee.live.streams.readers import Reader
from referee.live.streams.reading import read_news
from referee.live.streams.wire import beat_message
from tests.referee.live.streams.following import state_after

MAX_LOOKS = 3


def _beat(version: int) -> bytes:
    return beat_message(None, None, version)


class Spectators:
    """The readers of the stream of the event with this address."""

    def __init__(self, slug: str) -> None:
        self._slug = slug
        self._channel = Channel()
        self._received: dict[Reader, bytes] = {}

    def join(self) -> Reader:
        """Somebody who has nothing comes, and is told what there is."""
        reader = Reader("192.168.1.10", None)
        self._received[reader] = b""
        self._channel.join(reader)
        self.look()
        return reader

    def look(self) -> None:
        """What the hub does: ask, and hand on; a snapshot comes with the look after."""
        for _look in range(MAX_LOOKS):
            news = read_news({self._slug: self._channel.next_request()}).events.get(self._slug)
            if news is None:
                self._channel.close()
            else:
                self._channel.take(news, _beat)
        self._channel.send(_beat(self._channel.version))
        for reader in self._received:
            if not reader.ended:
                self._received[reader] += asyncio.run(reader.next())

    def bytes_of(self, reader: Reader) -> bytes:
        """All that came."""
        return self._received[reader]

    def state_of(self, reader: Reader) -> Any:
        """The state this reader is shown now; None of a stream that ended."""
        return None if reader.ended else state_after(self._received[reader])[1]
