"""Answers given again without Django: the same as Django's, and none of an older version."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import RequestFactory
from django.utils import timezone
from pytest_django import Settings

from config import response_cache
from config.response_cache import MAX_KEY_LENGTH, ResponseCache
from referee.live.publishing import newest
from referee.live.publishing.versions import publish
from tests.accounts import signed_in, staff
from tests.tournament.making import BY, make_event, seat_round
from tournament.access import Action
from tournament.events.services.events import update_event
from tournament.models import Event

pytestmark = pytest.mark.django_db

Answered = tuple[str, dict[str, str], bytes]


class Site:
    """Django behind the kept answers, counting what it was asked."""

    def __init__(self) -> None:
        self._django = WSGIHandler()
        self._kept = ResponseCache(self._application)
        self.asked = 0

    def _application(self, environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        self.asked += 1
        return self._django(environ, start)

    def get(self, path: str = "/e/open/", method: str = "GET", **headers: str) -> Answered:
        environ = RequestFactory().generic(method, path, headers=headers).META
        began: list[Any] = []
        body = b"".join(self._kept(environ, lambda *given: began.append(given)))
        ((status, fields),) = began
        return status, dict(fields), body


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
def event(settings: Settings) -> Event:
    settings.VERSION_REMEMBERED_SECONDS = 60
    newest.forget()
    event = make_event(players=4)
    seat_round(event, 1, (1, 2, 3, 4))
    return event


@pytest.fixture(autouse=True)
def _own_connection() -> Iterator[None]:
    """The test's connection stays open between two requests, as with Django's test client."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)
    newest.forget()


def rename(event: Event, name: str) -> None:
    """Publish another version."""
    update_event(event=event, by=BY, name=name)
    publish(event.pk, now=timezone.now())
    newest.forget()


def test_the_same_request_is_answered_without_django(site: Site, event: Event) -> None:
    first = site.get()
    assert first[0] == "200 OK"
    assert site.get() == first
    assert site.asked == 1


def test_whoever_has_the_page_is_told_so_without_django(site: Site, event: Event) -> None:
    etag = site.get()[1]["ETag"]
    first = site.get(if_none_match=etag)
    assert first[0] == "304 Not Modified"
    assert first[2] == b""
    assert site.get(if_none_match=etag) == first
    assert site.asked == 2


@pytest.mark.parametrize(
    "headers",
    [
        {"accept_language": "fr"},
        {"accept_encoding": "br"},
        {"cookie": "django_language=ru"},
        {"host": "localhost"},
        {"x_forwarded_proto": "https"},
    ],
)
def test_another_request_is_djangos(site: Site, event: Event, headers: dict[str, str]) -> None:
    site.get()
    site.get(**headers)
    assert site.asked == 2


@pytest.mark.parametrize(
    ("method", "path"),
    [("HEAD", "/e/open/"), ("POST", "/e/open/"), ("GET", "/e/none/"), ("GET", "/"), ("GET", "/e/")],
)
def test_what_is_no_kept_page_is_djangos_each_time(
    site: Site, event: Event, method: str, path: str
) -> None:
    for _ in range(2):
        site.get(path, method)
    assert site.asked == 2


def test_a_host_that_is_not_ours_is_refused_each_time(site: Site, event: Event) -> None:
    site.get()
    for _ in range(2):
        assert site.get(host="elsewhere.example")[0] == "400 Bad Request"


def test_a_new_version_is_djangos(site: Site, event: Event) -> None:
    before = site.get()
    rename(event, "Renamed")
    after = site.get()
    assert b"Renamed" in after[2]
    assert b"Renamed" not in before[2]
    assert site.asked == 2


def test_an_event_that_is_hidden_is_hidden_here(site: Site, event: Event) -> None:
    assert site.get()[0] == "200 OK"
    update_event(event=event, by=BY, published=False)
    newest.forget()
    assert site.get()[0] == "404 Not Found"


def test_staff_are_answered_as_strangers(site: Site, event: Event) -> None:
    organiser = signed_in(staff("olga", *Action))
    cookie = "; ".join(f"{name}={one.value}" for name, one in organiser.cookies.items())
    assert site.get(cookie=cookie)[2] == site.get()[2]


def test_a_key_that_somebody_makes_long_is_not_kept(site: Site, event: Event) -> None:
    for _ in range(2):
        site.get(accept_language="x" * MAX_KEY_LENGTH)
    assert site.asked == 2


def test_as_many_keys_as_somebody_makes_up_are_not_kept(
    site: Site, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(response_cache, "MAX_ANSWERS", 3)
    for number in range(4):
        site.get(cookie=f"n={number}")
    site.get(cookie="n=3")
    assert site.asked == 4
    site.get(cookie="n=0")
    assert site.asked == 5


def test_bodies_come_to_so_many_bytes_each_counted_once(
    site: Site, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = len(site.get()[2])
    other = len(site.get("/e/open/r/1/")[2])
    monkeypatch.setattr(response_cache, "MAX_BYTES", first + other)
    for number in range(4):
        site.get(cookie=f"n={number}")
    asked = site.asked
    for number in range(4):
        site.get(cookie=f"n={number}")
    site.get("/e/open/r/1/")
    assert site.asked == asked
    site.get("/e/open/p/1/")
    site.get()
    site.get("/e/open/r/1/")
    assert site.asked == asked + 3


def test_the_versions_of_a_page_take_the_room_of_one(
    site: Site, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = ("/e/open/", "/e/open/r/1/")
    first, other = (len(site.get(page)[2]) for page in pages)
    monkeypatch.setattr(response_cache, "MAX_BYTES", 2 * first + other + other // 2)
    for number in range(6):
        rename(event, f"Version {number}")
        for page in (*pages, *pages):
            site.get(page)
        assert site.asked == 2 * (number + 2)


def test_a_snapshot_is_kept_too_and_no_list_of_the_interface(site: Site, event: Event) -> None:
    snapshot = "/api/v1/public/events/open/snapshot"
    first = site.get(snapshot)
    again = site.get(snapshot)
    assert (again, site.asked) == (first, 1)
    for _attempt in range(2):
        site.get(f"{snapshot}/99")
    assert site.asked == 3
