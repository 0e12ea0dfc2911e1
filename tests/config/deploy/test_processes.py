"""What containers and systemd's units start, started: it serves, and ends when it is told to."""

import json
import re
import signal
import time
from collections.abc import Iterator

import pytest

from tests.config.deploy import sandbox
from tests.config.deploy.platform import NAME, Platform, files_of, install, platform
from tests.config.deploy.sandbox import Process
from tests.e2e.waiting import until
from tests.services.test_nchan import Spectator
from tests.serving import ROOT

pytestmark = [pytest.mark.services, pytest.mark.long]

STOP_SECONDS = 30
"""`stop_grace_period` and `TimeoutStopSec`: whoever has not ended by then is killed."""
MAKE = """
import datetime as dt
from tournament.draws.services.draw_jobs import request_draw
from tournament.events.services.events import create_event
from tournament.people.services.entries import add_entry
from tournament.rounds.services.rounds import create_round
day = dt.date(2026, 5, 16)
event = create_event(by="test", slug="open", name="Open", starts_on=day, published=True)
for number in range(8):
    add_entry(event=event, by="test", name=f"Player {number}")
request_draw(round=create_round(event=event, number=1, by="test"), by="test", seed=1, time_limit=5)
"""
WRITE = """
import os
from pathlib import Path
from django.conf import settings
import config
assert (os.getuid(), os.getpid()) == (65534, 1)
for folder in ("/", "/opt", os.path.dirname(config.__file__)):
    try:
        Path(folder, "written").touch()
    except OSError:
        continue
    raise AssertionError(folder)
for folder in ("/tmp", settings.DATA_DIR):
    Path(folder, "written").touch()
"""
RENAME = """
import time
from tournament.events.services.events import update_event
from tournament.models import DrawJob, Event
while DrawJob.objects.get().status in ("queued", "running"):
    time.sleep(0.05)
assert DrawJob.objects.get().status == "finished"
update_event(event=Event.objects.get(slug="open"), by="test", name="Another")
"""


@pytest.fixture(scope="module")
def deployed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    folder = tmp_path_factory.mktemp("deployed")
    with platform(folder, install(ROOT, folder)) as found:
        until(lambda: found.is_ready("web-1") and found.is_ready("web-2"))
        until(lambda: found.ask(found.port, "/", Host=NAME))
        yield found


@pytest.mark.skipif(not sandbox.is_possible(), reason="this machine lets nobody make such a room")
def test_only_data_and_tmp_can_be_written(deployed: Platform) -> None:
    deployed.manage("shell", "-v0", "-c", WRITE).done()


def test_each_is_stopped_in_turn_and_nothing_is_lost(deployed: Platform) -> None:
    """Tablets play through nginx meanwhile: what was acknowledged stays, what is sent finds the
    other process, and streams go on there."""
    url = f"http://127.0.0.1:{deployed.port}"
    load = ["rehearse", "--url", url, "--tables", "4", "--turns", "150", "--pause", "0.1"]
    rehearsals: list[Process] = []
    for name in ("web-1", "web-2", "streams-1", "streams-2", "worker"):
        if not rehearsals or not rehearsals[-1].is_running:
            rehearsals.append(deployed.manage(*load, "--seed", str(len(rehearsals))))
        time.sleep(1)
        deployed.restart(name, STOP_SECONDS)
    for rehearsal in rehearsals:
        rehearsal.done()
    told, number = deployed.log("manage").read_text("utf-8"), len(rehearsals)
    assert told.count("batches refused: 0; put off until later: 0") == number
    assert told.count("lost 0, doubled 0, out of order 0, diverged 0, stuck 0") == number
    connected = re.findall(r"streams connected (\d+) %", told)
    assert all(int(percent) > 80 for percent in connected)
    # A request that is on its way to a process that ends may be cut; the tablet sends it again.
    cut = re.findall(r"requests lost on purpose or otherwise: (\d+)", told)
    assert sum(map(int, cut)) < 10
    assert len(connected) == len(cut) == number


def test_they_serve_publish_and_log_until_they_are_told_to_end(deployed: Platform) -> None:
    installed = files_of(deployed.site)
    page = deployed.ask(deployed.port, "/", Host=NAME)
    assert page is not None
    assert page[0] == 200
    deployed.manage("shell", "-v0", "-c", MAKE).done()
    spectator = until(lambda: (found := Spectator(deployed)).response.status == 200 and found)
    spectator.until("beat", 1)
    deployed.manage("shell", "-v0", "-c", RENAME).done()
    until(lambda: b'"name":"Another"' in spectator.received)
    figures = until(lambda: deployed.ask(deployed.ports["metrics"], "/metrics"))
    assert b"treasurer_redis_up 1.0" in figures[1]
    deployed.ask(deployed.port, "/e/nowhere/", Host=NAME)
    logged = [line for web in ("web-1", "web-2") for line in lines(deployed, web)]
    assert "nowhere" in {line.get("event") for line in logged}
    for name, process in deployed.processes.items():
        process.stop(signal.Signals[deployed.services[name].get("stop_signal", "SIGTERM")])
    ended = {name: each.wait(STOP_SECONDS) for name, each in deployed.processes.items()}
    assert set(ended.values()) == {0}, ended
    assert files_of(deployed.site) == installed


def lines(deployed: Platform, name: str) -> list[dict[str, str]]:
    """The records in a service's log."""
    written = deployed.log(name).read_text("utf-8").splitlines()
    return [json.loads(line) for line in written if line.startswith("{")]
