"""A simulated tablet's listener: its table's stream, and due heartbeats.

It does as real tablets do (`table_stream.js` and `sync.js` of the tablet). While the stream
lives, a heartbeat is due as rarely as its first message says, and at once when something
changed. Without a stream it is due as often as the last answer to one says.
"""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from random import Random
from socket import SHUT_RDWR, socket
from threading import Event, Thread
from typing import Any, Self

from referee.rehearsal.http_client import HttpClient, RequestLostError
from referee.rehearsal.log_exchange import LogExchange
from referee.rehearsal.table_session import TableSession

SILENT_AFTER_SECONDS = 5.0
FIRST_RETRY_SECONDS = 1.0
MAX_DOUBLINGS = 4
REFUSED_RETRY_SECONDS = 30.0
FIRST_POLL_SECONDS = 0.8
SPREAD_SECONDS = 0.25
"""The time over which a hall's tablets spread their requests about the same news."""
ENDING_SECONDS = 10.0


class _RefusedError(Exception):
    """The server answers, but has no stream for us."""


class Listening:
    """A thread that listens from entering to leaving, on connections of its own.

    They have the tablet's faults. `beats` counts the heartbeats that were answered; `seconds` is
    how long streams were connected, of `seconds_in_all`.
    """

    def __init__(
        self,
        client: HttpClient,
        table: TableSession,
        exchange: LogExchange,
        *,
        is_offline: Callable[[], bool],
    ) -> None:
        self._of_tablet, self._table, self._exchange = client, table, exchange
        # Chance of its own: a seed disturbs the same batches whoever listens.
        self._random = Random()
        self._client = client.open_sibling(self._random)
        self._is_offline = is_offline
        self._over = Event()
        self._socket: socket | None = None
        self._poll = FIRST_POLL_SECONDS
        self._rarely = 0.0
        self._beat_at = self._entered_at = 0.0
        self._failures = 0
        self._thread: Thread | None = None
        self.beats = 0
        self.seconds = self.seconds_in_all = 0.0

    def __enter__(self) -> Self:
        self._entered_at = time.monotonic()
        self._over.clear()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        self._hang_up()
        if self._thread is not None:
            self._thread.join(ENDING_SECONDS)
        self.seconds_in_all += time.monotonic() - self._entered_at

    def _run(self) -> None:
        while not self._over.is_set():
            again = time.monotonic() + self._listen()
            while time.monotonic() < again and not self._over.wait(self._poll):
                self._beat()

    def _listen(self) -> float:
        """Follow one stream to its end, and return the seconds until the next attempt."""
        if self._is_offline() or self._client.is_unlucky():
            return self._retry_delay()
        began = 0.0
        try:
            for event, data in self._messages():
                if event == "ready":
                    began, self._failures = time.monotonic(), 0
                self._take(event, data)
                if self._over.is_set() or self._is_offline():
                    break
        except _RefusedError:
            return REFUSED_RETRY_SECONDS * (0.5 + self._random.random())
        except (OSError, HTTPException, ValueError):
            pass
        finally:
            self._hang_up()
            self.seconds += time.monotonic() - began if began else 0.0
        return self._retry_delay()

    def _retry_delay(self) -> float:
        delay = FIRST_RETRY_SECONDS * (1 << self._failures)
        self._failures = min(self._failures + 1, MAX_DOUBLINGS)
        return delay * (0.5 + self._random.random())

    def _messages(self) -> Iterator[tuple[str, Any]]:
        """Yield the stream's messages as they arrive.

        Raise _RefusedError if the server has none.
        """
        http = HTTPConnection(*self._client.address_of_streams, timeout=SILENT_AFTER_SECONDS)
        http.connect()
        # The connection gives its socket away with the answer.
        self._socket = http.sock
        headers = {"Authorization": f"Bearer {self._of_tablet.token}"}
        http.request("GET", f"/api/v1/games/{self._table.game}/live", headers=headers)
        response = http.getresponse()
        if response.status != HTTPStatus.OK:
            raise _RefusedError
        event = ""
        for line in response:
            name, _colon, value = line.decode().strip().partition(": ")
            if name == "event":
                event = value
            elif name == "data":
                yield event, json.loads(value)

    def _hang_up(self) -> None:
        with suppress(OSError, AttributeError):
            self._socket.shutdown(SHUT_RDWR)  # type: ignore[union-attr]

    def _take(self, event: str, data: Any) -> None:
        if event == "ready":
            self._beat()
            self._rarely = data["poll_ms"] / 1000
        elif event == "changed":
            self._over.wait(self._random.random() * SPREAD_SECONDS)
            self._beat()
        elif event == "moved":
            # The tablet's own rows are on their way to it.
            self._over.wait(SPREAD_SECONDS)
            if data["seq"] > self._exchange.outbox.head[0]:
                self._beat()
        elif time.monotonic() - self._beat_at >= self._rarely:
            self._beat()

    def _beat(self) -> None:
        """Send a heartbeat; one that is lost is not repeated, because the next will do."""
        if self._over.is_set() or self._is_offline():
            return
        self._client.token = self._of_tablet.token
        body = self._exchange.sign_of_life()
        self._beat_at = time.monotonic()
        try:
            address = f"/api/v1/games/{self._table.game}/heartbeat"
            answer = self._client.request("POST", address, body)
        except RequestLostError:
            return
        if answer.status == HTTPStatus.OK:
            self.beats += 1
            self._poll = answer.body["poll_ms"] / 1000
        else:
            self._over.wait(answer.retry_after)
