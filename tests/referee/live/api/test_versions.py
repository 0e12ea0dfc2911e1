"""The public interface: the newest version of an event and those of the last minute."""

import hashlib
import json
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from referee.live.api.views import PublicThrottle
from referee.live.publishing.documents import canonical
from referee.live.publishing.versions import state_of
from tests.accounts import signed_in, staff
from tests.responses import ClientResponse
from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tournament.access import Action
from tournament.events.services.events import update_event
from tournament.models import Event
from tournament.people.services.entries import update_entry

pytestmark = pytest.mark.django_db
NEWEST = "/api/v1/public/events/open/snapshot"


@pytest.fixture
def event() -> Event:
    """Four players, one finished round."""
    event = make_event(players=4)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 40, 30, 20, 10)
    return event


def get(address: str = NEWEST, **headers: Any) -> ClientResponse:
    response: ClientResponse = Client().get(address, headers=headers)
    return response


def test_the_snapshot_is_the_newest_version(event: Event) -> None:
    response = get()
    found = response.json()
    assert found["version"] == 1
    assert found["snapshot"] == state_of(event.pk)
    assert found["digest"] == hashlib.sha256(canonical(found["snapshot"]).encode()).hexdigest()
    assert response["Cache-Control"] == "no-cache"
    update_event(event=event, by=BY, name="Other")
    assert get().json()["version"] == 2


def test_who_has_it_gets_304(event: Event) -> None:
    etag = get()["ETag"]
    again = get(**{"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    assert again["Access-Control-Allow-Origin"] == "*"
    update_event(event=event, by=BY, name="Other")
    assert get(**{"If-None-Match": etag}).status_code == 200


def test_a_version_is_there_for_a_minute_anywhere(event: Event) -> None:
    first = get().json()
    update_event(event=event, by=BY, name="Other")
    get()
    response = get(f"{NEWEST}/1")
    assert response.json() == first
    assert response["Cache-Control"] == "public, max-age=60"
    assert get(f"{NEWEST}/1", **{"If-None-Match": response["ETag"]}).status_code == 304
    assert get(f"{NEWEST}/3").status_code == 404


def test_hiding_a_name_takes_the_versions_that_have_it(event: Event) -> None:
    assert "Player 2" in get().content.decode()
    update_entry(entry=entry(event, 2), by=BY, name_display="number")
    assert "Player 2" not in get().content.decode()
    assert get(f"{NEWEST}/1").status_code == 404
    assert get(f"{NEWEST}/2").status_code == 200


def test_a_hidden_event_is_as_unknown_as_none(event: Event) -> None:
    get()
    update_event(event=event, by=BY, published=False)
    for address in (NEWEST, f"{NEWEST}/1", f"{NEWEST}/2", "/api/v1/public/events/x/snapshot"):
        response = get(address)
        assert (response.status_code, response.json()["code"]) == (404, "not-found"), address
    update_event(event=event, by=BY, published=True)
    assert get().json()["version"] == 3
    assert get(f"{NEWEST}/2").status_code == 404


@pytest.mark.parametrize("situation", ["frozen", "revealing", "hidden round", "full"])
def test_the_interface_tells_what_the_page_shows(event: Event, situation: str) -> None:
    second = seat_round(event, 2, (4, 3, 2, 1))
    frozen_at = timezone.now()
    finish(table_of(second), 40, 30, 20, 10)
    if situation == "hidden round":
        seat_round(event, 3, (1, 2, 3, 4), publish=False)
    elif situation != "full":
        place = 2 if situation == "revealing" else None
        update_event(event=event, by=BY, frozen_at=frozen_at, revealed_to=place)
    found = get().json()["snapshot"]
    assert list(found["rounds"]) == ["1", "2"]
    shown = "result" in found["rounds"]["2"]["tables"]["1"]
    assert shown == (situation in ("hidden round", "full"))
    page = Client().get("/e/open/r/2/t/1/").content.decode()
    assert ("Not finished yet" not in page) == shown
    standings = Client().get("/e/open/").content.decode()
    rows = found["standings"]["rows"]
    assert standings.count('class="standings-place"') == len(rows)
    assert (len(rows) < 4) == (situation == "revealing")


def test_staff_are_told_the_same(event: Event) -> None:
    organiser = signed_in(staff("olga", *Action))
    assert organiser.get(NEWEST).content == get().content


def test_scripts_of_any_site_may_read_it(event: Event) -> None:
    asked = Client().options(NEWEST, headers={"Origin": "https://elsewhere.example"})
    assert asked.status_code == 204
    for response in (asked, get(), get(NEWEST + "/9")):
        assert response["Access-Control-Allow-Origin"] == "*"
        assert "If-None-Match" in response["Access-Control-Allow-Headers"]
        assert "Access-Control-Allow-Credentials" not in response


def test_one_address_may_ask_so_often(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(PublicThrottle, "allowed_rate", (3, 1_000_000))
    # What was made for somebody already is given to everybody, and not counted.
    assert [get().status_code for _attempt in range(5)] == [200] * 5
    assert [get(f"{NEWEST}/{n}").status_code for n in range(8, 12)] == [404, 404, 429, 429]
    refused = get(f"{NEWEST}/8")
    told = json.loads(refused.content)
    assert told["code"] == "throttled"
    assert f" {refused['Retry-After']} second" in told["detail"]
    elsewhere = Client(REMOTE_ADDR="192.0.2.7").get(f"{NEWEST}/8")
    assert elsewhere.status_code == 404
