"""Addresses that are keys stand in no log, audit row or `Referer`, whatever is answered."""

import logging
import logging.config
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from config.logs import without_keys
from tests.key_addresses import KEY, key_addresses
from tests.tournament.making import make_event
from tournament.accounts import secret_links
from tournament.models import AuditEntry, Email

pytestmark = pytest.mark.django_db
VERBS = ("get", "post", "put", "delete", "options")


@pytest.fixture
def lines() -> Iterator[StringIO]:
    """What the configured handler writes, of every level."""
    logging.config.DictConfigurator(settings.LOGGING).configure()
    written, root = StringIO(), logging.getLogger()
    handler = next(found for found in root.handlers if found.name == "console")
    handler.setStream(written)  # type: ignore[attr-defined]
    root.setLevel(logging.DEBUG)
    yield written
    root.setLevel(logging.WARNING)


@pytest.fixture
def client() -> Client:
    make_event("open", registration="open")
    return Client(raise_request_exception=False)


def test_there_are_such_addresses() -> None:
    assert len(key_addresses()) >= 9


@pytest.mark.parametrize("address", key_addresses())
def test_no_answer_to_a_key_leaves_it_in_the_log(
    address: str, client: Client, lines: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    for verb in VERBS:
        getattr(client, verb)(address)
    client.get(address, headers={"host": "evil.example"})
    client.get(address.rstrip("/"))
    client.get(f"{address}%00")
    monkeypatch.setattr(secret_links, "MAX_UNKNOWN", 0)
    client.get(address)
    assert lines.getvalue()
    assert KEY not in lines.getvalue()
    assert KEY not in str(list(AuditEntry.objects.values())) + str(list(Email.objects.values()))


@pytest.mark.parametrize("address", key_addresses())
def test_no_fault_of_ours_tells_the_key(
    address: str, client: Client, lines: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: Any, **_kwargs: Any) -> None:
        raise RuntimeError(f"broken at {address}")

    monkeypatch.setattr("django.core.handlers.base.BaseHandler.resolve_request", broken)
    answer = client.get(address)
    assert answer.status_code == 500
    assert KEY not in answer.content.decode()
    assert "RuntimeError" in lines.getvalue()
    assert KEY not in lines.getvalue()


def test_the_rest_of_an_address_stays() -> None:
    assert without_keys("GET /me/abc/?a=1 failed") == "GET /me/…/?a=1 failed"
    assert without_keys("/e/open/standings/") == "/e/open/standings/"
    assert without_keys("/e/open/players/3/") == "/e/open/players/3/"
