"""Tablets and pages of the staff that listen: `python -m benchmarks.live.listeners PORT FILE`.

Reads who they are from standard input, a line of JSON: by name the path and the header that opens
each one's stream. Says `listening` when all streams have begun, listens until standard input ends,
and leaves in the file what each was told that moved, and when: `[[name, number, seconds], …]`.
"""

import json
import re
import selectors
import socket
import sys
import time
from argparse import ArgumentParser
from pathlib import Path

MOVED = re.compile(rb'event: moved\ndata: \{"seq":(\d+)\}')
READY = b"event: ready"
BEGUN_SECONDS = 30.0
RECEIVED_BYTES = 1 << 16


class Ears:
    """One connection each."""

    def __init__(self, port: int, streams: dict[str, tuple[str, str]]) -> None:
        self.heard: list[tuple[str, int, float]] = []
        self._selector = selectors.DefaultSelector()
        self._silent = set(streams)
        self._rest = dict.fromkeys(streams, b"")
        for name, (path, header) in streams.items():
            made = socket.create_connection(("127.0.0.1", port), 10)
            request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{header}\r\n\r\n"
            made.sendall(request.encode())
            made.setblocking(False)
            self._selector.register(made, selectors.EVENT_READ, name)

    def begin(self) -> bool:
        """Return whether all streams began in time."""
        end = time.monotonic() + BEGUN_SECONDS
        while self._silent and time.monotonic() < end:
            self._step()
        return not self._silent

    def listen(self) -> None:
        """Listen until standard input ends."""
        self._selector.register(sys.stdin, selectors.EVENT_READ, None)
        while self._step():
            pass

    def _step(self) -> bool:
        found = self._selector.select(0.05)
        at = time.time()
        for key, _events in found:
            if key.data is not None:
                assert isinstance(key.fileobj, socket.socket)
                self._hear(key.data, key.fileobj.recv(RECEIVED_BYTES), at)
        return all(key.data is not None for key, _events in found)

    def _hear(self, name: str, got: bytes, at: float) -> None:
        if not got:
            sys.exit(f"the stream of {name} has ended")
        whole, _end, self._rest[name] = (self._rest[name] + got).rpartition(b"\n\n")
        if READY in whole:
            self._silent.discard(name)
        self.heard += [(name, int(found[1]), at) for found in MOVED.finditer(whole)]


def main() -> None:
    """Listen, and leave what was heard."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("port", type=int)
    parser.add_argument("file", type=Path)
    given = parser.parse_args()
    ears = Ears(given.port, json.loads(sys.stdin.readline()))
    if not ears.begin():
        sys.exit("not all streams began")
    print("listening", flush=True)
    ears.listen()
    given.file.write_text(json.dumps(ears.heard))


if __name__ == "__main__":
    main()
