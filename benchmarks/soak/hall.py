"""A hall that is full for hours, and what it holds meanwhile."""

import argparse
import http.client
import json
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any

import psutil

from benchmarks.control_room import WORK, Organiser, beside
from benchmarks.live.processes import Running, free_port, in_own_group, wait_for
from benchmarks.live.streams import follow
from benchmarks.soak.report import STREAMS, Sample, write

MINUTES = 120.0
EVERY_SECONDS = 30.0
TOLD_SECONDS = 600.0
BEGUN_SECONDS = 60.0
VIEWED_SECONDS = 0.5
WORKED_SECONDS = 5.0
PUBLIC = ("/", "/e/{}/", "/api/v1/public/events/{}/snapshot", "/e/{}/players/", "/e/{}/hall/")


def main() -> None:
    """Watch a hall for so many minutes; write the tables every ten of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    minutes = parser.parse_args().minutes
    with TemporaryDirectory(prefix="soak-") as folder, ExitStack() as stack:
        hall = Hall(Path(folder), stack)
        hall.fill()
        samples, told = [], time.monotonic() + TOLD_SECONDS
        until = (began := time.monotonic()) + minutes * 60
        while time.monotonic() < until:
            samples.append({"minute": (time.monotonic() - began) / 60, **hall.sample()})
            print(json.dumps(samples[-1]), flush=True)
            if time.monotonic() >= told:
                told += TOLD_SECONDS
                write(samples, minutes)
            time.sleep(EVERY_SECONDS)
        write(samples, minutes, hall.streams())


class Hall:
    """A hall in a folder, and everybody in it."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack = folder, stack
        self._pages = self._failed = 0
        self._port, self._encrypted = free_port(), free_port()
        self._environment = {"DATA_DIR": str(folder), "DATABASE_URL": "", "REDIS_URL": ""}
        ports = ["--port", str(self._port), "--https-port", str(self._encrypted)]
        command = [sys.executable, "manage.py", "hall", "127.0.0.1", "--host", "127.0.0.1", *ports]
        self._process = stack.enter_context(in_own_group(command, self._environment))
        wait_for(self._encrypted)

    def fill(self) -> None:
        """Let tables play, and everybody else come."""
        command = ["-m", "benchmarks.soak.tables", str(self._encrypted)]
        self._tables = self._stack.enter_context(
            Running.python(command, self._environment, BEGUN_SECONDS)
        )
        told = json.loads(self._tables.line())
        slug = told["slug"]
        follows = follow(self._port, self._port, slug, STREAMS)
        self._crowd, self._found = self._stack.enter_context(follows)
        public = [path.format(slug) for path in PUBLIC]
        console = [f"/organise/{slug}/{path}" for path in WORK]
        viewing = self._view(public, "", VIEWED_SECONDS)
        working = self._view(console, told["cookies"], WORKED_SECONDS)
        listening = self._listen(f"/organise/{slug}/chief/live", told["cookies"])
        acts = map(self._repeating, (viewing, working, listening))
        self._stack.enter_context(beside(*acts))

    def sample(self) -> Sample:
        """Return what everything holds now, by its name."""
        if self._tables.has_ended() or self._crowd.has_ended():
            raise SystemExit("the hall has emptied")
        return {
            "pages": self._pages,
            "failed": self._failed,
            **self._sizes_of_processes(),
            **self._rows(),
            "database, MB": _megabytes(self._folder / "treasurer.sqlite3"),
            "its WAL, MB": _megabytes(self._folder / "treasurer.sqlite3-wal"),
            "data folder, MB": sum(map(_megabytes, self._folder.rglob("*"))),
        }

    def streams(self) -> dict[str, Any] | None:
        """Let the viewers go, and return what they found; None if a busy machine keeps them."""
        try:
            self._crowd.end()
        except subprocess.TimeoutExpired:
            return None
        found: dict[str, Any] = json.loads(self._found.read_text())
        return found

    def _sizes_of_processes(self) -> Sample:
        held: Sample = {"hall, processes": 0}
        for process in [psutil.Process(self._process), *_children(self._process)]:
            with suppress(psutil.NoSuchProcess):
                name = _name(process.cmdline())
                held["hall, processes"] += 1
                held[f"{name}, MB"] = process.memory_info().rss / 1e6
                held[f"{name}, files"] = process.num_fds()
                held[f"{name}, threads"] = process.num_threads()
        return held

    def _rows(self) -> Sample:
        with sqlite3.connect(f"file:{self._folder}/treasurer.sqlite3?mode=ro", uri=True) as reader:
            named = reader.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            names = [name for (name,) in named if not name.startswith("sqlite_")]
            counts = {
                f"{name}, rows": reader.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]  # noqa: S608
                for name in names
            }
        reader.close()
        return counts

    def _view(self, paths: list[str], cookies: str, pause: float) -> Callable[[Event], None]:
        """Return an act that opens one page after another until it is over."""

        def go(over: Event) -> None:
            viewer = Organiser(self._port, cookies)
            while not over.is_set():
                for path in paths:
                    status = viewer.get(path)
                    self._pages += status == HTTPStatus.OK
                    self._failed += status != HTTPStatus.OK
                    over.wait(pause)

        return go

    def _listen(self, path: str, cookies: str) -> Callable[[Event], None]:
        """Return an act that follows a stream of the staff."""

        def go(over: Event) -> None:
            with closing(http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)) as opened:
                opened.request("GET", path, headers={"Cookie": cookies})
                for _line in opened.getresponse():
                    if over.is_set():
                        return
            raise ConnectionError("the stream has ended")

        return go

    def _repeating(self, act: Callable[[Event], None]) -> Callable[[Event], None]:
        """Return an act that is begun again where the server ends a connection."""

        def go(over: Event) -> None:
            while not over.is_set():
                try:
                    act(over)
                except (OSError, http.client.HTTPException):
                    self._failed += 1
                    over.wait(1)

        return go


def _children(process: int) -> list[psutil.Process]:
    found: list[psutil.Process] = psutil.Process(process).children(recursive=True)
    return found


def _name(command: list[str]) -> str:
    """Name a process of the hall by its command."""
    port = "HTTPS" if any("server.crt" in each for each in command) else "plain"
    if "config.server.worker" in command:
        return f"{port} worker"
    return f"{port} server" if "config.server" in command else "hall"


def _megabytes(path: Path) -> float:
    with suppress(OSError):
        return path.stat().st_size / 1e6
    return 0.0
