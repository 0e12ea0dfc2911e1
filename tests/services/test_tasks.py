"""The one process of a venue's laptop is killed in the middle of a task."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings

from tests.serving import Server
from tournament.draws.views.drawing import MAX_DRAW_SECONDS

pytestmark = pytest.mark.services

WITHIN = 60.0
# Nine rounds of 31 players have rematches that no bound proves: the search uses all its seconds.
ASK = """
from tests.tournament.making import make_event
from tournament.draws.services.draw_jobs import request_draw
from tournament.rounds.services.rounds import create_round
event = make_event(players=31, table_sizes=[4, 5], number_of_rounds=9)
found = create_round(event=event, number=1, by="test")
request_draw(round=found, by="test", seed=1, all_rounds=True, time_limit=10)
"""


class Draws:
    """The one draw in the database of a server."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.server = server
        self._file = folder / "treasurer.sqlite3"

    def ask(self) -> None:
        """Ask for a draw, in a process whose own tasks end with it."""
        done = self.server.manage("shell", "-c", ASK)
        assert done.returncode == 0, done.stderr

    def status(self) -> str:
        """How far it is."""
        with closing(sqlite3.connect(self._file, timeout=20)) as database:
            return str(database.execute("SELECT status FROM tournament_drawjob").fetchone()[0])

    def seats(self) -> int:
        """How many seats there are in all rounds."""
        with closing(sqlite3.connect(self._file, timeout=20)) as database:
            return int(database.execute("SELECT count(*) FROM tournament_seat").fetchone()[0])

    def wait(self, *wanted: str) -> None:
        """Until it is one of these."""
        until(lambda: self.status() in wanted)


def until(holds: Callable[[], bool]) -> None:
    """Wait for it; a failure when it takes too long."""
    end = time.monotonic() + WITHIN
    while not holds():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.05)


def drawn(folder: Path) -> Draws:
    server = Server(folder)
    server.migrate()
    draws = Draws(server, folder)
    draws.ask()
    assert draws.status() == "queued"
    return draws


def test_a_venue_box_that_dies_in_a_draw_goes_on_with_it(tmp_path: Path) -> None:
    draws = drawn(tmp_path)
    try:
        draws.server.start()
        draws.wait("running")
        draws.server.kill()
        assert (draws.status(), draws.seats()) == ("running", 0)
        draws.server.start()
        draws.wait("finished")
        assert draws.seats() == 9 * 31
    finally:
        draws.server.kill()


def test_a_draw_beside_redis_is_given_to_another_worker_only_after_the_longest_draw() -> None:
    assert settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"] > MAX_DRAW_SECONDS
