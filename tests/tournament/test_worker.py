"""A draw started from the organiser's page, run by a real Celery worker on a real Redis."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from kombu import pools

from config.celery import app
from tests.accounts import ORGANISER, signed_in, staff
from tests.on_services import redis
from tests.present import present
from tests.tournament.making import make_event
from tournament.models import DrawJob, Entry, Round, Seat, background
from tournament.rounds.selectors.changes import seen_of

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = "/organise/open/r/1/draw/"
PATIENCE = 60


@pytest.fixture
def broker() -> Iterator[str]:
    """A Redis of this test's own, through which the page hands over its draws."""
    with redis() as address:
        before = app.conf.broker_url
        _speak_to(address)
        yield address
        _speak_to(before)


def _speak_to(address: str) -> None:
    app.conf.broker_url = app.conf.broker_write_url = app.conf.broker_read_url = address
    pools.reset()
    app.amqp._producer_pool = app._pool = None


def database() -> str:
    """The address of the test's database."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


@contextmanager
def worker(broker: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A worker as `config/deploy/` starts it, killed at the end."""
    variables = {"REDIS_URL": broker, "DATABASE_URL": database(), "DATA_DIR": str(folder)}
    command = [sys.executable, "-m", "config.command_line", "worker", "--concurrency", "1"]
    with (folder / "worker.log").open("ab") as log:
        process = subprocess.Popen(
            command,
            cwd=settings.BASE_DIR,
            env={**os.environ, **variables},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def children(process: subprocess.Popen[bytes]) -> list[int]:
    """The processes that do the worker's tasks."""
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(process.pid)],
        capture_output=True,
        text=True,
        check=False,
    )
    return [int(pid) for pid in listed.stdout.split()]


def until(holds: Callable[[], bool]) -> None:
    """Wait until it holds; whoever waits too long fails."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, DrawJob.objects.values()
        time.sleep(0.1)


def organiser() -> Client:
    return signed_in(staff("olga", *ORGANISER))


@pytest.mark.long
@pytest.mark.services
def test_a_draw_survives_its_process_and_is_not_missed_with_its_worker(
    broker: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # One club for all: there is always something left to search for.
    event = make_event(players=103, number_of_rounds=20, table_sizes=[4, 5])
    Entry.objects.filter(event=event).update(club="A")
    client = organiser()

    def state() -> dict[str, Any]:
        found: dict[str, Any] = client.get(f"{PAGE}state/").json()
        return found

    def job() -> DrawJob:
        return DrawJob.objects.latest("pk")

    def start(**asked: str) -> None:
        known = Round.objects.filter(event=event, number=1).first()
        client.post(f"{PAGE}start/", {"seen": seen_of(known) if known else "", **asked})

    def goes_on() -> bool:
        seen = present(job().seen_at)
        return state() == {"running": True, "progress": job().progress} and seen > since

    with worker(broker, tmp_path) as process:
        start(seconds="120", all_rounds="on")
        until(lambda: state()["running"] and state()["progress"] > 0)
        os.kill(children(process)[0], signal.SIGKILL)
        since = present(job().seen_at) + timedelta(seconds=1)
        until(goes_on)
        client.post(f"{PAGE}stop/")
        until(lambda: not state()["running"])
        assert (job().status, Seat.objects.count()) == ("cancelled", 103 * 20)

        start(seconds="120", all_rounds="on")
        until(lambda: job().status == "running" and job().progress > 0)
        assert DrawJob.objects.count() == 2

    assert state()["running"]
    monkeypatch.setattr(background, "RUNNING_SILENT", timedelta(seconds=1))
    until(lambda: not state()["running"])
    assert "The worker that drew was lost" in client.get(PAGE).content.decode()
    start()
    assert list(DrawJob.objects.values_list("status", flat=True)) == [
        "queued",
        "failed",
        "cancelled",
    ]
