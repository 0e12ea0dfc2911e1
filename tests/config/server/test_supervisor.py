"""The process that listens: one worker at a time, another when it dies, none without it."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

import psutil
import pytest

from tests.serving import ROOT, Server

pytestmark = pytest.mark.services

WITHIN = 60.0


def wait_until(condition):
    end = time.monotonic() + WITHIN
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.fixture
def server(tmp_path):
    made = Server(tmp_path)
    made.migrate()
    made.start()
    yield made
    made.kill()


def worker(server):
    (found,) = psutil.Process(server.process.pid).children()
    return found


def test_who_connects_while_the_worker_is_dead_waits_for_the_next(server):
    dead = worker(server)
    dead.kill()
    # The first connection may still have reached the dead one.
    assert server.answers(WITHIN) or server.answers(WITHIN)
    assert worker(server).pid != dead.pid


def test_the_worker_ends_when_the_listening_process_is_killed(server):
    left = worker(server)
    server.process.kill()
    server.process.wait()
    wait_until(lambda: not left.is_running() or left.status() == psutil.STATUS_ZOMBIE)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_both(number, server):
    left = worker(server)
    os.kill(server.process.pid, number)
    assert server.process.wait(WITHIN) == 0
    with suppress(psutil.NoSuchProcess):
        assert left.status() == psutil.STATUS_ZOMBIE


def test_a_worker_that_cannot_start_is_not_started_for_ever(tmp_path):
    ended = subprocess.run(
        [sys.executable, "-m", "config.server", "--port", "0"],
        cwd=ROOT,
        env={**os.environ, "DATA_DIR": str(tmp_path), "TIME_ZONE": "Europe/Atlantis"},
        capture_output=True,
        text=True,
        timeout=WITHIN,
        check=False,
    )
    assert ended.returncode == 1
    assert "TIME_ZONE" in ended.stderr
