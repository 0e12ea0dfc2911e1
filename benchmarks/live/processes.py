"""Server processes of a measurement, and the CPU they use. None outlives it, and none is waited for
for good."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Self
from urllib.parse import parse_qs, urlsplit

import psutil

READY_SECONDS = 60.0
PREPARED_SECONDS = 200.0
ENDED_SECONDS = 20.0


class Running:
    """A process that is told things and answers, line by line, each within so many seconds."""

    def __init__(self, process: subprocess.Popen[str], seconds: float) -> None:
        self._process = process
        self._seconds = seconds
        self._lines: SimpleQueue[str] = SimpleQueue()
        Thread(target=self._read, daemon=True).start()

    @classmethod
    @contextmanager
    def python(
        cls, given: list[str], environment: Mapping[str, str], seconds: float
    ) -> Iterator[Self]:
        """Run one of our programs, and kill it at the end if it has not ended itself."""
        with subprocess.Popen(
            [sys.executable, *given],
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            try:
                yield cls(process, seconds)
            finally:
                process.kill()

    @property
    def process(self) -> int:
        """Its id."""
        return self._process.pid

    def has_ended(self) -> bool:
        """Return whether it has."""
        return self._process.poll() is not None

    def line(self) -> str:
        """Return the next line it prints, "" once it has ended; raise TimeoutError."""
        try:
            return self._lines.get(timeout=self._seconds).strip()
        except Empty:
            raise TimeoutError(f"{self._process.args!r} says nothing") from None

    def say(self, what: object) -> None:
        """Tell it something."""
        assert self._process.stdin is not None
        print(what, file=self._process.stdin, flush=True)

    def end(self) -> None:
        """Tell it that there is no more to be told, and wait until it has ended."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(self._seconds)

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put("")


def free_port() -> int:
    """Return a port of this machine on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextmanager
def server(command: list[str], port: int, environment: Mapping[str, str]) -> Iterator[int]:
    """Run a server in a group of its own, and yield its process once it answers."""
    with in_own_group(command, environment) as process:
        wait_for(port)
        yield process


@contextmanager
def celery_worker(environment: Mapping[str, str]) -> Iterator[int]:
    """Run a Celery worker, which publishes, and yield its process."""
    command = [sys.executable, "-m", "celery", "-A", "config", "worker", "--concurrency", "1"]
    with in_own_group([*command, "--loglevel", "error"], environment) as process:
        yield process


@contextmanager
def in_own_group(command: list[str], environment: Mapping[str, str]) -> Iterator[int]:
    """Run a process that is killed at the end with all its children."""
    process = subprocess.Popen(
        command,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process.pid
    finally:
        kill_group(process)


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that leads a group, and its group."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(ENDED_SECONDS)


def platform(database: str, cache: str, data: str) -> dict[str, str]:
    """Return the environment of a platform's processes, whose files are in a folder."""
    return {
        "DATABASE_URL": database,
        "REDIS_URL": cache,
        "DATA_DIR": data,
        "ALLOWED_HOSTS": "localhost,127.0.0.1",
        "DEBUG": "false",
    }


def granian(application: str, port: int, workers: int) -> list[str]:
    """Return the platform's command (`docs/operations.md`), with so many web processes."""
    options = ["--interface", "wsgi", "--workers", str(workers), "--blocking-threads", "4"]
    return [sys.executable, "-m", "granian", *options, "--port", str(port), application]


def granian_for_streams(port: int) -> list[str]:
    """Return the platform's command for the process that only holds streams."""
    options = ["--interface", "asginl", "--workers", "1", "--backpressure", "16000"]
    command = [sys.executable, "-m", "granian", *options, "--port", str(port)]
    return [*command, "config.asgi_streams:application"]


def prepare(environment: Mapping[str, str], *players: int) -> None:
    """Prepare a database with an event of each size, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.live.prepare", *map(str, players)]
    full = {**os.environ, **environment}
    subprocess.run(command, env=full, check=True, timeout=PREPARED_SECONDS)


def wait_for(port: int) -> None:
    """Wait until somebody listens; raise TimeoutError."""

    def listens() -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
        return False

    wait_until(listens, f"nobody listens on port {port}")


def wait_until(so: Callable[[], bool], otherwise: str, seconds: float = READY_SECONDS) -> None:
    """Wait until something is so; raise TimeoutError."""
    end = time.monotonic() + seconds
    while not so():
        if time.monotonic() > end:
            raise TimeoutError(otherwise)
        time.sleep(0.1)


def postmaster(database: str) -> int:
    """Return the first process of a PostgreSQL of this machine, by its address."""
    folder = parse_qs(urlsplit(database).query)["host"][0]
    return int(Path(folder, "postmaster.pid").read_text().split()[0])


def kill_children(process: int) -> None:
    """Kill the children of a process, which may start others."""
    for each in psutil.Process(process).children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            each.kill()


def cpu_seconds(process: int) -> float:
    """Return what a process and its living descendants have used so far."""
    total = 0.0
    for each in _tree(process):
        with suppress(psutil.NoSuchProcess):
            times = each.cpu_times()
            total += times.user + times.system
    return total


def memory_bytes(process: int) -> int:
    """Return the memory of a process and its living descendants; shared memory counts once."""
    total = 0
    for each in _tree(process):
        with suppress(psutil.NoSuchProcess):
            total += each.memory_full_info().pss
    return total


def _tree(process: int) -> list[psutil.Process]:
    root = psutil.Process(process)
    return [root, *root.children(recursive=True)]
