"""An event's pages: rendered once a version, the same bytes for everybody."""

import gzip
import re
from collections.abc import Iterator
from operator import attrgetter
from typing import Any

import brotli
import pytest
from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.cookie import CookieStorage
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.page_cache import CachedPage
from referee.live.publishing import newest
from referee.live.publishing.versions import publish
from referee.log import journal_cache
from tests.accounts import signed_in, staff
from tests.referee.live.publishing.test_boards import EVENTS, LINES, at_second_table
from tests.referee.log.test_append import send
from tests.referee.tables import Tablet, make_table, paired
from tests.responses import ClientResponse
from tests.tournament.making import BY, finish, make_event, seat_round, table_of
from tournament.access import Action
from tournament.common.newest_values import NewestValues
from tournament.events.services.events import update_event
from tournament.models import Change, Event, PublicVersion, Table
from tournament.rounds.services.clock import step_clock

pytestmark = pytest.mark.django_db
ELSEWHERE = ["embed/", "overlay/", "screen/", "hall/", "feed.atom", "calendar.ics", "preview.png"]
"""What is shown on other sites and on the wall: nothing can be done there."""
PATHS = ["", "rules/", "roles/", "players/", "p/1/", "r/1/", "r/1/t/1/", *ELSEWHERE]


@pytest.fixture
def event() -> Event:
    """Four players, one finished round."""
    event = make_event(players=4)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 40, 30, 20, 10)
    return event


def get(client: Client, path: str = "", **headers: Any) -> ClientResponse:
    response: ClientResponse = client.get(f"/e/open/{path}", headers=headers)
    return response


def unversioned(page: bytes) -> bytes:
    """The page but for the number of the version that it is of."""
    return re.sub(rb'(name="event-version" content=)"\d+"', rb"\1", page)


def queries(client: Client, path: str = "") -> int:
    with CaptureQueriesContext(connection) as found:
        assert get(client, path).status_code == 200
    return len(found)


@pytest.mark.parametrize("path", PATHS)
def test_everybody_gets_the_same_bytes(event: Event, path: str) -> None:
    organiser = signed_in(staff("olga", *Action))
    stranger = get(Client(), path)
    # A new version that no page shows: the organiser's is rendered anew.
    step_clock(round_=event.rounds.get(), step="start", by=BY)
    seen = get(organiser, path)
    assert PublicVersion.objects.count() == 2
    assert unversioned(seen.content) == unversioned(stranger.content)
    assert not seen.cookies
    assert not stranger.cookies
    assert b"olga" not in seen.content
    assert b"csrf" not in seen.content


def test_nothing_is_kept_of_what_the_first_visitor_brings(event: Event) -> None:
    plain = get(Client()).content
    step_clock(round_=event.rounds.get(), step="start", by=BY)
    visitor = signed_in(staff("olga", *Action))
    told: Any = CookieStorage(RequestFactory().get("/"))
    visitor.cookies["messages"] = told._encode([Message(20, "For olga only")])
    headers = {"Accept-Encoding": "gzip", "Accept-Language": "en"}
    first = visitor.get("/e/open/?from=mail&page=x", headers=headers)
    assert unversioned(gzip.decompress(first.content)) == unversioned(plain)
    assert unversioned(get(Client()).content) == unversioned(plain)


@pytest.mark.parametrize("path", PATHS)
def test_an_unchanged_page_takes_one_query(event: Event, path: str) -> None:
    get(Client())
    assert queries(Client(), path) > 1 or path == ""
    assert queries(Client(), path) == 1


def test_a_page_is_rendered_anew_for_each_version(event: Event) -> None:
    assert b"Old Hall" not in get(Client()).content
    update_event(event=event, by=BY, venue="Old Hall")
    assert b"Old Hall" in get(Client()).content
    update_event(event=event, by=BY, venue="")
    assert b"Old Hall" not in get(Client()).content


def test_a_hidden_event_is_gone_at_once_and_can_come_back(event: Event) -> None:
    for published, status in ((True, 200), (False, 404), (True, 200)):
        update_event(event=event, by=BY, published=published)
        assert get(Client()).status_code == status
        assert get(Client()).status_code == status
        assert (newest.newest_version("open") is not None) == published


def test_who_has_a_page_gets_304(event: Event) -> None:
    first = get(Client())
    again = get(Client(), **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    assert first["Cache-Control"] == "no-cache"
    assert set(first["Vary"].split(", ")) == {"Accept-Encoding", "Accept-Language", "Cookie"}
    update_event(event=event, by=BY, venue="Old Hall")
    assert get(Client(), **{"If-None-Match": first["ETag"]}).status_code == 200


def test_a_page_comes_in_the_encoding_that_is_taken(event: Event) -> None:
    plain = get(Client())
    assert "Content-Encoding" not in plain
    packed = get(Client(), **{"Accept-Encoding": "gzip, deflate, br"})
    assert packed["Content-Encoding"] == "br"
    assert brotli.decompress(packed.content) == plain.content
    packed = get(Client(), **{"Accept-Encoding": "gzip;q=0.8, br;q=0"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert packed["ETag"] == plain["ETag"]
    assert int(packed["Content-Length"]) == len(packed.content)


def test_a_language_is_of_the_cookie_else_of_the_browser(event: Event) -> None:
    client = Client()
    for language in ("fr", "ru", "en", "fr"):
        page = get(client, **{"Accept-Language": language})
        assert f'<html lang="{language}">' in page.content.decode()
        assert page["Content-Language"] == language
    client.cookies["django_language"] = "ru"
    assert '<html lang="ru">' in get(client, **{"Accept-Language": "fr"}).content.decode()


def test_what_else_an_address_says_makes_no_other_page(event: Event) -> None:
    page = get(Client())
    for query in ("?page=", "?page=x", "?page=-1", "?utm_source=x&next=//evil", "?page=1%00"):
        response = Client().get(f"/e/open/{query}")
        assert response.status_code in (200, 400)
        assert response.status_code == 400 or response.content == page.content
    assert Client().get("/e/open/p/1/?page=2").content == get(Client(), "p/1/").content


def test_what_somebody_typed_takes_the_place_of_no_page(event: Event) -> None:
    everybody = get(Client(), "seats/").content
    found = get(Client(), "seats/?name=player+1")
    assert b"Player 1" in found.content
    assert b"Player 2" not in found.content
    assert get(Client(), "seats/?name=player+1", if_none_match=found["ETag"]).status_code == 304
    assert queries(Client(), "seats/?name=player+1") > 1  # rendered anew
    assert queries(Client(), "seats/") == 1
    assert get(Client(), "seats/").content == everybody


def test_pages_of_standings_are_told_apart() -> None:
    make_event("big", players=51)
    pages = [Client().get(f"/e/big/?page={number}").content for number in (1, 2, 1, 2)]
    assert pages[:2] == pages[2:]
    assert b"Page 2 of 2" in pages[1]


def test_a_download_keeps_its_name(event: Event) -> None:
    for _attempt in range(2):
        response = get(Client(), "r/1/t/1/record.amr.jsonl")
        assert response.status_code == 404  # a paper result has none
    assert get(Client(), "")["X-Frame-Options"] == "DENY"


def test_only_reading_is_answered_from_what_is_kept(event: Event) -> None:
    assert get(Client()).status_code == 200
    assert Client().post("/e/open/").status_code == 405
    head = Client().head("/e/open/")
    assert head.status_code == 200
    assert head["ETag"] == get(Client())["ETag"]


def test_another_hosts_name_is_refused_as_ever(event: Event) -> None:
    get(Client())
    assert Client().get("/e/open/", headers={"Host": "evil.example"}).status_code == 400


def test_changes_wait_for_the_publisher_and_not_for_ever(event: Event, settings: Any) -> None:
    get(Client())
    settings.CHANGES_WAIT_SECONDS = 60
    update_event(event=event, by=BY, venue="Old Hall")
    assert b"Old Hall" not in get(Client()).content
    assert PublicVersion.objects.count() == 1
    settings.CHANGES_WAIT_SECONDS = 0
    assert b"Old Hall" in get(Client()).content
    assert not Change.objects.exists()


def test_a_version_is_remembered_for_a_moment(event: Event, settings: Any) -> None:
    get(Client())
    settings.VERSION_REMEMBERED_SECONDS = 60
    try:
        assert queries(Client()) == 1
        assert queries(Client()) == 0
    finally:
        newest.forget()


def test_every_page_has_one_way_for_organisers(event: Event) -> None:
    for path in PATHS:
        page = get(Client(), path).content
        if path in ELSEWHERE:
            assert b"/organise/" not in page
            continue
        ways = re.findall(rb'href="(/(?:organise|admin)/[^"]*)"', page)
        assert ways == [b"/organise/open/"]


class TestKeptPages:
    """The pages asked for last stay, up to so many bytes."""

    def test_those_go_that_nobody_asked_for_longest(self) -> None:
        pages: NewestValues[CachedPage] = NewestValues(4_000, attrgetter("size"))
        for name in "ab":
            pages.keep(name, 1, CachedPage(b"x" * 1_000, {}))
        assert pages.get("a", 1) is not None
        pages.keep("c", 1, CachedPage(b"x" * 1_000, {}))
        assert [name for name in "abc" if pages.get(name, 1)] == ["a", "c"]

    def test_the_versions_of_a_page_take_the_room_of_one(self) -> None:
        pages: NewestValues[CachedPage] = NewestValues(4_000, attrgetter("size"))
        pages.keep("a", 1, CachedPage(b"x" * 1_000, {}))
        for version in range(4):
            pages.keep("b", version, CachedPage(b"x" * 1_000, {}))
        assert pages.get("a", 1) is not None
        assert [version for version in range(4) if pages.get("b", version)] == [3]

    def test_what_is_short_is_not_compressed(self) -> None:
        assert CachedPage(b"x", {}).encoded_body("br") == ("", b"x")


class TestPagesOfRunningTables:
    """A page is rendered anew when what it shows is another, and not for what it does not show."""

    @pytest.fixture
    def tablets(self) -> Iterator[tuple[Tablet, Tablet]]:
        """The tablets of two tables that have begun."""
        one = paired(make_table(LINES[0], published=True, tables=2))
        other = paired(Table.objects.get(number=2))
        send(one, *one.made_of(EVENTS[0]))
        send(other, *other.made_of(at_second_table(EVENTS[:1])[0]))
        yield one, other
        journal_cache.forget()

    def test_only_its_own_board_renders_a_tables_page_anew(
        self, tablets: tuple[Tablet, Tablet], settings: Any
    ) -> None:
        settings.BOARDS_SUMMED_UP_SECONDS = 3600
        paths = ["", "r/1/", "p/1/", "r/1/t/1/", "r/1/t/2/"]
        before = {path: get(Client(), path).content for path in paths}
        send(tablets[0], *tablets[0].made_of(EVENTS[1]))
        publish(Event.objects.get().pk, now=timezone.now())
        thrown = " + ".join(map(str, EVENTS[1]["dice"]))
        assert f"throws {thrown}".encode() in get(Client(), "r/1/t/1/").content
        for path in ["", "r/1/", "p/1/", "r/1/t/2/"]:
            assert queries(Client(), path) == 1, path
            assert get(Client(), path).content == before[path]
        assert version_of(get(Client(), "r/1/t/1/").content) == 2
        assert version_of(get(Client(), "r/1/t/2/").content) == 1

    def test_the_event_follows_its_tables_in_a_while(
        self, tablets: tuple[Tablet, Tablet], settings: Any
    ) -> None:
        assert version_of(get(Client()).content) == 1
        send(tablets[0], *tablets[0].made_of(EVENTS[1]))
        publish(Event.objects.get().pk, now=timezone.now())
        settings.BOARDS_SUMMED_UP_SECONDS = 3600
        assert version_of(get(Client()).content) == 1
        settings.BOARDS_SUMMED_UP_SECONDS = 0
        assert version_of(get(Client()).content) == 2


def version_of(page: bytes) -> int:
    found = re.search(rb'name="event-version" content="(\d+)"', page)
    assert found
    return int(found[1])


def test_the_list_of_events_is_kept_until_it_is_another(event: Event) -> None:
    """Everybody gets the same bytes of it, too."""
    stranger = Client().get("/")
    assert b"Open" in stranger.content
    with CaptureQueriesContext(connection) as asked:
        seen = signed_in(staff("olga", *Action)).get("/")
    assert seen.content == stranger.content
    with CaptureQueriesContext(connection) as asked:
        again = Client().get("/", headers={"If-None-Match": stranger["ETag"]})
    assert (again.status_code, len(asked)) == (304, 1)
    update_event(event=event, by=BY, name="Winter Cup")
    assert b"Winter Cup" in Client().get("/").content
    update_event(event=event, by=BY, published=False)
    assert b"Winter Cup" not in Client().get("/").content
