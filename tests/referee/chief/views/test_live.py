"""The chief's open pages ask for what changed, at a fixed price, and get it."""

import datetime as dt
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from referee.log.calls import claim_call, open_call
from referee.log.table_states import SILENT_AFTER
from referee.models import Device
from tests.accounts import signed_in, staff
from tests.referee.chief.pages import EVENTS, LINES
from tests.referee.log.test_append import send
from tests.referee.tables import Tablet, make_table, paired
from tests.tournament.making import BY
from tournament.access import Action
from tournament.models import Table
from tournament.rounds.services.rounds import unpublish_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return make_table(LINES[0], tables=3, published=True)


@pytest.fixture
def tablet(table: Table) -> Tablet:
    return paired(table)


@pytest.fixture
def chief() -> Client:
    return signed_in(staff("chiara", Action.SEE_EVENT, Action.ACT_AS_CHIEF))


def pages(tablet: Tablet) -> list[str]:
    return [reverse("chief:now", args=["open"]), reverse("chief:game", args=[tablet.game])]


def follow(client: Client, address: str, etag: str = "") -> tuple[str, str]:
    """The fresh part and its version; "" where nothing changed."""
    headers = {"If-None-Match": etag} if etag else {}
    response = client.get(address, {"part": "live"}, headers=headers)
    if response.status_code == 304:
        return "", etag
    assert response.status_code == 200
    assert "<html" not in response.content.decode()
    return response.content.decode(), response["ETag"]


def test_the_page_names_the_version_it_shows(chief: Client, tablet: Tablet) -> None:
    for address in pages(tablet):
        page = chief.get(address).content.decode()
        _part, etag = follow(chief, address)
        assert f'data-etag="{etag.replace(chr(34), "&quot;")}"' in page
        assert follow(chief, address, etag) == ("", etag)
        assert follow(chief, address, f"W/{etag}") == ("", f"W/{etag}")


def test_a_call_reaches_both_pages_and_so_does_what_becomes_of_it(
    chief: Client, tablet: Tablet
) -> None:
    versions = {address: follow(chief, address)[1] for address in pages(tablet)}
    call = open_call(device=tablet.device, call_id=uuid4(), topic="rules", note="rent of 13")
    for address in versions:
        part, versions[address] = follow(chief, address, versions[address])
        assert 'data-news="Call from round 1, table 1: Rules"' in part
    claim_call(call_id=call.pk, by=BY)
    for address in versions:
        assert follow(chief, address, versions[address])[0]


def log(tablet: Tablet) -> None:
    send(tablet, *tablet.made_of(*EVENTS[:3]))


def be_silent(tablet: Tablet) -> None:
    past = tablet.device.last_seen_at - SILENT_AFTER - dt.timedelta(minutes=2)
    Device.objects.filter(pk=tablet.device.pk).update(last_seen_at=past)


@pytest.mark.parametrize("happens", [log, be_silent])
def test_everything_else_reaches_them_too(chief: Client, tablet: Tablet, happens: Any) -> None:
    versions = {address: follow(chief, address)[1] for address in pages(tablet)}
    happens(tablet)
    for address, etag in versions.items():
        assert follow(chief, address, etag)[0]


def test_the_list_of_tables_names_each_tables_referee(chief: Client, tablet: Tablet) -> None:
    address = pages(tablet)[0]
    send(tablet, *tablet.made_of(EVENTS[0], {"type": "referee", "name": "Rosa"}))
    part, _etag = follow(chief, address)
    assert "Referee: <bdi>Rosa</bdi>" in part
    send(tablet, *tablet.made_of({"type": "referee", "name": "Ivan"}))
    part, _etag = follow(chief, address)
    assert "Referee: <bdi>Ivan</bdi>" in part
    assert "Rosa" not in part


def test_a_round_that_is_hidden_again_goes_from_the_page(chief: Client, table: Table) -> None:
    address = reverse("chief:now", args=["open"])
    part, etag = follow(chief, address)
    assert "Not started" in part
    unpublish_round(round=table.round, by=BY)
    part, _etag = follow(chief, address, etag)
    assert "Not started" not in part
    assert "Drawn" in part


def test_each_language_has_its_own_version(chief: Client, tablet: Tablet) -> None:
    address = reverse("chief:now", args=["open"])
    _part, etag = follow(chief, address)
    chief.cookies["django_language"] = "fr"
    assert follow(chief, address, etag)[0]


def test_only_the_chief_may_follow(client: Client, tablet: Tablet) -> None:
    for address in pages(tablet):
        assert client.get(address, {"part": "live"}).status_code == 302


@pytest.mark.parametrize(("page", "queries"), [(0, 22), (1, 14)], ids=["now", "game"])
def test_asking_costs_the_same_for_one_table_and_for_many(
    chief: Client, tablet: Tablet, page: int, queries: int, django_assert_num_queries: Any
) -> None:
    address = pages(tablet)[page]
    send(tablet, *tablet.made_of(EVENTS[0]))
    _part, etag = follow(chief, address)
    with django_assert_num_queries(queries):
        assert follow(chief, address, etag)[0] == ""
    for other in Table.objects.filter(number__gt=1):
        second = paired(other)
        open_call(device=second.device, call_id=uuid4(), topic="rules", note="")
    send(tablet, *tablet.made_of(*EVENTS[1:40]))
    _part, etag = follow(chief, address)
    with django_assert_num_queries(queries):
        assert follow(chief, address, etag)[0] == ""
