"""An event in frames of other sites, and what oEmbed says of it."""

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from tests.responses import ClientResponse
from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tournament.events.services.events import update_event
from tournament.models import Event
from tournament.people.services.entries import update_entry

pytestmark = pytest.mark.django_db
HERE = "http://testserver"
# What a browser must not show in a frame: every other page.
NOT_IN_FRAMES = ["", "screen/", "rules/", "p/1/", "r/1/", "r/1/t/1/", "feed.atom", "preview.png"]


@pytest.fixture
def event() -> Event:
    """Twelve players, a round of three tables of which one is finished."""
    event = make_event(players=12, name="Spring <Open>")
    round_ = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
    finish(table_of(round_), 40, 30, 20, 10)
    return event


def get(path: str, **headers: Any) -> ClientResponse:
    response: ClientResponse = Client().get(path, headers=headers)
    return response


def rows(page: str) -> int:
    return page.count('<th scope="row">')


def test_it_shows_the_first_rows_and_what_is_being_played(event: Event) -> None:
    page = get("/e/open/embed/").content.decode()
    assert "Spring &lt;Open&gt;" in page
    assert "2 tables are not finished yet." in page
    assert rows(page) == 10
    assert page.index("Player 1<") < page.index("Player 2<")
    assert rows(get("/e/open/embed/?rows=3").content.decode()) == 3
    assert rows(get("/e/open/embed/?rows=50").content.decode()) == 12


def test_teams_have_a_frame_of_their_own() -> None:
    event = make_event(players=4, published=True, teams="names")
    for number, team in enumerate(("Reds", "Reds", "Blues", "Blues"), start=1):
        update_entry(entry=entry(event, number), team=team, by=BY)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 40, 30, 20, 10)
    page = get("/e/open/embed/?show=teams").content.decode()
    assert re.findall(r'<th scope="row"><bdi>([^<]*)', page) == ["Reds", "Blues"]
    assert rows(get("/e/open/embed/?show=teams&rows=1").content.decode()) == 1
    assert rows(get("/e/open/embed/").content.decode()) == 4
    assert "embed/?show=teams" in get("/e/open/").content.decode()
    update_event(event=event, by=BY, teams="off", reason="Tried.")
    assert rows(get("/e/open/embed/?show=teams").content.decode()) == 4
    assert "show=teams" not in get("/e/open/").content.decode()


def test_its_look_and_language_are_the_addresses(event: Event) -> None:
    page = get("/e/open/embed/?theme=dark&lang=fr").content.decode()
    assert '<html lang="fr" data-theme="dark">' in page
    page = get("/e/open/embed/?theme=pink&lang=xx").content.decode()
    assert re.search(r'<html lang="en">', page)


def test_every_link_of_it_leaves_the_frame(event: Event) -> None:
    page = get("/e/open/embed/").content.decode()
    links = re.findall(r"<a [^>]*>", page)
    assert len(links) == 2
    assert all('target="_blank"' in link and 'rel="noopener"' in link for link in links)


def test_only_this_page_may_be_framed(event: Event) -> None:
    first = get("/e/open/embed/")
    unchanged = get("/e/open/embed/", **{"If-None-Match": first["ETag"]})
    assert (first.status_code, unchanged.status_code) == (200, 304)
    for response in (first, unchanged, get("/e/open/embed/?rows=3")):
        assert "frame-ancestors *" in response["Content-Security-Policy"]
        assert "X-Frame-Options" not in response
    for path in NOT_IN_FRAMES:
        for _rendered_then_kept in range(2):
            response = get(f"/e/open/{path}")
            assert response["X-Frame-Options"] == "DENY", path
            assert "frame-ancestors 'none'" in response["Content-Security-Policy"], path
        unchanged = get(f"/e/open/{path}", **{"If-None-Match": response["ETag"]})
        assert unchanged.status_code == 304
        assert "frame-ancestors 'none'" in unchanged["Content-Security-Policy"], path
    for path in ("/e/none/embed/", "/e/open/embed/x/", "/"):
        assert "frame-ancestors 'none'" in get(path)["Content-Security-Policy"], path
        assert get(path)["X-Frame-Options"] == "DENY"


def told(url: str = f"{HERE}/e/open/", **more: Any) -> ClientResponse:
    return get(f"/oembed?{urlencode({'url': url, **more})}")


def test_oembed_offers_a_frame(event: Event) -> None:
    answer = told()
    found = answer.json()
    assert (found["version"], found["type"], found["title"]) == ("1.0", "rich", "Spring <Open>")
    assert (found["width"], found["height"]) == (600, 570)
    assert f'<iframe src="{HERE}/e/open/embed/"' in found["html"]
    assert "Spring &lt;Open&gt;" in found["html"]
    assert found["thumbnail_url"] == f"{HERE}/e/open/preview.png"
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert (
        get(f"/oembed?url={HERE}/e/open/", **{"If-None-Match": answer["ETag"]}).status_code == 304
    )


def test_the_frame_is_as_small_as_is_wished(event: Event) -> None:
    found = told(maxwidth=320, maxheight=300).json()
    assert (found["width"], found["height"]) == (320, 300)
    assert 'embed/?rows=2"' in found["html"]
    assert "thumbnail_url" not in found
    found = told(maxwidth=5000, maxheight=5000).json()
    assert (found["width"], found["height"]) == (600, 570)
    assert told(maxheight=1).json()["height"] == 1


@pytest.mark.parametrize("page", ["", "p/1/", "r/1/", "r/1/t/1/", "rules/", "embed/"])
def test_each_page_of_an_event_is_its_event(event: Event, page: str) -> None:
    assert told(f"{HERE}/e/open/{page}?x=1#y").json()["title"] == event.name


@pytest.mark.parametrize(
    "url",
    [
        f"{HERE}/",
        f"{HERE}/e/none/",
        f"{HERE}/e/open/nothing/",
        f"{HERE}/organise/open/",
        "http://evil.example/e/open/",
        "http://testserver@evil.example/e/open/",
        "javascript://testserver/e/open/",
        "http://[/e/open/",
    ],
)
def test_other_addresses_are_unknown(event: Event, url: str) -> None:
    assert told(url).status_code == 404


def test_what_is_no_request_of_the_standard_is_refused(event: Event) -> None:
    assert told(format="xml").status_code == 501
    assert told(format="json").status_code == 200
    assert get("/oembed").status_code == 400
    assert told("x" * 501).status_code == 400
    for size in ("0", "-1", "wide", "9" * 4000):
        assert told(maxwidth=size).status_code == 400


def test_a_hidden_event_is_unknown(event: Event) -> None:
    update_event(event=event, by=BY, published=False)
    assert told().status_code == 404
    assert get("/e/open/embed/").status_code == 404


def test_pages_say_where_they_can_be_asked_for(event: Event) -> None:
    for path, description in {
        "": "1 of 3 tables counted: 1. Player 1 (6), 2. Player 2 (4), 3. Player 3 (3)",
        "p/1/": "Spring &lt;Open&gt;: place 1 of 12",
        "r/1/t/1/": "Spring &lt;Open&gt;: Player 1, Player 2, Player 3, Player 4",
    }.items():
        page = get(f"/e/open/{path}").content.decode()
        assert f'<meta name="description" content="{description}">' in page, path
        assert f'<meta property="og:url" content="{HERE}/e/open/{path}">' in page
        assert f'content="{HERE}/e/open/preview.png?lang=en"' in page
        discovered = re.search(r'application/json\+oembed"\s+href="([^"]+)"', page)
        assert discovered
        address = discovered[1].replace("&amp;", "&").removeprefix(HERE)
        assert get(address).json()["title"] == event.name
        assert re.search(r'application/atom\+xml"\s+href="/e/open/feed.atom\?lang=en"', page)


def test_each_host_is_told_its_own_addresses(event: Event, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["one.example", "two.example", ".many.example"]
    for host in ("one.example", "two.example", "one.example"):
        page = get("/e/open/", Host=host).content.decode()
        assert (
            f'<meta property="og:image" content="http://{host}/e/open/preview.png?lang=en">' in page
        )
    strange = get("/e/open/", Host="x.many.example").content.decode()
    assert "og:image" not in strange
    assert get("/e/open/", Host="y.many.example").content.decode() == strange


def test_the_event_offers_code_to_copy(event: Event) -> None:
    page = get("/e/open/").content.decode()
    assert f"&lt;iframe src=&quot;{HERE}/e/open/embed/&quot;" in page
    assert f'readonly value="{HERE}/e/open/"' in page
