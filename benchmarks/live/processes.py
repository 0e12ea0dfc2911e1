"""Server processes of a measurement, and the CPU they use."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

import psutil

READY_SECONDS = 60.0


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextmanager
def server(command: list[str], port: int, environment: Mapping[str, str]) -> Iterator[int]:
    """A server in a group of its own, from when it answers; its process."""
    process = subprocess.Popen(
        command,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _wait_for(port)
        yield process.pid
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def granian(application: str, port: int, workers: int) -> list[str]:
    """The platform's command (`docs/operations.md`), with so many web processes."""
    options = ["--interface", "wsgi", "--workers", str(workers), "--blocking-threads", "4"]
    return [sys.executable, "-m", "granian", *options, "--port", str(port), application]


def _wait_for(port: int) -> None:
    """Until somebody listens. Raises TimeoutError."""
    end = time.monotonic() + READY_SECONDS
    while time.monotonic() < end:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.1)
    raise TimeoutError(f"nobody listens on port {port}")


def cpu_seconds(process: int) -> float:
    """What a process and its living descendants have used so far."""
    root = psutil.Process(process)
    total = 0.0
    for each in [root, *root.children(recursive=True)]:
        with suppress(psutil.NoSuchProcess):
            times = each.cpu_times()
            total += times.user + times.system
    return total


def memory_bytes(process: int) -> int:
    """What a process and its living descendants hold of memory that no other process shares."""
    root = psutil.Process(process)
    total = 0
    for each in [root, *root.children(recursive=True)]:
        with suppress(psutil.NoSuchProcess):
            total += each.memory_full_info().uss
    return total
