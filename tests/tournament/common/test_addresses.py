"""Whole addresses, and which queries name another page."""

from typing import Any

import pytest
from django.http import QueryDict
from django.test import RequestFactory

from tournament.common.addresses import (
    absolute_address,
    canonical_query,
    origin_of,
    requested_language,
)


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("play.example.org", "http://play.example.org"),
        ("PLAY.example.org", "http://play.example.org"),
        ("play.example.org:8000", "http://play.example.org:8000"),  # the server's own port
        ("play.example.org:8443", "http://play.example.org"),
        ("play.example.org:9443", "http://play.example.org:9443"),  # an origin that is trusted
        ("cups.example.org", "http://cups.example.org"),
        ("any.cups.example.org", ""),  # one of as many as a visitor likes
        ("[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_an_origin_is_one_of_those_listed(host: str, origin: str, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["play.example.org", ".cups.example.org", "[::1]"]
    settings.CSRF_TRUSTED_ORIGINS = ["http://play.example.org:9443"]
    request = RequestFactory().get("/", headers={"Host": host}, SERVER_PORT="8000")
    assert origin_of(request) == origin
    assert absolute_address(request, "/e/open/") == f"{origin}/e/open/"


def test_it_says_how_the_page_was_asked_for(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["play.example.org"]
    request = RequestFactory().get("/", secure=True, headers={"Host": "play.example.org"})
    assert origin_of(request) == "https://play.example.org"


@pytest.mark.parametrize(
    ("path", "query", "canonical"),
    [
        ("", "page=2&utm=x", "page=2"),
        ("", "page=+07", "page=7"),
        ("", "page=1000&rows=3", ""),
        ("embed/", "theme=dark&rows=+5", "rows=5&theme=dark"),
        ("embed/", "rows=10&theme=pink&lang=fr", ""),
        ("embed/", "rows=51", ""),
        ("embed/", "show=teams&rows=5", "rows=5&show=teams"),
        ("embed/", "show=players", ""),
        ("embed/", "rows=0", ""),
        ("embed/", f"rows={'9' * 4000}", ""),
        ("overlay/", "table=+03&theme=light&every=9", "table=3&theme=light"),
        ("overlay/", "table=0&rows=3", ""),
        ("overlay/", "table=10000", ""),
        ("screen/", "theme=light&every=20", "theme=light"),
        ("screen/", "theme=dark", ""),
        ("feed.atom", "page=2", ""),
        ("r/1/", "page=2&theme=dark", ""),
    ],
)
def test_only_what_makes_another_page_is_left_of_a_query(
    path: str, query: str, canonical: str
) -> None:
    assert canonical_query(f"/e/open/{path}", QueryDict(query)) == canonical


def test_pages_for_other_sites_take_a_language() -> None:
    for page in ("screen/", "overlay/", "embed/", "feed.atom", "calendar.ics", "preview.png"):
        assert requested_language(f"/e/open/{page}", QueryDict("lang=ru")) == "ru"
        assert requested_language(f"/e/open/{page}", QueryDict("lang=de")) == ""
    assert requested_language("/e/open/", QueryDict("lang=ru")) == ""
