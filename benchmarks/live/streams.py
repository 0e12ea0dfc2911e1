"""Streams of an event that is being played, by either carrier: how late a viewer sees an event,
what a stream costs, and what it does to the tablets."""

import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.live.processes import (
    Running,
    celery_worker,
    cpu_seconds,
    free_port,
    granian,
    granian_for_streams,
    kill_children,
    memory_bytes,
    platform,
    postmaster,
    prepare,
    server,
)
from benchmarks.live.serving_nginx import nchan

EMBEDDED_STREAMS = 3_000
NCHAN_STREAMS = 10_000
TABLES = 40
PAUSE = 4.0
WARM_SECONDS = 8.0
"""Tablets are paired and begin; nothing counts yet."""
ALONE_SECONDS = 20.0
"""The tablets play as long before anybody follows."""
FOLLOWED_SECONDS = 25.0
AGAIN_SECONDS = 15.0
"""The time in which readers may come back after the carrier was killed."""
JOINING_SECONDS = 45.0
MAX_WAIT_SECONDS = 90.0
"""No process is waited for longer."""
SAMPLED = 200
"""The number of readers whose delay is taken for each event."""
SETTLED_SECONDS = 2.0
"""After the last reader came, and before the end, events do not count."""


@dataclass(frozen=True, slots=True)
class Streamed:
    """Figures of a carrier.

    Delays are in seconds, waits of the tablets in milliseconds (p50, p95), memory in bytes a
    stream; `cores` is the CPU of each kind of process, in cores. `beats` are the heartbeats that
    the tablets sent meanwhile, and `listened` is the share of the time that their streams were
    connected.
    """

    carrier: str
    streams: int
    events: int
    delays: tuple[float, float]
    alone: tuple[float, float]
    followed: tuple[float, float]
    memory: float
    cores: dict[str, float]
    gaps: int
    doubled: int
    wholes: int
    behind: int
    back_after: float
    beats: int = 0
    listened: float = float("nan")


@dataclass(frozen=True, slots=True)
class Carrier:
    """The serving processes.

    `web` answers tablets and pages, `port` the streams, by the process `carrier`, which `kill`
    kills; tablets listen at `private`. `processes` are all, by their work.
    """

    name: str
    web: int
    port: int
    private: int
    carrier: int
    kill: Callable[[], None]
    processes: dict[str, int]


def by_embedded(database: str, cache: str, streams: int = EMBEDDED_STREAMS) -> Streamed:
    """Measure the server of `make run`, with a Celery worker that publishes."""
    with ExitStack() as stack:
        environment = stack.enter_context(_platform(database, cache))
        worker = stack.enter_context(celery_worker(environment))
        port = free_port()
        command = [sys.executable, "-m", "config.server", "--port", str(port)]
        process = stack.enter_context(server(command, port, environment))
        processes = {"carrier and pages": process, "publisher": worker}
        carrier = Carrier(
            "embedded", port, port, port, process, lambda: kill_children(process), processes
        )
        return _measure(carrier, streams, environment)


def by_nchan(database: str, cache: str, streams: int = NCHAN_STREAMS) -> Streamed:
    """Measure nginx with nchan beside the platform's processes.

    These are web processes, the process to which tablets listen, and a Celery worker, which
    publishes and posts.
    """
    with ExitStack() as stack:
        environment = stack.enter_context(_platform(database, cache))
        nginx = stack.enter_context(nchan(Path(environment["DATA_DIR"])))
        environment["NCHAN_URL"] = nginx.publisher
        worker = stack.enter_context(celery_worker(environment))
        web = free_port()
        command = granian("config.wsgi:application", web, 2)
        pages = stack.enter_context(server(command, web, environment))
        private = free_port()
        listened = stack.enter_context(server(granian_for_streams(private), private, environment))
        processes = {"carrier": nginx.process, "pages": pages, "publisher": worker}
        processes["tablets' streams"] = listened
        carrier = Carrier(
            "nchan", web, nginx.port, private, nginx.process, nginx.restart, processes
        )
        return _measure(carrier, streams, environment)


@contextmanager
def _platform(database: str, cache: str) -> Iterator[dict[str, str]]:
    """Prepare the database of a platform, and yield the environment of its processes."""
    with tempfile.TemporaryDirectory(prefix="streams-") as data:
        # nginx may run as somebody else.
        Path(data).chmod(0o755)
        environment = platform(database, cache, data)
        prepare(environment)
        yield environment


def _measure(carrier: Carrier, streams: int, environment: dict[str, str]) -> Streamed:
    """Measure tablets that play, first alone, then followed; kill the carrier at the end."""
    with ExitStack() as stack:
        feed = stack.enter_context(_feed(carrier, environment))
        slug = feed.line()
        feed.say(WARM_SECONDS + ALONE_SECONDS + JOINING_SECONDS + FOLLOWED_SECONDS)
        time.sleep(WARM_SECONDS)
        alone_from = time.monotonic()
        time.sleep(ALONE_SECONDS)
        memory, alone_until = memory_bytes(carrier.carrier), time.monotonic()
        crowd, file = stack.enter_context(follow(carrier.port, carrier.web, slug, streams))
        time.sleep(SETTLED_SECONDS)
        processes = {
            **carrier.processes,
            "database": postmaster(environment["DATABASE_URL"]),
            "tablets": feed.process,
            "readers": crowd.process,
        }
        began, followed_from = time.time(), time.monotonic()
        cpu = {name: cpu_seconds(process) for name, process in processes.items()}
        time.sleep(FOLLOWED_SECONDS)
        until, followed_until = time.time(), time.monotonic()
        took = followed_until - followed_from
        used = {name: cpu_seconds(process) - cpu[name] for name, process in processes.items()}
        memory = memory_bytes(carrier.carrier) - memory
        carrier.kill()
        time.sleep(AGAIN_SECONDS)
        crowd.end()
        found = json.loads(file.read_text())
        feed.say("over")
        told = json.loads(feed.line())
    waits = told["waits"]
    events = [each for each in told["events"] if began < each[2] < until - SETTLED_SECONDS]
    return Streamed(
        carrier=carrier.name,
        streams=streams,
        events=len(events),
        delays=shares(list(delays_of(found, events)), 0.5, 0.99),
        alone=_waits(waits, alone_from, alone_until),
        followed=_waits(waits, followed_from, followed_until),
        memory=memory / streams,
        cores={name: seconds / took for name, seconds in used.items()},
        gaps=found["gaps"],
        doubled=found["doubled"],
        wholes=found["wholes"],
        behind=found["behind"],
        back_after=max(found["back"], default=0.0),
        beats=told["beats"],
        listened=told["listened"],
    )


def _feed(carrier: Carrier, environment: dict[str, str]) -> AbstractContextManager[Running]:
    options = ["--tables", str(TABLES), "--pause", str(PAUSE)]
    options += ["--streams", f"http://127.0.0.1:{carrier.private}"]
    url = f"http://127.0.0.1:{carrier.web}"
    return Running.python(
        ["-m", "benchmarks.live.feed", url, *options], environment, MAX_WAIT_SECONDS
    )


@contextmanager
def follow(
    port: int, web: int, slug: str, count: int, *, version: int = 0
) -> Iterator[tuple[Running, Path]]:
    """Let so many readers follow an event at a port.

    They start from `version` (0: from none), and fetch the whole at `web`. Once they end, the file
    has what they found.
    """
    with tempfile.TemporaryDirectory(prefix="crowd-") as folder:
        file = Path(folder, "found")
        whole = ["--whole-port", str(web)]
        whole += ["--whole-path", f"/api/v1/public/events/{slug}/snapshot"]
        command = ["-m", "benchmarks.live.readers", *whole, "--seconds", str(JOINING_SECONDS)]
        command += ["--version", str(version)]
        given = [str(port), f"/e/{slug}/live", str(count), str(file)]
        with Running.python([*command, *given], {}, MAX_WAIT_SECONDS) as running:
            if running.line() != "following":
                raise RuntimeError("not all streams could be had")
            yield running, file


def delays_of(found: dict[str, Any], events: list[Any]) -> Iterator[float]:
    """Yield seconds from an event's receipt to its version's arrival, of some readers each."""
    rng = random.Random(1)
    shown: dict[str, int] = {}
    first: dict[tuple[str, int], int] = {}
    for version in sorted(map(int, found["seqs"])):
        for table, seq in found["seqs"][str(version)].items():
            for each in range(shown.get(table, 0) + 1, seq + 1):
                first[table, each] = version
            shown[table] = max(seq, shown.get(table, 0))
    for table, seq, received in events:
        version = first.get((table, seq), 0)
        arrived = found["arrivals"].get(str(version))
        if arrived:
            for at in rng.sample(arrived, min(SAMPLED, len(arrived))):
                yield at - received


def _waits(waits: list[tuple[float, float]], begin: float, end: float) -> tuple[float, float]:
    """Return how long requests of this time waited, in milliseconds."""
    return shares([1000 * wait for at, wait in waits if begin < at < end], 0.5, 0.95)


def shares(values: list[float], *shares: float) -> tuple[float, float]:
    """Return two quantiles."""
    ordered = sorted(values) or [float("nan")]
    first, second = (ordered[min(int(len(ordered) * share), len(ordered) - 1)] for share in shares)
    return first, second
