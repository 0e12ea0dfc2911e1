"""Processes of a platform that can be killed with all below them."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from tests.services.nginx import Nginx
from tests.serving import ROOT, Server

STOPPED_WITHIN = 5.0


class Process:
    """A command of the service that runs as long as nobody kills it."""

    def __init__(self, word: str, server: Server, *options: str) -> None:
        start = (
            "import sys; sys.argv[0] = 'treasurer'; from config.command_line import main; main()"
        )
        self._command = [sys.executable, "-c", start, word, *options]
        self._environment = server.environment
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it."""
        self._process = subprocess.Popen(
            self._command,
            cwd=ROOT,
            env=self._environment,
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def kill(self) -> None:
        """Kill it with all its children."""
        if self._process is not None:
            kill_tree(self._process.pid)
            self._process.wait()
            # Its number may be another process's from now on.
            self._process = None


class Hub(Nginx):
    """nginx before the web processes, which can be killed."""

    def kill(self) -> None:
        """Kill all its processes at once."""
        if self._process is not None:
            kill_tree(self._process.pid)
            self._process.wait()
            # Its number may be another process's from now on.
            self._process = None


def tree_of(pid: int | None) -> list[psutil.Process]:
    """Return a process and all below it."""
    if pid is None:
        return []
    with suppress(psutil.NoSuchProcess):
        first = psutil.Process(pid)
        return [first, *first.children(recursive=True)]
    return []


def kill_tree(pid: int) -> None:
    """Kill a process and all below it."""
    for process in tree_of(pid):
        with suppress(psutil.NoSuchProcess):
            process.kill()


@contextmanager
def standing_still(pid: int | None) -> Iterator[None]:
    """Let a process and all below it do nothing meanwhile; what they wrote has been written."""
    processes = tree_of(pid)
    try:
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.suspend()
        until = time.monotonic() + STOPPED_WITHIN
        while not all(_stands(process.pid) for process in processes):
            assert time.monotonic() < until, "a process does not stand still"
            time.sleep(0.005)
        yield
    finally:
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.resume()


def _stands(pid: int) -> bool:
    """Return whether no thread of a process runs, or waits for the disk."""
    with suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            state = (thread / "stat").read_text().rpartition(")")[2].split()[0]
            if state not in "TtZX":
                return False
    return True
