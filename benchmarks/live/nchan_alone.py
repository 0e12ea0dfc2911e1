"""The baseline: nchan with nothing of ours before it, fed with as many bytes as often."""

import json
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.live.processes import Running, cpu_seconds, memory_bytes
from benchmarks.live.serving_nginx import nchan
from benchmarks.live.streams import (
    JOINING_SECONDS,
    MAX_WAIT_SECONDS,
    NCHAN_STREAMS,
    Streamed,
    shares,
)

EVERY_SECONDS = 0.5
MESSAGES = 30
BYTES = 3_000
"""The size of a version of 40 tables: some ten boards changed."""


def measure(streams: int = NCHAN_STREAMS) -> Streamed:
    """Return delays from the post of a message to its arrival."""
    with tempfile.TemporaryDirectory(prefix="nchan-") as data:
        folder = Path(data)
        # nginx may run as somebody else.
        folder.chmod(0o755)
        file = folder / "found"
        with nchan(folder) as nginx:
            publisher = Publisher(nginx.publisher)
            publisher.post(1)
            memory = memory_bytes(nginx.process)
            command = ["-m", "benchmarks.live.readers"]
            command += ["--seconds", str(JOINING_SECONDS)]
            given = [str(nginx.port), "/e/alone/live", str(streams), str(file)]
            with Running.python([*command, *given], {}, MAX_WAIT_SECONDS) as crowd:
                if crowd.line() != "following":
                    raise RuntimeError("not all streams could be had")
                began, cpu = time.monotonic(), cpu_seconds(nginx.process)
                readers = cpu_seconds(crowd.process)
                posted = publisher.post_all()
                took = time.monotonic() - began
                cores = {
                    "carrier": (cpu_seconds(nginx.process) - cpu) / took,
                    "readers": (cpu_seconds(crowd.process) - readers) / took,
                }
                memory = memory_bytes(nginx.process) - memory
                crowd.end()
            found = json.loads(file.read_text())
    delays = [
        at - posted[int(version)]
        for version, arrived in found["arrivals"].items()
        if int(version) in posted
        for at in arrived
    ]
    nothing = (float("nan"), float("nan"))
    return Streamed(
        carrier="nchan alone",
        streams=streams,
        events=len(posted),
        delays=shares(delays, 0.5, 0.99),
        alone=nothing,
        followed=nothing,
        memory=memory / streams,
        cores=cores,
        gaps=found["gaps"],
        doubled=found["doubled"],
        wholes=found["wholes"],
        behind=found["behind"],
        back_after=float("nan"),
    )


class Publisher:
    """Posts versions of nothing."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._http = HTTPConnection(parts.hostname or "", parts.port, timeout=MAX_WAIT_SECONDS)
        self._path = f"{parts.path}/alone"

    def post(self, version: int) -> float:
        """Post one version, and return the moment it was sent (seconds of the clock)."""
        body = json.dumps({"version": version, "patch": {"x": "x" * BYTES}}, separators=(",", ":"))
        at = time.time()
        self._http.request("POST", self._path, body, {"X-EventSource-Event": "version"})
        response = self._http.getresponse()
        response.read()
        if response.status not in (200, 201, 202):
            raise RuntimeError(f"nchan answers {response.status}")
        return at

    def post_all(self) -> dict[int, float]:
        """Post all versions after the first evenly, and return when each was sent."""
        posted = {}
        for version in range(2, MESSAGES + 2):
            posted[version] = self.post(version)
            time.sleep(EVERY_SECONDS)
        return posted
