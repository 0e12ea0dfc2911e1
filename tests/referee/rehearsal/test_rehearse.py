"""A rehearsal against a server in a process of its own: disturbed lines, and the server killed."""

import re
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.serving import Server

BEGUN_WITHIN = 60.0
SOME = 20


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    server.migrate()
    server.start()
    yield server
    server.kill()


def wait_for_events(data: Path) -> None:
    """Wait until the rehearsal's tablets log: a busy machine takes seconds to begin."""
    until = time.monotonic() + BEGUN_WITHIN
    while time.monotonic() < until:
        with closing(sqlite3.connect(data / "treasurer.sqlite3", timeout=20)) as database:
            [(logged,)] = database.execute("SELECT count(*) FROM referee_loggedevent")
        if logged > SOME:
            return
        time.sleep(0.1)


@pytest.mark.long
@pytest.mark.exhaustive
def test_nothing_is_lost_while_lines_break_and_the_server_is_killed(
    server: Server, tmp_path: Path
) -> None:
    def kill_and_start() -> None:
        wait_for_events(tmp_path)
        server.kill()
        server.start()

    disturber = threading.Thread(target=kill_and_start)
    disturber.start()
    arguments = ["--tables", "2", "--turns", "60", "--loss", "0.2", "--offline", "0.3"]
    run = server.manage("rehearse", "--url", server.url, *arguments, "--pause", "0.03")
    disturber.join()
    assert run.returncode == 0, run.stdout + run.stderr
    assert "lost 0, doubled 0, out of order 0, diverged 0, stuck 0" in run.stdout
    told = re.search(r"heartbeats: (\d+); streams connected (\d+) %", run.stdout)
    assert told
    assert int(told[1]) > 0
    assert int(told[2]) > 0
    verified = server.manage("verify", "--all")
    assert verified.returncode == 0, verified.stdout + verified.stderr


def test_no_server_is_said_in_a_sentence(tmp_path: Path) -> None:
    server = Server(tmp_path)
    run = server.manage("rehearse", "--url", server.url)
    assert run.returncode == 1
    assert "No server answers at" in run.stderr
    assert "Traceback" not in run.stderr
