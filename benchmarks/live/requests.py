"""Requests for one address on connections that stay, each the next when it has its answer."""

import selectors
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

CONNECTIONS = 16
HEAD_END = b"\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Answered:
    """Answers in so many seconds of the clock and of this process's CPU; milliseconds of one."""

    count: int
    seconds: float
    own_cpu: float
    p50: float
    p99: float


class Connection:
    """One connection with one request under way."""

    def __init__(self, port: int, request: bytes, status: bytes) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._request, self._status = request, status
        self._received = b""
        self.sent = 0.0

    def send(self) -> None:
        """Send the request once more."""
        self.sent = time.perf_counter()
        self.socket.sendall(self._request)

    def receive(self) -> bool:
        """Return whether the answer is complete; raise RuntimeError for an unexpected one."""
        got = self.socket.recv(1 << 18)
        if not got:
            raise RuntimeError("the server ended a connection")
        self._received += got
        head, end, body = self._received.partition(HEAD_END)
        if not end:
            return False
        if not head.startswith(b"HTTP/1.1 " + self._status):
            raise RuntimeError(f"another answer than {self._status!r}: {head[:300]!r}")
        if len(body) < length_of(head):
            return False
        self._received = b""
        return True


def length_of(head: bytes) -> int:
    """Return the length of an answer's body; 0 if it has none."""
    _before, found, rest = head.lower().partition(b"content-length:")
    return int(rest.partition(b"\r\n")[0]) if found else 0


def load(port: int, request: bytes, status: bytes, seconds: float) -> Answered:
    """Ask for so long."""
    latencies: list[float] = []
    with ExitStack() as stack:
        selector = stack.enter_context(selectors.DefaultSelector())
        for _ in range(CONNECTIONS):
            made = Connection(port, request, status)
            stack.enter_context(made.socket)
            selector.register(made.socket, selectors.EVENT_READ, made)
            made.send()
        cpu, began = time.process_time(), time.perf_counter()
        for one in _answered(selector, began + seconds):
            latencies.append(time.perf_counter() - one.sent)
            one.send()
        took, used = time.perf_counter() - began, time.process_time() - cpu
    latencies.sort()
    p50, p99 = (1000 * latencies[int(len(latencies) * share)] for share in (0.5, 0.99))
    return Answered(len(latencies), took, used, p50, p99)


def _answered(selector: selectors.BaseSelector, end: float) -> Iterator[Connection]:
    """Yield the connections whose answers are there, until a moment."""
    while time.perf_counter() < end:
        for key, _events in selector.select(1):
            one: Connection = key.data
            if one.receive():
                yield one
