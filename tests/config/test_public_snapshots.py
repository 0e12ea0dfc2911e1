"""The versions as JSON: made once, the same bytes for everybody, compressed once."""

import gzip
from collections.abc import Iterator
from typing import Any

import brotli
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from referee.live.publishing import newest
from tests.accounts import signed_in, staff
from tests.responses import ClientResponse
from tests.tournament.making import BY, entry, make_event
from tournament.access import Action
from tournament.events.services.events import update_event
from tournament.models import Event
from tournament.people.services.entries import update_entry

pytestmark = pytest.mark.django_db
NEWEST = "/api/v1/public/events/open/snapshot"


@pytest.fixture
def event(settings: Any) -> Iterator[Event]:
    """Four players, in version 1, which is remembered."""
    event = make_event(players=4)
    get()
    settings.VERSION_REMEMBERED_SECONDS = 60
    newest.forget()
    yield event
    newest.forget()


def get(
    address: str = NEWEST, *, client: Client | None = None, headers: dict[str, str] | None = None
) -> ClientResponse:
    response: ClientResponse = (client or Client()).get(address, headers=headers)
    return response


@pytest.mark.parametrize("address", [NEWEST, f"{NEWEST}/1"])
def test_who_asks_again_costs_no_query(event: Event, address: str) -> None:
    first = get(address)
    with CaptureQueriesContext(connection) as found:
        again = get(address)
        unchanged = get(address, headers={"If-None-Match": first["ETag"]})
        encoded = get(address, headers={"Accept-Encoding": "gzip"})
    assert len(found) == 0
    assert again.content == first.content
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert gzip.decompress(encoded.content) == first.content
    for one in (first, again, unchanged, encoded):
        assert one["Access-Control-Allow-Origin"] == "*"
        assert one["Vary"] == "Accept-Encoding"
        assert one["Cache-Control"] == first["Cache-Control"]
        assert one["ETag"] == first["ETag"]


def test_it_comes_in_the_best_encoding_the_reader_takes(event: Event) -> None:
    plain = get().content
    response = get(headers={"Accept-Encoding": "gzip, deflate, br"})
    assert response["Content-Encoding"] == "br"
    assert response["Content-Length"] == str(len(response.content))
    assert brotli.decompress(response.content) == plain
    assert "Content-Encoding" not in get()


def test_the_first_who_asks_may_take_an_encoding(event: Event) -> None:
    update_event(event=event, by=BY, name="Other")
    newest.forget()
    first = get(headers={"Accept-Encoding": "gzip, br"})
    assert brotli.decompress(first.content) == get().content
    assert get().json()["version"] == 2


def test_the_first_who_asks_with_an_etag_leaves_the_whole_for_the_next(event: Event) -> None:
    etag = get()["ETag"]
    update_event(event=event, by=BY, name="Other")
    newest.forget()
    assert get(headers={"If-None-Match": etag}).status_code == 200
    newest.forget()
    update_event(event=event, by=BY, name="Open")
    fresh = get()
    assert fresh.json()["version"] == 3
    assert get(headers={"If-None-Match": fresh["ETag"]}).status_code == 304


def test_whoever_is_signed_in_gets_the_same_and_leaves_nothing_of_it(event: Event) -> None:
    seen = get(client=signed_in(staff("olga", *Action)))
    assert not seen.cookies
    assert seen.content == get().content


def test_an_older_version_is_not_kept_longer_than_it_may_be_told(event: Event) -> None:
    assert "Player 2" in get(f"{NEWEST}/1").content.decode()
    update_entry(entry=entry(event, 2), by=BY, name_display="number")
    newest.forget()
    assert get(f"{NEWEST}/1").status_code == 404
    update_event(event=event, by=BY, published=False)
    newest.forget()
    assert [get(f"{NEWEST}{path}").status_code for path in ("", "/1", "/2")] == [404] * 3


def test_a_head_has_the_same_headers_and_no_body(event: Event) -> None:
    whole = get()
    response = Client().head(NEWEST)
    assert response.content == b""
    assert response["ETag"] == whole["ETag"]
    assert response["Content-Type"] == whole["Content-Type"]


def test_only_these_addresses_and_methods_are_kept(event: Event) -> None:
    get()
    assert Client().post(NEWEST).status_code == 405
    for address in (f"{NEWEST}/", f"{NEWEST}/x", f"{NEWEST}%0A", NEWEST.replace("open", "n\u00f6")):
        assert get(address).status_code == 404, address
    assert get(NEWEST, client=Client(HTTP_HOST="elsewhere.example")).status_code == 400
