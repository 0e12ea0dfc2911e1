"""Attacks on the public interface: cursors that are made up, giant filters, limits that are gone
round, and every filter put to what is hidden."""

import base64
import json
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from referee.devices.api_keys import issue_key, revoke_key
from referee.live.api.views import PublicThrottle
from referee.tablet.api import paging
from tests.public_addresses import addresses
from tests.shares import sampled
from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tournament.events.services.events import update_event
from tournament.models import Event
from tournament.people.services.entries import rejoin_entry, update_entry, withdraw_entry

pytestmark = pytest.mark.django_db
EVENTS = "/api/v1/public/events"
OPEN = f"{EVENTS}/open"
LISTS = ("rounds", "tables", "results", "records", "standings", "players", "clock")
SECRET = "Ottoline Ravenscroft"


@pytest.fixture(autouse=True)
def _no_counts() -> None:
    cache.clear()


@pytest.fixture
def event(played_event: Event) -> Event:
    """The event of this file as the database has it."""
    return Event.objects.get(pk=played_event.pk)


@pytest.fixture(scope="module")
def played_event(lasting_db: None) -> Event:
    """Six players: a finished round, one whose results are frozen, one that is not published; one
    name is hidden. Player 6 sits in the hidden round only."""
    event = make_event(players=6, number_of_rounds=4)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 40, 30, 20, 10)
    frozen_at = timezone.now()
    finish(table_of(seat_round(event, 2, (4, 3, 2, 1))), 41, 31, 21, 11)
    seat_round(event, 3, (6, 5, 2, 1), publish=False)
    hidden = entry(event, 5)
    update_entry(entry=hidden, by=BY, name=SECRET)
    update_entry(entry=hidden, by=BY, name_display="number", club="Hidden Club")
    update_event(event=event, by=BY, frozen_at=frozen_at)
    return event


def cursor_of(value: Any) -> str:
    text = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(text).decode().rstrip("=")


FORGED = [
    "",
    "=",
    "....",
    "A",
    "AA==",
    "%00",
    "é",
    "-" * 10_000,
    cursor_of(b"\xff"),
    cursor_of(None),
    cursor_of([]),
    cursor_of({}),
    cursor_of("1"),
    cursor_of(["1"]),
    cursor_of([1.5]),
    cursor_of([True, True]),
    cursor_of([1, 2, 3]),
    cursor_of([[1], [2]]),
    cursor_of([None]),
    cursor_of(b"[" * 140),
    cursor_of(b"[NaN, 1]"),
]


@pytest.mark.parametrize("name", LISTS)
def test_a_cursor_that_was_made_up_is_refused(event: Event, name: str) -> None:
    for forged in FORGED:
        response = Client().get(f"{OPEN}/{name}", {"cursor": forged})
        assert response.status_code == 400, forged
        assert response["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("name", LISTS)
def test_a_cursor_of_another_place_shows_nothing_hidden(event: Event, name: str) -> None:
    """Whatever the numbers in it, the list is the one that everybody sees."""
    whole = [json.dumps(item) for item in told(f"{OPEN}/{name}")]
    keys = [[n] for n in (-1, 0, 2, 3, 10**12)] + [[n, m] for n in (-5, 0, 2, 3) for m in (0, 9)]
    for key in keys:
        response = Client().get(f"{OPEN}/{name}", {"cursor": cursor_of(key)})
        assert response.status_code in (200, 400)
        for item in response.json().get("items", ()):
            assert json.dumps(item) in whole


def told(address: str, **given: Any) -> list[Any]:
    response = Client().get(address, given)
    assert response.status_code == 200, response.content
    found: list[Any] = response.json()["items"]
    return found


@pytest.mark.parametrize("name", ["", *LISTS])
@pytest.mark.parametrize(
    "query",
    [
        "club=" + "x" * 100_000,
        "club=" + "%F0%9F%8E%B2" * 20_000,
        "&".join(f"f{n}=1" for n in range(5_000)),
        "round=" + "9" * 5_000,
        "player=p" + "1" * 3_000,
        "limit=" + "0" * 4_000 + "1",
    ],
)
def test_a_giant_query_is_not_read(event: Event, name: str, query: str) -> None:
    response = Client().get(f"{OPEN}/{name}".rstrip("/") + f"?{query}")
    assert response.status_code == 400
    assert len(response.content) < 2_000


@pytest.mark.parametrize("limit", ["0", "-1", "201", "1e2", "٣", "1" * 10, "NaN", "", "200\x01"])
def test_no_page_is_larger_than_the_largest(event: Event, limit: str) -> None:
    assert Client().get(f"{OPEN}/players", {"limit": limit}).status_code == 400
    assert paging.MAX_LIMIT <= 200


def answers(**filters: Any) -> Iterator[tuple[str, str]]:
    """Everything that the interface says with these filters."""
    for path in ("", "/rules", *(f"/{name}" for name in LISTS)):
        response = Client().get(f"{OPEN}{path}", filters)
        yield path, response.content.decode()


FILTERS: list[dict[str, Any]] = [
    {},
    {"round": 2},
    {"round": 3},
    {"player": "p05"},
    {"player": "p06"},
    {"club": "Hidden Club"},
    {"status": "open"},
    {"status": "finished"},
    {"table": 1, "round": 3},
    {"player": "p05", "club": "Hidden Club"},
]


@pytest.mark.parametrize("filters", FILTERS, ids=str)
def test_no_filter_tells_what_is_hidden(event: Event, filters: dict[str, Any]) -> None:
    for path, text in answers(**filters):
        assert "Ravenscroft" not in text, path
        assert "Hidden Club" not in text.replace(str(filters), ""), path
        for final in (41, 31, 21, 11):
            assert f'"final":{final}' not in text, path
    assert told(f"{OPEN}/players", club="Hidden Club") == []
    for name in ("tables", "results", "records", "clock"):
        assert told(f"{OPEN}/{name}", round=3) == []
    assert told(f"{OPEN}/tables", player="p06") == []
    assert [item["round"] for item in told(f"{OPEN}/results")] == [1]


FROZEN = re.compile(r"\$(41|31|21|11)\b|\b(41|31|21|11)[\xa0\u202f]\$")


@pytest.mark.parametrize("language", sampled(["en", "fr", "ru"], every=3))
def test_no_page_tells_what_is_hidden(event: Event, language: str) -> None:
    """Every address that anybody may open, of each round and of the players concerned."""
    client = Client(HTTP_ACCEPT_LANGUAGE=language)
    opened = set()
    for number, seed in product((1, 2, 3), (1, 5, 6)):
        for path in addresses("open", number=number, seed=seed).values():
            answer = client.get(path, {"name": "Ottoline"} if path.endswith("seats/") else {})
            text = b"".join(answer).decode(errors="replace")
            if answer.status_code != 200:
                continue
            opened.add(path)
            assert "Ravenscroft" not in text, path
            assert "Hidden Club" not in text, path
            assert not FROZEN.search(text), path
            assert "/r/3/" not in text, path
    assert {"/e/open/p/5/", "/e/open/r/2/t/1/"} <= opened
    assert not {path for path in opened if "/r/3/" in path}


def test_a_name_cannot_be_tried_out(event: Event) -> None:
    """No parameter searches by name, so that nobody can ask for the hidden one letter by letter."""
    for name in ("name", "q", "search", "entry__name", "club__startswith", "ordering", "fields"):
        response = Client().get(f"{OPEN}/players", {name: "Otto"})
        assert response.status_code == 400, name


def test_the_record_of_a_hidden_table_is_as_unknown_as_none(event: Event) -> None:
    nothing = Client().get(f"{OPEN}/rounds/9/tables/9/record")
    for number in (1, 2, 3):
        response = Client().get(f"{OPEN}/rounds/{number}/tables/1/record")
        assert (response.status_code, response.content) == (404, nothing.content)
        assert "ETag" not in response


def test_a_hidden_event_is_as_unknown_as_none(event: Event) -> None:
    update_event(event=event, by=BY, published=False)
    for path in ("", "/rules", "/players/p01", *(f"/{name}" for name in LISTS)):
        found, none = Client().get(f"{OPEN}{path}"), Client().get(f"{EVENTS}/none{path}")
        assert (found.status_code, found.content) == (404, none.content), path
        assert sorted(found.headers) == sorted(none.headers)
    assert "open" not in str(told(EVENTS))


@pytest.mark.parametrize("path", ["", "/rules", *(f"/{name}" for name in LISTS)])
def test_a_tag_does_not_tell_that_something_hidden_changed(event: Event, path: str) -> None:
    before = Client().get(f"{OPEN}{path}")
    finish(table_of(event.rounds.get(number=2)), 42, 32, 22, 12)
    update_entry(entry=entry(event, 5), by=BY, name="Somebody Else")
    withdraw_entry(entry=entry(event, 6), by=BY)
    rejoin_entry(entry=entry(event, 6), by=BY)
    after = Client().get(f"{OPEN}{path}")
    assert after["ETag"] == before["ETag"]
    assert after["Event-Version"] == before["Event-Version"]


def statuses(count: int, path: str = OPEN, **headers: str) -> list[int]:
    return [Client().get(path, headers=headers).status_code for _attempt in range(count)]


@pytest.fixture
def low(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three requests of an address, five of a key, in a time that does not end."""
    monkeypatch.setattr(PublicThrottle, "allowed_rate", (3, 10**7))
    monkeypatch.setattr(PublicThrottle, "allowed_rate_of_key", (5, 10**7))


FORWARDED = ("X-Forwarded-For", "X-Real-Ip", "Forwarded", "Client-Ip", "True-Client-Ip", "Via")


@pytest.mark.parametrize("name", FORWARDED)
def test_a_header_makes_no_other_address(event: Event, low: None, name: str) -> None:
    got = [Client().get(OPEN, headers={name: f"198.51.100.{n}"}).status_code for n in range(5)]
    assert got == [200, 200, 200, 429, 429]


def test_behind_a_proxy_what_the_client_wrote_is_not_looked_at(
    event: Event, low: None, settings: Any
) -> None:
    settings.NUM_PROXIES = 1
    got = [
        Client().get(OPEN, headers={"X-Forwarded-For": f"198.51.100.{n}, 192.0.2.1"}).status_code
        for n in range(5)
    ]
    assert got == [200, 200, 200, 429, 429]
    assert statuses(1, **{"X-Forwarded-For": "192.0.2.2"}) == [200]


def test_all_lists_share_one_limit_and_say_when_to_come_again(event: Event, low: None) -> None:
    got = [Client().get(f"{OPEN}/{name}").status_code for name in LISTS]
    assert got == [200, 200, 200, 429, 429, 429, 429]
    refused = Client().get(f"{OPEN}/tables")
    assert int(refused["Retry-After"]) >= 1
    assert refused["Access-Control-Allow-Origin"] == "*"
    assert refused.json()["code"] == "throttled"


def test_who_has_a_key_is_counted_by_it(event: Event, low: None) -> None:
    _found, key = issue_key(label="Club site", by=BY)
    assert statuses(7, **{"X-Api-Key": key}) == [200] * 5 + [429] * 2
    # The address is not used up by it, and another address has no other count.
    assert statuses(1) == [200]
    elsewhere = Client(REMOTE_ADDR="192.0.2.7").get(OPEN, headers={"X-Api-Key": key})
    assert elsewhere.status_code == 429


def test_keys_that_are_made_up_are_counted_for_the_address(event: Event, low: None) -> None:
    made_up = [f"{n:043}" for n in range(3)]
    got = [Client().get(OPEN, headers={"X-Api-Key": key}).status_code for key in made_up]
    assert got == [403, 403, 403]
    assert statuses(2) == [429, 429]
    assert statuses(1, **{"X-Api-Key": "9" * 43}) == [429]


@pytest.mark.parametrize("key", ["x", "x" * 43 + "\n", "x" * 10_000, "' OR 1=1 --", "é" * 43])
def test_a_key_of_another_form_is_unknown(event: Event, key: str) -> None:
    response = Client().get(OPEN, HTTP_X_API_KEY=key)
    assert response.status_code == 403
    assert response.json()["code"] == "key-unknown"


def test_a_revoked_key_is_unknown(event: Event) -> None:
    found, key = issue_key(label="Club site", by=BY)
    assert statuses(1, **{"X-Api-Key": key}) == [200]
    revoke_key(number=found.pk, by=BY)
    assert statuses(1, **{"X-Api-Key": key}) == [403]


def test_a_key_opens_nothing(event: Event) -> None:
    _found, key = issue_key(label="Club site", by=BY)
    for path in ("", "/rules", *(f"/{name}" for name in LISTS)):
        with_key = Client().get(f"{OPEN}{path}", headers={"X-Api-Key": key})
        assert with_key.content == Client().get(f"{OPEN}{path}").content


@pytest.mark.parametrize("verb", ["post", "put", "patch", "delete"])
def test_nothing_can_be_written(event: Event, verb: str) -> None:
    for path in ("", "/rules", *(f"/{name}" for name in LISTS)):
        assert getattr(Client(), verb)(f"{OPEN}{path}").status_code in (405, 415), path
