"""Readers of the streams of tablets and staff, over real connections."""

import json
import re
import threading
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from typing import Any, Protocol

WITHIN = 20.0
AT_ONCE = 3.0
"""Seconds, also on a machine with much to do: what comes sooner came by the stream's own look at
what was written. Rights of the staff are asked again every five seconds, tablets ask every ten."""
_MESSAGE = re.compile(r"event: (\w+)\ndata: (.*)\n\n")


class Door(Protocol):
    """What listens at a port of this machine."""

    port: int


class Ear:
    """One stream: what came over it, and when (`time.time`)."""

    def __init__(self, door: Door, path: str, **headers: str) -> None:
        self.heard: list[tuple[float, str, Any]] = []
        self.ended_at: float | None = None
        self._http = HTTPConnection("127.0.0.1", door.port, timeout=WITHIN)
        self._http.request("GET", path, headers=headers)
        self.response = self._http.getresponse()
        self.status = self.response.status
        if self.status == 200:
            threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        text = ""
        with suppress(OSError, HTTPException, ValueError, AttributeError):
            while part := self.response.read1(65_536):
                text += part.decode()
                while found := _MESSAGE.search(text):
                    self.heard.append((time.time(), found[1], json.loads(found[2])))
                    text = text[found.end() :]
        self.ended_at = time.time()

    def close(self) -> None:
        """Hang up."""
        self._http.close()

    def first(self, event: str, *, after: float = 0) -> float:
        """When this was heard first after a moment; AssertionError where it never is."""
        assert self.status == 200, (self.status, self.response.read())
        end = time.monotonic() + WITHIN
        while time.monotonic() < end:
            for at, name, _data in list(self.heard):
                if name == event and at >= after:
                    return at
            time.sleep(0.01)
        raise AssertionError((event, self.heard))

    def change(self, since: float) -> float:
        """When something but a beat was heard first after a moment; AssertionError where nothing
        ever is."""
        end = time.monotonic() + WITHIN
        while time.monotonic() < end:
            for at, name, _data in list(self.heard):
                if name != "beat" and at >= since:
                    return at
            time.sleep(0.01)
        raise AssertionError(self.heard)

    def end(self) -> float:
        """When the stream ended."""
        end = time.monotonic() + WITHIN
        while self.ended_at is None:
            assert time.monotonic() < end, self.heard
            time.sleep(0.01)
        return self.ended_at

    def since(self, moment: float) -> list[str]:
        """What was heard after a moment, without the beats."""
        return [name for at, name, _data in list(self.heard) if at >= moment and name != "beat"]
