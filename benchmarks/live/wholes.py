"""The whole state of an event, fetched for readers that missed a version, as their pages do."""

import json
import socket
from collections.abc import Sequence
from itertools import cycle
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import brotli

from benchmarks.live.requests import HEAD_END, length_of

THREADS = 4
TIMEOUT_SECONDS = 10.0


class Wholes:
    """Fetches for whoever asks, several at once, on connections that stay."""

    def __init__(self, port: int, path: str, hosts: Sequence[str] = ("127.0.0.1",)) -> None:
        self._port, self._hosts = port, cycle(hosts)
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n"
        ).encode()
        self._asked: SimpleQueue[tuple[Any, int]] = SimpleQueue()
        self._fetched: SimpleQueue[tuple[Any, int]] = SimpleQueue()
        self._versions: dict[bytes, int] = {}
        for _thread in range(THREADS):
            Thread(target=self._run, daemon=True).start()

    def ask(self, reader: Any, version: int) -> None:
        """Fetch the whole, of this version at least."""
        self._asked.put((reader, version))

    def fetched(self) -> list[tuple[Any, int]]:
        """Return the readers for which it was fetched since, and its version."""
        found = []
        while True:
            try:
                found.append(self._fetched.get_nowait())
            except Empty:
                return found

    def _run(self) -> None:
        connection = None
        while True:
            reader, wanted = self._asked.get()
            try:
                connection = connection or self._connect()
                version = self._version(*self._fetch(connection))
            except (OSError, ValueError):
                # Nobody is there, or not yet: again.
                connection, version = None, 0
            if version >= wanted:
                self._fetched.put((reader, version))
            else:
                self._asked.put((reader, wanted))

    def _connect(self) -> socket.socket:
        return socket.create_connection((next(self._hosts), self._port), TIMEOUT_SECONDS)

    def _fetch(self, connection: socket.socket) -> tuple[bytes, bytes]:
        connection.sendall(self._request)
        received = b""
        while HEAD_END not in received:
            received += self._part(connection)
        head, _end, body = received.partition(HEAD_END)
        if not head.startswith(b"HTTP/1.1 200"):
            raise ValueError(head)
        parts = [body]
        missing = length_of(head) - len(body)
        while missing > 0:
            parts.append(self._part(connection))
            missing -= len(parts[-1])
        return head, b"".join(parts)

    @staticmethod
    def _part(connection: socket.socket) -> bytes:
        if not (got := connection.recv(1 << 18)):
            raise OSError("the server ended a connection")
        return got

    def _version(self, head: bytes, body: bytes) -> int:
        """Return its number; each body is read once."""
        _before, _found, rest = head.lower().partition(b"etag:")
        etag = rest.partition(b"\r\n")[0]
        if etag not in self._versions:
            text = brotli.decompress(body) if b"content-encoding: br" in head.lower() else body
            self._versions[etag] = int(json.loads(text)["version"])
        return self._versions[etag]
