"""Many readers of one stream, in a process of their own: `python -m benchmarks.live.readers …`.

They tell on standard output when all follow, follow until their standard input ends, and leave in a
file what came when. One of them, the witness, keeps what the versions say.
"""

from __future__ import annotations

import json
import re
import resource
import selectors
import socket
import sys
import time
from argparse import ArgumentParser
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

OPEN_FILES = 30_000
OF_ONE_ADDRESS = 500
"""So many readers share an address, as the phones of a hall do; the machine has many of its own."""
VERSION = re.compile(rb'\{"version":(\d+),"(patch|snapshot)"')
TAIL = 40
"""What is looked at again with the next bytes: a version's number may come in two parts."""
AGAIN_SECONDS = 0.5


@dataclass
class Found:
    """What all readers saw. `arrivals`: by version, when it came (seconds of the clock); `back`:
    seconds from a connection that ended to the first version or beat on the next."""

    arrivals: dict[int, list[float]] = field(default_factory=dict)
    seqs: dict[int, dict[str, int]] = field(default_factory=dict)
    gaps: int = 0
    doubled: int = 0
    snapshots: int = 0
    lost: int = 0
    back: list[float] = field(default_factory=list)


class Reader:
    """One connection, which is made again when it ends, from the version that came last."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self._crowd = crowd
        self._source = f"127.0.{1 + number // OF_ONE_ADDRESS}.1"
        self._witness = number == 0
        self._text = b""
        self._tail = b""
        self.version = 0
        self.follows = False
        self.lost_at = 0.0
        self.socket = self.connect()

    def connect(self) -> socket.socket:
        """A new connection, its request sent."""
        made = socket.create_connection(("127.0.0.1", self._crowd.port), 10, (self._source, 0))
        made.sendall(self._crowd.request(self.version))
        made.setblocking(False)
        self.follows, self._tail, self._text = False, b"", b""
        return made

    def read(self, found: Found) -> bool:
        """What has come; False where the connection has ended."""
        try:
            got = self.socket.recv(1 << 20)
        except BlockingIOError:
            return True
        except OSError:
            return False
        if not got:
            return False
        now = time.time()
        seen = self._tail + got
        for match in VERSION.finditer(seen):
            if match.end() > len(self._tail):
                self._count(int(match[1]), match[2] == b"patch", now, found)
        self._tail = seen[-TAIL:]
        if not self.follows and b"data: " in seen:
            self.follows = True
            if self.lost_at:
                found.back.append(now - self.lost_at)
                self.lost_at = 0.0
        if self._witness:
            self._keep(got, found)
        return True

    def _count(self, version: int, patch: bool, now: float, found: Found) -> None:
        if not patch:
            found.snapshots += 1
        elif version <= self.version:
            found.doubled += 1
        elif version > self.version + 1:
            found.gaps += 1
        self.version = version
        found.arrivals.setdefault(version, []).append(now)

    def _keep(self, got: bytes, found: Found) -> None:
        """How far the boards are in each version."""
        *whole, self._text = (self._text + got).split(b"\n\n")
        for message in whole:
            for line in message.split(b"\n"):
                if line.startswith(b"data: ") and VERSION.match(line[6:]):
                    told: dict[str, Any] = json.loads(line[6:])
                    state = told.get("patch") or told.get("snapshot") or {}
                    found.seqs[told["version"]] = {
                        f"{round_}/{table}": board["seq"]
                        for round_, boards in (state.get("boards") or {}).items()
                        for table, board in (boards or {}).items()
                        if board and "seq" in board
                    }


class Crowd:
    """So many readers of an address."""

    def __init__(self, port: int, path: str, count: int) -> None:
        self.port = port
        self._path = path
        self.found = Found()
        self._selector = selectors.DefaultSelector()
        self._again: list[tuple[float, Reader]] = []
        self._readers = []
        for number in range(count):
            reader = Reader(self, number)
            self._selector.register(reader.socket, selectors.EVENT_READ, reader)
            self._readers.append(reader)
            if number % 100 == 0:
                self._step(0)

    def request(self, version: int) -> bytes:
        """A browser's request for what follows a version."""
        since = f"Last-Event-ID: {version}\r\n" if version else ""
        lines = f"GET {self._path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
        return f"{lines}{since}\r\n".encode()

    def wait(self) -> None:
        """Until all follow."""
        while not all(reader.follows for reader in self._readers):
            self._step(0.1)

    def follow(self) -> None:
        """Until standard input ends."""
        self._selector.register(sys.stdin, selectors.EVENT_READ, None)
        while self._step(0.1):
            pass

    def _step(self, seconds: float) -> bool:
        going = True
        for key, _events in self._selector.select(seconds):
            if key.data is None:
                going = False
            elif not key.data.read(self.found):
                self._lose(key.data)
        now = time.time()
        while self._again and self._again[0][0] <= now:
            self._connect_again(self._again.pop(0)[1])
        return going

    def _lose(self, reader: Reader) -> None:
        self._selector.unregister(reader.socket)
        reader.socket.close()
        if not reader.lost_at:
            reader.lost_at = time.time()
            self.found.lost += 1
        self._again.append((time.time() + AGAIN_SECONDS, reader))

    def _connect_again(self, reader: Reader) -> None:
        try:
            reader.socket = reader.connect()
        except OSError:
            self._again.append((time.time() + AGAIN_SECONDS, reader))
        else:
            self._selector.register(reader.socket, selectors.EVENT_READ, reader)


def main() -> None:
    """Follow, and leave what was found."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("port", type=int)
    parser.add_argument("path")
    parser.add_argument("count", type=int)
    parser.add_argument("file", type=Path)
    given = parser.parse_args()
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    crowd = Crowd(given.port, given.path, given.count)
    crowd.wait()
    print("following", flush=True)
    crowd.follow()
    given.file.write_text(json.dumps(asdict(crowd.found)))


if __name__ == "__main__":
    main()
