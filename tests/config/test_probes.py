"""`/healthz` and `/readyz`, as a load balancer asks them: by an address, without encryption."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config import probes
from referee.doctor import machine
from referee.doctor.findings import Finding, fine
from tournament.models import PublisherLease

BALANCER = {"host": "10.0.0.7:8000"}


@pytest.fixture(autouse=True)
def _with_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "LEAST_FREE", 0)


def ask(client: Client, path: str = "/readyz") -> Any:
    return client.get(path, headers=BALANCER)


def test_a_server_is_alive_without_its_database(settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    answer = ask(Client(), "/healthz")
    assert (answer.status_code, answer.content) == (200, b"alive\n")
    assert answer["Cache-Control"] == "no-store"


def test_it_is_not_ready_without_its_database() -> None:
    answer = ask(Client())
    assert answer.status_code == 503
    assert answer.json()["ready"] is False
    assert answer.json()["checks"]["database"] == "critical"


@pytest.mark.django_db
def test_it_is_ready_and_says_so_of_each_check(settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    PublisherLease.objects.all().delete()
    PublisherLease.objects.create(holder=uuid4(), beat=timezone.now())
    answer = ask(Client())
    fine = dict.fromkeys(("database", "migrations", "publisher"), "fine")
    assert answer.status_code == 200
    assert answer.json()["ready"] is True
    assert answer.json()["checks"].items() >= fine.items()


@pytest.mark.django_db
def test_without_a_publisher_it_stays_ready() -> None:
    PublisherLease.objects.all().delete()
    answer = ask(Client())
    assert answer.status_code == 200
    assert answer.json()["checks"]["publisher"] == "warning"


@pytest.mark.django_db
def test_it_is_not_ready_once_its_disk_is_nearly_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "LEAST_FREE", 1 << 60)
    answer = ask(Client())
    assert answer.status_code == 503
    assert answer.json() == {"ready": False, "checks": {"disk": "critical"}}


@pytest.mark.django_db
def test_who_asks_again_at_once_is_told_the_same_without_a_query() -> None:
    client = Client()
    first = ask(client).content
    with CaptureQueriesContext(connection) as asked:
        assert ask(client).content == first
    assert not asked.captured_queries


@pytest.mark.django_db
def test_it_looks_anew_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()
    assert ask(client).status_code == 200
    monkeypatch.setattr(machine, "LEAST_FREE", 1 << 60)
    assert ask(client).status_code == 200
    monkeypatch.setattr(probes, "REMEMBERED_SECONDS", 0.0)
    assert ask(client).status_code == 503


@pytest.mark.django_db
def test_it_is_not_ready_while_a_check_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    client, hangs, ends = Client(), Event(), Event()

    def check() -> Iterator[Finding]:
        hangs.set()
        ends.wait()
        yield fine("at last")

    assert ask(client).status_code == 200
    monkeypatch.setitem(probes.CHECKS, "disk", check)
    monkeypatch.setattr(probes, "REMEMBERED_SECONDS", 0.0)
    with ThreadPoolExecutor(max_workers=1) as pool:
        pool.submit(ask, client)
        try:
            assert hangs.wait(10)
            assert ask(client).status_code == 200
            monkeypatch.setattr(probes, "HANGS_SECONDS", 0.0)
            assert ask(client).status_code == 503
        finally:
            ends.set()


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_nothing_is_sent_to_them(path: str) -> None:
    assert Client().post(path).status_code == 405
