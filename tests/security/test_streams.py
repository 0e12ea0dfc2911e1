"""A server with streams under those who open many, take nothing, or say nonsense."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import psutil
import pytest

from referee.live.streams.hub import MAX_STREAMS_OF_ADDRESS
from tests.referee.live.streams.following import messages
from tests.security.attack import ANSWERED_WITHIN, Door, fields, read_to_end, status
from tests.services.test_publishing import MAKE, RENAME
from tests.serving import Server

pytestmark = pytest.mark.services

STREAM = "/e/open/live"
MANY = MAX_STREAMS_OF_ADDRESS + 300
MAX_GROWTH = 120 * 1024 * 1024


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A laptop's server with one event."""
    made = Server(tmp_path_factory.mktemp("streams"))
    made.migrate()
    assert made.manage("shell", "-v0", "-c", MAKE).returncode == 0
    made.start()
    wait_for_stream(Door("127.0.0.1", made.port))
    yield made
    made.kill()


@pytest.fixture
def door(server: Server) -> Door:
    return Door("127.0.0.1", server.port)


def memory(server: Server) -> int:
    assert server.process is not None
    (worker,) = psutil.Process(server.process.pid).children()
    return int(worker.memory_info().rss)


def serves_others(door: Door) -> None:
    """Whether somebody who does nothing wrong is served meanwhile, and soon."""
    began = time.monotonic()
    answer = door.ask("GET", "/api/v1/public/events/open/snapshot")
    assert status(answer) == 200, answer[:200]
    assert time.monotonic() - began < ANSWERED_WITHIN


def first_bytes(one: socket.socket) -> bytes:
    one.settimeout(20)
    return one.recv(65_536)


def follow(door: Door, *lines: str, path: str = STREAM, receive_buffer: int = 0) -> socket.socket:
    one = door.connect(receive_buffer=receive_buffer)
    one.sendall(door.head("GET", path, *lines) + b"\r\n")
    return one


def wait_for_stream(door: Door) -> None:
    """Wait until a stream is given: the event is published, and there is room."""
    end = time.monotonic() + 20
    while True:
        with follow(door) as again:
            if status(first_bytes(again)) == 200:
                return
        assert time.monotonic() < end
        time.sleep(0.2)


def received(one: socket.socket, until: bytes, within: float = 15) -> bytes:
    found, end = b"", time.monotonic() + within
    one.settimeout(1)
    while until not in found and time.monotonic() < end:
        with suppress(TimeoutError):
            found += one.recv(65_536)
    return found


def test_an_address_that_opens_hundreds_is_told_to_poll_and_others_are_served(
    server: Server, door: Door
) -> None:
    before = memory(server)
    with ExitStack() as stack:
        opened = [stack.enter_context(follow(door, f"X-N: {n}")) for n in range(MANY)]
        answers = [first_bytes(one) for one in opened]
        statuses = [status(answer) for answer in answers]
        assert statuses.count(200) == MAX_STREAMS_OF_ADDRESS
        assert statuses.count(503) == MANY - MAX_STREAMS_OF_ADDRESS
        refused = answers[statuses.index(503)]
        assert fields(refused, "retry-after") == ["30"]
        assert memory(server) - before < MAX_GROWTH
        for _one in range(3):
            serves_others(door)
        # Those who are in still hear of what happens.
        assert server.manage("shell", "-v0", "-c", RENAME).returncode == 0
        last = opened[statuses.index(200)]
        assert b'"Another"' in received(last, b'"Another"')
    # Whoever hangs up makes room.
    wait_for_stream(door)


def test_streams_of_events_that_are_none_leave_nothing(server: Server, door: Door) -> None:
    before = memory(server)
    for batch in range(10):
        with ExitStack() as stack:
            asked = [
                stack.enter_context(follow(door, path=f"/e/none-{batch}-{n}/live"))
                for n in range(200)
            ]
            assert {status(first_bytes(one)) for one in asked} == {404}
    assert memory(server) - before < MAX_GROWTH
    serves_others(door)


@pytest.mark.parametrize(
    "lines",
    [
        ("Last-Event-ID: " + "9" * 20_000,),
        ("Last-Event-ID: -1",),
        ("Last-Event-ID: 1\xe9",),
        tuple(f"Last-Event-ID: {n}" for n in range(500)),
        tuple(f"X-Forwarded-For: 10.0.0.{n}" for n in range(200)),
        ("Cookie: " + "a=1;" * 5_000,),
        ("Range: bytes=0-1", "If-None-Match: *", "Accept-Encoding: br"),
    ],
    ids=lambda lines: f"{lines[0][:24]}-{len(lines)}",
)
def test_what_headers_say_harms_nobody(door: Door, lines: tuple[str, ...]) -> None:
    with door.connect() as one:
        head = f"GET {STREAM} HTTP/1.1\r\nHost: {door.authority}\r\n"
        one.sendall("".join([head, *(f"{line}\r\n" for line in lines), "\r\n"]).encode("latin-1"))
        answer = received(one, b"event: beat")
    assert status(answer) == 200, answer[:200]
    assert "version" in [event for event, _data in messages(answer.partition(b"\r\n\r\n")[2])]
    serves_others(door)


def test_a_flood_of_headers_ends(door: Door) -> None:
    with door.connect() as one:
        one.sendall(door.head("GET", STREAM))
        with suppress(ConnectionError):
            for n in range(2_000):
                one.sendall(f"X-More-{n}: {'x' * 100}\r\n".encode())
        assert status(read_to_end(one)) in (0, 400, 431)
    serves_others(door)


def test_who_hangs_up_in_the_middle_of_everything_leaves_nothing(
    server: Server, door: Door
) -> None:
    for _one in range(300):
        follow(door).close()
    for _one in range(300):
        with door.connect() as half:
            half.sendall(door.head("GET", STREAM))
    serves_others(door)
    assert server.process is not None
    (worker,) = psutil.Process(server.process.pid).children()
    end = time.monotonic() + 20
    while len(worker.net_connections()) > 10:
        assert time.monotonic() < end, len(worker.net_connections())
        time.sleep(0.5)
