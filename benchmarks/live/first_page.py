"""The cost of the first page of a new version, and of the same page from then on."""

import tempfile
import time
from dataclasses import dataclass
from statistics import median

from benchmarks.live.pages import PLAYERS, request
from benchmarks.live.processes import (
    Running,
    cpu_seconds,
    free_port,
    granian,
    platform,
    prepare,
    server,
)
from benchmarks.live.requests import Connection

VERSIONS = 12
AGAIN = 400
REMEMBERED_SECONDS = 1.2
"""After so long a process asks which version is the newest."""
MAX_WAIT_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class FirstPage:
    """Milliseconds: of CPU to publish a version, of CPU and of waiting for its first page, and of
    CPU for the page again."""

    players: int
    publishing: float
    first_cpu: float
    first_wait: float
    again_cpu: float


def measure(database: str, cache: str) -> list[FirstPage]:
    """Measure one web process of the platform."""
    with tempfile.TemporaryDirectory(prefix="page-") as data:
        environment = platform(database, cache, data)
        prepare(environment, *PLAYERS)
        port = free_port()
        command = granian("config.wsgi:application", port, 1)
        with server(command, port, environment) as process:
            return [_of(players, port, process, environment) for players in PLAYERS]


def _of(players: int, port: int, process: int, environment: dict[str, str]) -> FirstPage:
    slug = f"players-{players}"
    page = Connection(port, request(f"/e/{slug}/"), b"200")
    page.socket.settimeout(MAX_WAIT_SECONDS)
    publishing, cpu, waits = [], 0.0, []
    command = ["-m", "benchmarks.live.changes", slug]
    with page.socket, Running.python(command, environment, MAX_WAIT_SECONDS) as changes:
        for version in range(VERSIONS + 1):
            changes.say("another")
            published = float(changes.line())
            time.sleep(REMEMBERED_SECONDS)
            before = cpu_seconds(process)
            waited = _fetch(page)
            # The first of all loads what is loaded once.
            if version:
                cpu += cpu_seconds(process) - before
                publishing.append(published)
                waits.append(waited)
        before = cpu_seconds(process)
        for _again in range(AGAIN):
            _fetch(page)
        again = cpu_seconds(process) - before
    return FirstPage(
        players=players,
        publishing=1000 * median(publishing),
        first_cpu=1000 * cpu / VERSIONS,
        first_wait=1000 * median(waits),
        again_cpu=1000 * again / AGAIN,
    )


def _fetch(page: Connection) -> float:
    """Return seconds until all of the page was there."""
    page.send()
    try:
        while not page.receive():
            pass
    except TimeoutError as late:
        raise TimeoutError("no page") from late
    return time.perf_counter() - page.sent
