"""Another process holds the database: readers read on, writers are told soon that nothing was
saved."""

import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest

from config.body_limit import MAX_RUNNING
from tests.serving import Server
from tournament.common.lock_wait import REQUEST_SECONDS

pytestmark = pytest.mark.services

BEGIN = """
from django.contrib.auth.models import User
from referee.management.serving import prepare
from tests.accounts import signed_in
from tests.tournament.making import make_event
prepare(print)
make_event()
print(signed_in(User.objects.create_superuser("olga")).cookies["sessionid"].value)
"""
FORM = "/organise/open/announcements/"
TOKEN = "a" * 32
SLOWER = 4.5
"""Seconds by which a slow machine may answer all of them later; less than another wait."""


class Visitor:
    """Somebody of the staff at a server on a SQLite file."""

    def __init__(self, server: Server, folder: Path) -> None:
        self._port = server.port
        self.file = folder / "treasurer.sqlite3"
        made = server.manage("shell", "-v0", "-c", BEGIN)
        self._cookie = f"sessionid={made.stdout.split()[-1]}; csrftoken={TOKEN}"

    def ask(self, method: str, path: str, body: str = "") -> tuple[int, str, float]:
        """Status, body, and how many seconds it took."""
        began = time.monotonic()
        headers = {"Cookie": self._cookie, "Content-Type": "application/x-www-form-urlencoded"}
        with closing(HTTPConnection("127.0.0.1", self._port, timeout=60)) as connection:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode(), time.monotonic() - began

    def announce(self, text: str) -> tuple[int, str, float]:
        """Send a form that writes one row."""
        values = {"text": text, "step": "keep", "csrfmiddlewaretoken": TOKEN}
        return self.ask("POST", FORM, urlencode(values))

    def announced(self) -> list[str]:
        """What was written."""
        with closing(sqlite3.connect(self.file)) as connection:
            rows = connection.execute("SELECT text FROM tournament_announcement")
            return [text for (text,) in rows]


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    server = Server(tmp_path)
    server.migrate()
    found = Visitor(server, tmp_path)
    server.start()
    yield found
    server.kill()


def test_readers_read_on_while_writers_are_told_that_nothing_was_saved(visitor: Visitor) -> None:
    assert visitor.ask("GET", "/e/open/")[0] == 200
    with (
        ThreadPoolExecutor(MAX_RUNNING * 2) as people,
        closing(sqlite3.connect(visitor.file, isolation_level=None)) as other,
    ):
        other.execute("BEGIN IMMEDIATE")
        # More than there are places, most of which wait for the lock by the time of the last.
        writers = [people.submit(visitor.announce, f"No. {n}") for n in range(MAX_RUNNING + 16)]
        while not any(writer.done() for writer in writers):
            for path in ("/e/open/", "/e/open/players/", "/", FORM):
                status, _page, seconds = visitor.ask("GET", path)
                # Who waited for the lock would have waited as long as the writers do.
                assert (status, seconds < REQUEST_SECONDS - 1) == (200, True), (path, seconds)
        for status, page, seconds in (writer.result() for writer in writers):
            assert (status, "Nothing was saved" in page) == (503, True)
            assert REQUEST_SECONDS - 1 < seconds < REQUEST_SECONDS + SLOWER, seconds
        other.execute("ROLLBACK")
    assert visitor.announced() == []
    assert visitor.announce("Lunch")[0] == 302
    assert visitor.announced() == ["Lunch"]
