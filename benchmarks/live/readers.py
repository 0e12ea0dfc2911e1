"""Many readers of one stream, in a process of their own: `python -m benchmarks.live.readers …`.

They tell on standard output when all follow, follow until their standard input ends, and leave in a
file what came when. One of them, the witness, keeps what the versions say. Like a page they fetch
the whole where versions are missing. The process has the lowest priority unless it is told to be
in time: what is measured does not wait for those who measure it, though what they see may come to
be seen late, and silence that ends a stream may be their own.
"""

from __future__ import annotations

import json
import os
import re
import resource
import selectors
import socket
import sys
import time
from argparse import ArgumentParser
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from math import inf
from pathlib import Path
from typing import Any

from benchmarks.live.wholes import Wholes

OPEN_FILES = 30_000
OF_ONE_ADDRESS = 500
"""Readers that share an address, as the phones of a hall do; the machine has many of its own."""
MESSAGE = re.compile(rb'data: \{"version":(\d+),"(patch|snapshot)"')
BEAT = re.compile(rb'data: \{"at":[^}]*"version":(\d+)\}')
END = b"\n\n"
RECEIVED_BYTES = 1 << 16
AGAIN_SECONDS = 0.5
CONNECTED_SECONDS = 2.0
"""Seconds for a connection, then the next try: meanwhile no other reader is served."""
LOOKED_SECONDS = 0.5
"""The time between two looks for silent streams."""
LOOPBACK = "127.0.0.1"
JOINING_AT_ONCE = 250
"""The most readers that wait for the first word of a stream.

More than a server's queue of connections has would be turned away for a second.
"""
REFUSED = re.compile(rb"HTTP/1\.1 [^2]")


@dataclass
class Found:
    """Figures of all readers.

    `arrivals`: by version, when it came (seconds of the clock); `back`: seconds from a connection
    that ended until the reader had the newest version again, which some fetched as a `whole`;
    `again`: of the same readers, when they heard the last word before, and when they were back;
    `gaps`: versions missing of a stream that did not end.
    """

    arrivals: dict[int, list[float]] = field(default_factory=dict)
    seqs: dict[int, dict[str, int]] = field(default_factory=dict)
    gaps: int = 0
    doubled: int = 0
    snapshots: int = 0
    wholes: int = 0
    lost: int = 0
    refused: int = 0
    behind: int = 0
    back: list[float] = field(default_factory=list)
    again: list[tuple[float, float]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Messages:
    """Versions in some bytes, each with whether it is a patch, and heartbeats' versions."""

    versions: tuple[tuple[int, bool], ...]
    beats: tuple[int, ...]

    @classmethod
    def read(cls, text: bytes) -> Messages:
        """Read whole messages."""
        versions = ((int(found[1]), found[2] == b"patch") for found in MESSAGE.finditer(text))
        return cls(tuple(versions), tuple(int(found[1]) for found in BEAT.finditer(text)))


class Reader:
    """One connection, which is made again when it ends, from the version that came last."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self._crowd = crowd
        self._host = crowd.hosts[number % len(crowd.hosts)]
        network = ".".join(self._host.split(".")[:2])
        self._source = f"{network}.{1 + number // OF_ONE_ADDRESS}.1"
        self._witness = number == 0
        self._rest = b""
        self._announced = 0
        self._streamed = 0
        self.version = crowd.version
        self.follows = False
        self.fetches = False
        self.lost_at = 0.0
        self.heard_at = self.last_heard_at = 0.0
        self.socket: socket.socket | None = None

    def connect(self) -> None:
        """Open a new connection and send its request; raise OSError."""
        self.follows, self._rest = False, b""
        place = (self._host, self._crowd.port)
        made = socket.create_connection(place, CONNECTED_SECONDS, (self._source, 0))
        made.sendall(self._crowd.request(self.version))
        made.setblocking(False)
        self.socket = made
        self.heard_at = time.time()

    def receive(self) -> bytes | None:
        """Return what has arrived; empty once the connection has ended."""
        assert self.socket is not None
        try:
            return self.socket.recv(RECEIVED_BYTES)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def read(self, got: bytes, at: float, found: Found) -> bool:
        """Read what arrived at a moment.

        Return False if the connection has ended, or if there is no stream.
        """
        if not got:
            return False
        self.heard_at = at
        if not self.follows and REFUSED.match(got):
            found.refused += 1
            return False
        whole, end, self._rest = (self._rest + got).rpartition(END)
        if end:
            self._take(whole, at, found)
        return True

    def _take(self, whole: bytes, now: float, found: Found) -> None:
        said = self._crowd.messages(whole)
        for version, patch in said.versions:
            self._count(version, patch, now, found)
        for version in said.beats:
            self._compare(version, found)
        if said.versions or said.beats:
            if not self.follows:
                self.follows = True
                self._crowd.joined()
            self._is_back(now, found)
        if self._witness:
            self._keep(whole, found)

    def _count(self, version: int, patch: bool, now: float, found: Found) -> None:
        found.arrivals.setdefault(version, []).append(now)
        found.doubled += version <= self._streamed
        self._streamed = version
        if not patch or not self.version:
            found.snapshots += not patch
            self.version = version
        elif version == self.version + 1:
            self.version = version
        elif version > self.version:
            self._miss(version, found)

    def _compare(self, version: int, found: Found) -> None:
        """Note a version as missed if a heartbeat names a newer one."""
        if not self.version:
            self.version = version
        elif version > self.version:
            self._miss(version, found)

    def _miss(self, version: int, found: Found) -> None:
        self._announced = version
        if self.fetches:
            return
        if self.follows and not self.lost_at:
            found.gaps += 1
        found.wholes += 1
        self.fetches = True
        self._crowd.wholes.ask(self, version)

    def has_whole(self, version: int, found: Found) -> None:
        """Note that the whole state of this version was fetched."""
        self.version = max(version, self.version)
        if self.version < self._announced:
            self._crowd.wholes.ask(self, self._announced)
            return
        self.fetches = False
        self._is_back(time.time(), found)

    def _is_back(self, now: float, found: Found) -> None:
        if self.lost_at and self.follows and not self.fetches:
            found.back.append(now - self.lost_at)
            found.again.append((self.last_heard_at, now))
            self.lost_at = 0.0

    def _keep(self, whole: bytes, found: Found) -> None:
        """Note how far the boards are in each version."""
        for message in whole.split(END):
            for line in message.split(b"\n"):
                if MESSAGE.match(line):
                    told: dict[str, Any] = json.loads(line[6:])
                    state = told.get("patch") or told.get("snapshot") or {}
                    found.seqs[told["version"]] = {
                        f"{round_}/{table}": board["seq"]
                        for round_, boards in (state.get("boards") or {}).items()
                        for table, board in (boards or {}).items()
                        if board and "seq" in board
                    }


class Crowd:
    """So many readers of an address, who have a `version` already (0: none); `wholes` fetches what
    they miss. A stream that was `silent` for so many seconds counts as ended."""

    def __init__(
        self,
        port: int,
        path: str,
        count: int,
        wholes: Wholes,
        *,
        version: int = 0,
        hosts: Sequence[str] = (LOOPBACK,),
        silent: float = inf,
    ) -> None:
        self.port, self.hosts = port, hosts
        self.version = version
        self._silent = silent
        self._looked_at = 0.0
        self.wholes = wholes
        self.found = Found()
        self._path = path
        self._selector = selectors.DefaultSelector()
        self._readers = [Reader(self, number) for number in range(count)]
        self._waiting = deque((0.0, reader) for reader in self._readers)
        self._joining = 0
        self._last = (b"", Messages((), ()))

    def request(self, version: int) -> bytes:
        """Return a browser's request for what follows a version."""
        since = f"Last-Event-ID: {version}\r\n" if version else ""
        lines = f"GET {self._path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
        return f"{lines}{since}\r\n".encode()

    def messages(self, whole: bytes) -> Messages:
        """Return what these bytes say; nearly all readers get the same ones after each other."""
        if whole != self._last[0]:
            self._last = (whole, Messages.read(whole))
        return self._last[1]

    def joined(self) -> None:
        """Count one more reader that follows."""
        self._joining -= 1

    def wait(self, seconds: float) -> bool:
        """Wait for so long until all follow, and return whether they do."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not self._waiting and not self._joining:
                return True
            self._step(0.05)
        return False

    def follow(self) -> None:
        """Follow until standard input ends."""
        self._selector.register(sys.stdin, selectors.EVENT_READ, None)
        while self._step(0.05):
            pass
        self.found.behind = sum(bool(one.lost_at) or one.fetches for one in self._readers)

    def _step(self, seconds: float) -> bool:
        readable = [key.data for key, _events in self._selector.select(seconds)]
        # All is received before any of it is read: what came waits for nobody.
        received = [(one, one.receive(), time.time()) for one in readable if one is not None]
        for reader, got, at in received:
            if got is not None and not reader.read(got, at, self.found):
                self._lose(reader)
        for reader, version in self.wholes.fetched():
            reader.has_whole(version, self.found)
        now = time.time()
        if now > self._looked_at + LOOKED_SECONDS:
            self._end_silent(now)
        while self._waiting and self._waiting[0][0] <= now and self._joining < JOINING_AT_ONCE:
            self._connect(self._waiting.popleft()[1])
        return None not in readable

    def _end_silent(self, now: float) -> None:
        self._looked_at = now
        for key in [*self._selector.get_map().values()]:
            if key.data is not None and now - key.data.heard_at > self._silent:
                self._lose(key.data)

    def _lose(self, reader: Reader) -> None:
        assert reader.socket is not None
        self._selector.unregister(reader.socket)
        reader.socket.close()
        if reader.follows and not reader.lost_at:
            reader.lost_at, reader.last_heard_at = time.time(), reader.heard_at
            self.found.lost += 1
        self._joining -= not reader.follows
        self._waiting.append((time.time() + AGAIN_SECONDS, reader))

    def _connect(self, reader: Reader) -> None:
        try:
            reader.connect()
        except OSError:
            self._waiting.append((time.time() + AGAIN_SECONDS, reader))
        else:
            self._joining += 1
            assert reader.socket is not None
            self._selector.register(reader.socket, selectors.EVENT_READ, reader)


def _be_last() -> None:
    """Give everything else the processor first.

    Linux may share it out among sessions before it looks at priorities within each, so this becomes
    a session of its own, with low priority.
    """
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    with suppress(OSError):
        os.setsid()
        Path("/proc/self/autogroup").write_text("19", encoding="ascii")


def main() -> None:
    """Follow, and leave what was found."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("port", type=int)
    parser.add_argument("path")
    parser.add_argument("count", type=int)
    parser.add_argument("file", type=Path)
    parser.add_argument("--whole-port", type=int, help="where the whole is fetched")
    parser.add_argument("--whole-path", default="")
    parser.add_argument("--seconds", type=float, default=60.0, help="for all to follow")
    parser.add_argument("--version", type=int, default=0, help="the one they have already")
    parser.add_argument("--hosts", default=LOOPBACK, help="where, separated by commas")
    parser.add_argument("--silent", type=float, default=inf, help="seconds that end a stream")
    parser.add_argument("--in-time", action="store_true", help="with the usual priority")
    given = parser.parse_args()
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    if not given.in_time:
        _be_last()
    hosts = given.hosts.split(",")
    wholes = Wholes(given.whole_port or given.port, given.whole_path, hosts)
    crowd = Crowd(
        given.port,
        given.path,
        given.count,
        wholes,
        version=given.version,
        hosts=hosts,
        silent=given.silent,
    )
    if not crowd.wait(given.seconds):
        sys.exit(f"not all of {given.count} streams could be had: {crowd.found.refused} refused")
    print("following", flush=True)
    crowd.follow()
    given.file.write_text(json.dumps(asdict(crowd.found)))


if __name__ == "__main__":
    main()
