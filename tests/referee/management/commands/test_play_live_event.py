"""Bots play an event on the server of `make run`: it moves, ends with the server, and goes on with
the next one."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest

from referee.rehearsal.http_client import Faults, HttpClient, RequestLostError
from tests.serving import ROOT, free_port, keep_engine

MINUTE = 60.0


class Demo:
    """`make run` in a process of its own."""

    def __init__(self, data: Path, port: int) -> None:
        self.url = f"http://localhost:{port}"
        self._command = [sys.executable, "manage.py", "demo", "--port", str(port)]
        hidden = ("DATABASE_URL", "REDIS_URL")
        self._environment = {k: v for k, v in os.environ.items() if k not in hidden}
        self._environment["DATA_DIR"] = str(data)
        self.process: subprocess.Popen[str] | None = None

    def start(self, *more: str) -> str:
        """Start it; what it says until it serves."""
        self.process = subprocess.Popen(
            [*self._command, *more],
            cwd=ROOT,
            env=self._environment,
            start_new_session=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        said = ""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            said += line
            if "Stop with Ctrl-C" in line:
                return said
        raise AssertionError(said)

    def bots(self) -> list[psutil.Process]:
        """The processes that play."""
        assert self.process is not None
        playing = psutil.process_iter(["cmdline"])
        return [
            each
            for each in playing
            if "play_live_event" in (each.info["cmdline"] or ())
            and os.getsid(each.pid) == self.process.pid
        ]

    def stop(self, number: int) -> None:
        """Send the whole group a signal, as Ctrl-C does, or the server alone."""
        assert self.process is not None
        if number == signal.SIGINT:
            os.killpg(self.process.pid, number)
        else:
            self.process.send_signal(number)
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def end(self) -> None:
        """Leave nothing behind."""
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def snapshot(self, slug: str) -> Any:
        """What the public sees of an event, None while there is none."""
        client = HttpClient(self.url, Faults(), Random(0))
        try:
            answer = client.request("GET", f"/api/v1/public/events/{slug}/snapshot")
        except RequestLostError:
            return None
        return answer.body["snapshot"] if answer.status == 200 else None


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    keep_engine(tmp_path)
    demo = Demo(tmp_path, free_port())
    yield demo
    demo.end()


def until(truth: Any, within: float = 3 * MINUTE) -> Any:
    end = time.monotonic() + within
    while time.monotonic() < end:
        if found := truth():
            return found
        time.sleep(0.3)
    raise AssertionError(f"not within {within} s")


def gone(processes: list[psutil.Process]) -> bool:
    return all(not each.is_running() or each.status() == psutil.STATUS_ZOMBIE for each in processes)


def is_running(snapshot: Any) -> bool:
    """Whether the clock of the first round was started."""
    rounds = snapshot["rounds"]
    return bool(rounds and "1" in rounds["1"]["clock"])


def results(snapshot: Any) -> int:
    tables = [table for one in snapshot["rounds"].values() for table in one["tables"].values()]
    return sum("result" in table for table in tables)


def address_in(said: str) -> str:
    (line,) = [line for line in said.splitlines() if "/e/live-evening-" in line]
    return line.split("/e/")[1].split("/")[0]


@pytest.mark.long
@pytest.mark.exhaustive
def test_bots_are_left_out_or_move_the_event_end_with_the_server_and_go_on(demo: Demo) -> None:
    said = demo.start("--no-bots")  # and what takes long at a first start is there for the others
    assert "/e/live-evening-" not in said
    until(lambda: demo.snapshot("spring-open-2026"))
    assert demo.bots() == []
    demo.stop(signal.SIGTERM)
    slug = address_in(demo.start())
    first = until(lambda: (found := demo.snapshot(slug)) and is_running(found) and found)
    assert results(first) == 0
    # Three minutes where nothing else runs.
    assert until(lambda: results(demo.snapshot(slug)), 8 * MINUTE)
    playing = demo.bots()
    assert len(playing) == 1
    demo.stop(signal.SIGTERM)
    until(lambda: gone(playing), 10)
    assert address_in(demo.start()) == slug
    again = until(lambda: demo.snapshot(slug))
    assert results(again)
    playing = until(demo.bots, 10)
    demo.stop(signal.SIGINT)
    until(lambda: gone(playing), 10)
