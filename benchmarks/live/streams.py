"""Streams of an event that is being played, by the carrier that comes with the server: how late a
viewer sees an event, what a stream costs, and what it does to the tablets."""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from benchmarks.live.processes import cpu_seconds, free_port, memory_bytes, server

EMBEDDED_STREAMS = 3_000
TABLES = 40
PAUSE = 4.0
ALONE_SECONDS = 25.0
"""The tablets play as long before anybody follows."""
FOLLOWED_SECONDS = 25.0
AGAIN_SECONDS = 15.0
"""For so long readers may come back after the carrier was killed."""
SAMPLED = 200
"""Of so many readers the delay of each event is taken."""


@dataclass(frozen=True, slots=True)
class Streamed:
    """What a carrier did: delays and waits in milliseconds, memory in bytes a stream, shares of a
    core."""

    carrier: str
    streams: int
    events: int
    delay_p50: float
    delay_p99: float
    alone_p50: float
    followed_p50: float
    memory: float
    core: float
    gaps: int
    doubled: int
    lost: int
    back_after: float


def embedded(database: str, cache: str, streams: int = EMBEDDED_STREAMS) -> Streamed:
    """The server of `make run`, which answers everything, with a Celery worker that publishes."""
    with ExitStack() as stack:
        data = stack.enter_context(tempfile.TemporaryDirectory(prefix="streams-"))
        environment = {
            "DATABASE_URL": database,
            "REDIS_URL": cache,
            "DATA_DIR": data,
            "ALLOWED_HOSTS": "localhost,127.0.0.1",
            "DEBUG": "false",
        }
        prepare = [sys.executable, "-m", "benchmarks.live.prepare"]
        subprocess.run(prepare, env={**os.environ, **environment}, check=True)
        stack.enter_context(_worker(environment))
        port = free_port()
        command = [sys.executable, "-m", "config.server", "--port", str(port)]
        process = stack.enter_context(server(command, port, environment))
        return _measure("embedded", port, port, process, streams, environment)


@contextmanager
def _worker(environment: dict[str, str]) -> Iterator[None]:
    """A Celery worker, which publishes."""
    command = [sys.executable, "-m", "celery", "-A", "config", "worker", "--concurrency", "1"]
    process = subprocess.Popen(
        [*command, "--loglevel", "error"],
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(20)
        process.kill()


def _measure(
    carrier: str,
    web: int,
    port: int,
    process: int,
    streams: int,
    environment: dict[str, str],
) -> Streamed:
    """Tablets at the port `web`, readers at `port`, which `process` answers."""
    with ExitStack() as stack:
        feed = stack.enter_context(_feed(web, environment))
        assert feed.stdout is not None
        assert feed.stdin is not None
        slug = feed.stdout.readline().strip()
        seconds = ALONE_SECONDS + FOLLOWED_SECONDS + streams / 200
        feed.stdin.write(f"{seconds}\n")
        feed.stdin.flush()
        time.sleep(ALONE_SECONDS)
        memory, alone_until = memory_bytes(process), time.monotonic()
        crowd, file = stack.enter_context(_crowd(port, f"/e/{slug}/live", streams))
        followed_from, cpu = time.monotonic(), cpu_seconds(process)
        began = time.time()
        told = json.loads(feed.stdout.readline())
        core = (cpu_seconds(process) - cpu) / (time.monotonic() - followed_from)
        memory = memory_bytes(process) - memory
        until = time.time()
        _kill(process)
        time.sleep(AGAIN_SECONDS)
        assert crowd.stdin is not None
        crowd.stdin.close()
        crowd.wait()
        found = json.loads(file.read_text())
    events = [each for each in told["events"] if began < each[2] < until - 2]
    delays = sorted(_delays(found, events))
    waits = told["waits"]
    return Streamed(
        carrier=carrier,
        streams=streams,
        events=len(events),
        delay_p50=1000 * _share(delays, 0.5),
        delay_p99=1000 * _share(delays, 0.99),
        alone_p50=1000 * _share(sorted(w for at, w in waits if at < alone_until), 0.5),
        followed_p50=1000 * _share(sorted(w for at, w in waits if at > followed_from), 0.5),
        memory=memory / streams,
        core=core,
        gaps=found["gaps"],
        doubled=found["doubled"],
        lost=found["lost"],
        back_after=max(found["back"], default=0.0),
    )


@contextmanager
def _feed(port: int, environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    url = f"http://127.0.0.1:{port}"
    options = ["--tables", str(TABLES), "--pause", str(PAUSE)]
    with subprocess.Popen(
        [sys.executable, "-m", "benchmarks.live.feed", url, *options],
        env={**os.environ, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def _crowd(port: int, path: str, count: int) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """All follow already."""
    with tempfile.TemporaryDirectory(prefix="crowd-") as folder:
        file = Path(folder, "found")
        given = [str(port), path, str(count), str(file)]
        with subprocess.Popen(
            [sys.executable, "-m", "benchmarks.live.readers", *given],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()
            try:
                yield process, file
            finally:
                process.kill()


def _kill(process: int) -> None:
    """The carrier's workers die; who started them starts others."""
    for each in psutil.Process(process).children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            each.kill()


def _delays(found: dict[str, Any], events: list[Any]) -> Iterator[float]:
    """Seconds from an event's receipt to its version's arrival, of some readers each."""
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


def _share(ordered: list[float], share: float) -> float:
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)] if ordered else float("nan")
