"""A web process is killed: the server starts another by itself."""

import time
from pathlib import Path

import pytest

from tests.serving import Server

pytestmark = pytest.mark.services

WITHIN = 60.0


@pytest.mark.parametrize("workers", [0, 2])
def test_a_server_goes_on_when_its_web_processes_are_killed(tmp_path: Path, workers: int) -> None:
    server = Server(tmp_path, workers=workers)
    server.migrate()
    server.start()
    try:
        for number in range(max(1, workers)):
            server.kill_worker(number)
        end = time.monotonic() + WITHIN
        while not server.answers():
            assert time.monotonic() < end, "it does not answer any more"
            time.sleep(0.05)
    finally:
        server.kill()
