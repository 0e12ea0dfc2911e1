"""The channel of one event.

Its messages are encoded once, so they are the same bytes for every reader.
"""

from collections.abc import Callable, Iterable
from http import HTTPStatus

from referee.live.streams.readers import Reader
from referee.live.streams.reading import Followed, News
from referee.live.streams.wire import HELLO, patch_message, snapshot_message


class Channel:
    """The readers of an event.

    They are those who have its newest `version` (0: none is known yet), those who wait to be led
    there, and those who joined after it was asked for.
    """

    def __init__(self) -> None:
        self.version = 0
        self._messages: dict[int, bytes] = {}
        self._snapshot: bytes | None = None
        self._wants_snapshot = False
        self._following: set[Reader] = set()
        self._waiting: set[Reader] = set()
        self._joined: set[Reader] = set()

    def __len__(self) -> int:
        return len(self._following) + len(self._waiting) + len(self._joined)

    def next_request(self) -> Followed:
        """Return the next request for the readers of the channel.

        Readers who just joined are included.
        """
        self._waiting |= self._joined
        self._joined.clear()
        return Followed(self.version, snapshot=self._wants_snapshot)

    def join(self, reader: Reader) -> None:
        """Add a reader, who is answered by the next look at the database.

        The reader's version may be newer than an answer already on its way.
        """
        self._joined.add(reader)

    def leave(self, reader: Reader) -> None:
        """Remove a reader; nothing happens the second time."""
        for readers in (self._joined, self._waiting, self._following):
            readers.discard(reader)

    def take(self, news: News, beat: Callable[[int], bytes]) -> None:
        """Send followers what is new, and lead waiting readers to the newest version.

        The latter get the last heartbeat, too; `beat` returns it for a version.
        """
        if news.version != self.version:
            self._advance(news)
        if news.snapshot is not None:
            self._snapshot = snapshot_message(news.version, news.snapshot)
        self._wants_snapshot = False
        if self._waiting:
            last = beat(self.version)
            for reader in list(self._waiting):
                self._lead(reader, last)

    def send(self, message: bytes) -> None:
        """Send something to everybody who follows."""
        for reader in list(self._following):
            reader.push(message)
            if reader.ended:
                self._following.discard(reader)

    def refuse(self, status: HTTPStatus) -> None:
        """Answer waiting readers with a refusal."""
        refused = {reader for reader in self._waiting if reader.status is None}
        for reader in refused:
            reader.begin(status)
        self._waiting -= refused

    def close(self) -> None:
        """End the stream of every reader, because the event is hidden now."""
        self.refuse(HTTPStatus.NOT_FOUND)
        for reader in self._following | self._waiting:
            reader.end()
        self._following.clear()
        self._waiting.clear()

    def _advance(self, news: News) -> None:
        fresh = {number: patch_message(number, patch) for number, patch in news.patches}
        # A database was put back to an earlier state: what was told of is none any more.
        back = news.version < self.version
        if not back and list(fresh) == list(range(self.version + 1, news.version + 1)):
            for message in fresh.values():
                self.send(message)
        else:
            self._lead_again(back=back)
        before = {} if back else self._messages
        self._messages = {
            number: message for number, message in (before | fresh).items() if number >= news.oldest
        }
        self.version, self._snapshot = news.version, None

    def _lead_again(self, *, back: bool) -> None:
        """Let every follower wait for the next answer, because they missed a version.

        `back`: they hold a version that does not exist any more.
        """
        for reader in self._following:
            reader.version = None if back else self.version
        self._waiting |= self._following
        self._following.clear()

    def _lead(self, reader: Reader, beat: bytes) -> None:
        messages = self._messages_after(reader.version)
        if messages is None:
            self._wants_snapshot = True
            return
        self._waiting.discard(reader)
        self._following.add(reader)
        if reader.status is None:
            reader.begin(HTTPStatus.OK)
            reader.push(HELLO)
        for message in (*messages, beat):
            reader.push(message)

    def _messages_after(self, version: int | None) -> Iterable[bytes] | None:
        """Return the messages from a version to the newest.

        None if the snapshot must be read first.
        """
        if version is not None and 0 < version <= self.version:
            missing = range(version + 1, self.version + 1)
            if all(number in self._messages for number in missing):
                return [self._messages[number] for number in missing]
        return None if self._snapshot is None else [self._snapshot]
