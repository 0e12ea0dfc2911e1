"""A simulated tablet listens as a real one: signs of life are rare while its stream lives."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from random import Random
from threading import Thread
from typing import Any

import pytest

from referee.rehearsal import listening
from referee.rehearsal.http_client import Faults, HttpClient
from referee.rehearsal.listening import Listening
from referee.rehearsal.log_exchange import LogExchange
from referee.rehearsal.outbox import Outbox
from referee.rehearsal.retries import RetryingClient
from referee.rehearsal.table_session import TableSession

WITHIN = 10.0
POLL_MS = 50


@dataclass
class Hall:
    """A server that streams what is put into `messages` (None: the stream ends), or has no stream
    for anybody; `beats` are the signs of life it got, `streams` the tokens that came for one."""

    has_streams: bool = True
    messages: Queue[str | None] = field(default_factory=Queue)
    beats: list[dict[str, Any]] = field(default_factory=list)
    streams: list[str] = field(default_factory=list)

    def until_beats(self, count: int) -> None:
        """Wait for so many signs of life."""
        end = time.monotonic() + WITHIN
        while len(self.beats) < count:
            assert time.monotonic() < end, self.beats
            time.sleep(0.005)

    def say(self, event: str, **data: int) -> None:
        self.messages.put(f"event: {event}\ndata: {json.dumps(data)}\n\n")


def _handler(hall: Hall) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            hall.streams.append(self.headers["Authorization"])
            if not hall.has_streams:
                self.send_error(503)
                return
            self.send_response(200)
            self.end_headers()
            while (message := hall.messages.get()) is not None:
                self.wfile.write(message.encode())

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            hall.beats.append(json.loads(body))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"poll_ms": POLL_MS}).encode())

        def log_message(self, *_given: Any) -> None:
            """Nothing is printed."""

    return Handler


@contextmanager
def opened(hall: Hall) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _handler(hall)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            hall.messages.put(None)
            server.shutdown()


def listener(url: str, *, offline: bool = False) -> Listening:
    client = HttpClient(url, Faults(), Random(1))
    client.token = "token"
    table = TableSession(client, RetryingClient(client, 0.05), str, Random(1), "Rehearsal")
    table.game, table.epoch = "game", 3
    outbox = Outbox(Random(1), rows=[{"seq": 7, "hash": "hash"}])
    return Listening(client, table, LogExchange(outbox, table), is_offline=lambda: offline)


def test_while_a_stream_lives_it_asks_when_it_is_told_to() -> None:
    hall = Hall()
    with opened(hall) as url, listener(url) as ear:
        hall.say("ready", poll_ms=60_000)
        hall.until_beats(1)
        hall.say("beat")
        hall.say("moved", seq=7)  # rows it has
        hall.say("changed")
        hall.until_beats(2)
        hall.say("moved", seq=8)
        hall.until_beats(3)
        time.sleep(4 * POLL_MS / 1000)
        assert len(hall.beats) == 3
        # Without a stream, and none to be had, it asks as often as the server says.
        hall.has_streams = False
        hall.messages.put(None)
        hall.until_beats(8)
    assert hall.streams[0] == "Bearer token"
    assert hall.beats[0] == {"lease_epoch": 3, "head_seq": 7, "pending": 0, "app": "rehearsal"}
    assert ear.beats == len(hall.beats)
    assert 0 < ear.seconds < ear.seconds_in_all


def test_a_sign_of_life_is_due_beside_a_stream() -> None:
    hall = Hall()
    with opened(hall) as url, listener(url):
        hall.say("ready", poll_ms=0)
        hall.until_beats(1)
        hall.say("beat")
        hall.until_beats(2)


def test_where_no_stream_can_be_had_it_asks_all_the_time() -> None:
    hall = Hall(has_streams=False)
    with opened(hall) as url, listener(url) as ear:
        hall.until_beats(4)
    assert len(hall.streams) == 1
    assert ear.seconds == 0


def test_without_a_network_there_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "FIRST_RETRY_SECONDS", 0.01)
    monkeypatch.setattr(listening, "FIRST_POLL_SECONDS", 0.01)
    hall = Hall()
    with opened(hall) as url, listener(url, offline=True):
        time.sleep(0.2)
    assert (hall.streams, hall.beats) == ([], [])
