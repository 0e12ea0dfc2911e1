"""The publisher is killed anywhere, and the server's own publisher does its work."""

import json
import os
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.migrated import new_postgres
from tests.serving import ROOT, Server

pytestmark = pytest.mark.services

WITHIN = 60.0
KILLED = "from tests.services.publisher_killed import main; main()"
MAKE = "from tests.tournament.making import make_event; make_event(players=4)"
RENAME = """
from tests.tournament.making import BY
from tournament.events.services.events import update_event
from tournament.models import Event
update_event(event=Event.objects.get(), by=BY, name="Another")
"""
UNTIL_PUBLISHED = """
import time
from tournament.models import PublicVersion
end = time.monotonic() + 30
while PublicVersion.objects.count() < 2:
    assert time.monotonic() < end, "nobody was woken"
    time.sleep(0.05)
"""
WORKER_THAT_DOES_NOT_ASK = """
import datetime as dt
import django
from config.celery import app
django.setup()
from referee.live.publishing import publisher
publisher.ASKED = dt.timedelta(hours=1)
app.worker_main(["worker", "--concurrency", "1", "--loglevel", "error"])
"""
LOOK = """
import json
from tournament.models import Change, PublicVersion
rows = PublicVersion.objects.order_by("number").values_list("number", "snapshot")
print(json.dumps([Change.objects.count(), [[n, json.loads(s)["event"]["name"]] for n, s in rows]]))
"""


@pytest.mark.parametrize("where", ["embedded", "platform"])
def test_nothing_is_lost_when_the_publisher_is_killed_anywhere(tmp_path: Path, where: str) -> None:
    on_postgres = where == "platform" and os.environ.get("DATABASE_URL")
    server = Server(tmp_path, database=new_postgres("publisher_killed") if on_postgres else "")
    server.migrate()
    done = server.manage("shell", "-v0", "-c", KILLED)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["faults"] == []
    assert 10 < found["statements"] < 59


def test_of_two_servers_one_publishes_and_the_other_takes_over_with_its_streams(
    tmp_path: Path,
) -> None:
    servers = [Server(tmp_path), Server(tmp_path)]
    servers[0].migrate()
    assert servers[0].manage("shell", "-c", MAKE).returncode == 0
    try:
        for server in servers:
            server.start()
        wait_for(servers[0], [0, [[1, "Open"]]])
        stream = HTTPConnection("127.0.0.1", servers[1].port, timeout=WITHIN)
        stream.request("GET", "/e/open/live?since=1")
        told = stream.getresponse()
        servers[0].kill()
        assert servers[1].manage("shell", "-c", RENAME).returncode == 0
        end = time.monotonic() + WITHIN
        while b'{"name":"Another"}' not in told.readline():
            assert time.monotonic() < end, "the stream was told nothing"
        wait_for(servers[1], [0, [[1, "Open"], [2, "Another"]]])
    finally:
        for server in servers:
            server.kill()


def test_beside_redis_a_commit_wakes_the_celery_worker(tmp_path: Path) -> None:
    server = Server(tmp_path, cache=os.environ["REDIS_URL"])
    server.migrate()
    assert server.manage("shell", "-c", MAKE).returncode == 0
    command = [sys.executable, "-c", WORKER_THAT_DOES_NOT_ASK]
    with subprocess.Popen(command, cwd=ROOT, env=server.environment) as worker:
        try:
            # The first look is its own.
            wait_for(server, [0, [[1, "Open"]]])
            done = server.manage("shell", "-c", RENAME + UNTIL_PUBLISHED)
            assert done.returncode == 0, done.stderr
        finally:
            worker.terminate()


def wait_for(server: Server, wanted: object) -> None:
    """Until waiting changes and versions are these."""
    end = time.monotonic() + WITHIN
    while True:
        found = json.loads(server.manage("shell", "-v0", "-c", LOOK).stdout.splitlines()[-1])
        if found == wanted:
            return
        assert time.monotonic() < end, found
