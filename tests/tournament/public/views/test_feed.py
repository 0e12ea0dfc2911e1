"""The results of an event as an Atom feed."""

import datetime as dt
from xml.etree import ElementTree as ET

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tournament.events.services.events import update_event
from tournament.models import Event
from tournament.people.services.entries import update_entry
from tournament.public.views import feed

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
ROOT = "/e/open/feed.atom"


@pytest.fixture
def event() -> Event:
    """Two finished tables of three."""
    event = make_event(players=12, name="Spring Open")
    round_ = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
    finish(table_of(round_), 1400, 1300, 1200, 1000)
    finish(table_of(round_, 2), 10, 20, 40, 40)
    return event


def read(query: str = "") -> ET.Element:
    response = Client().get(ROOT + query)
    assert response.status_code == 200
    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    return ET.fromstring(response.content)  # noqa: S314 -- our own


def texts(root: ET.Element, name: str) -> list[str]:
    return [entry.findtext(f"{ATOM}{name}", "") for entry in root.iter(f"{ATOM}entry")]


def test_each_result_is_an_entry_the_newest_first(event: Event) -> None:
    found = read()
    assert texts(found, "title") == [
        "Round 1, table 2: won by Player 7, Player 8",
        "Round 1, table 1: won by Player 1",
    ]
    assert texts(found, "id")[1] == "tag:testserver,2026:/e/open/r/1/t/1/"
    assert texts(found, "summary")[1].startswith(
        "1. Player 1 (Competitor), $1,400, points: 6; 2. Player 2 (Monopolist), $1,300, points: 4;"
    )
    assert found.findtext(f"{ATOM}id") == "tag:testserver,2026:/e/open/feed.atom"
    links = {link.get("rel"): link.get("href") for link in found.findall(f"{ATOM}link")}
    assert links == {
        "alternate": "http://testserver/e/open/",
        "self": "http://testserver/e/open/feed.atom?lang=en",
    }
    assert found.findtext(f"{ATOM}author/{ATOM}name")


def test_a_correction_is_the_same_entry_updated(event: Event) -> None:
    before = read()
    finish(table_of(event.rounds.get()), 1000, 1300, 1400, 1000)
    after = read()
    assert sorted(texts(after, "id")) == sorted(texts(before, "id"))
    assert texts(after, "title")[0] == "Round 1, table 1: won by Player 3 (corrected)"
    assert texts(after, "updated")[0] > texts(before, "updated")[1]
    assert texts(after, "updated")[1] == texts(before, "updated")[0]
    assert after.findtext(f"{ATOM}updated") == texts(after, "updated")[0]


def test_nothing_is_newer_than_what_is_frozen(event: Event) -> None:
    update_event(event=event, by=BY, frozen_at=timezone.now())
    frozen = read()
    finish(table_of(event.rounds.get(), 3), 4, 3, 2, 1)
    assert texts(read(), "title") == texts(frozen, "title")
    finish(table_of(event.rounds.get()), 1000, 1300, 1400, 1000)
    assert len(texts(read(), "title")) == 1  # hidden whole, as everywhere
    update_event(event=event, by=BY, frozen_at=None)
    assert len(texts(read(), "title")) == 3


def test_names_are_shown_as_their_entries_say(event: Event) -> None:
    update_entry(entry=entry(event, 1), by=BY, name_display="number")
    assert "Player 1 " not in " ".join(texts(read(), "summary"))
    assert "№\N{NO-BREAK SPACE}1" in texts(read(), "title")[1]


def test_without_results_it_is_as_old_as_its_event() -> None:
    make_event(starts_on=dt.date(2026, 5, 16))
    found = read()
    assert found.findtext(f"{ATOM}updated") == "2026-05-16T00:00:00+00:00"
    assert Client().get(ROOT).content == Client().get(ROOT).content


def test_it_is_in_the_language_of_its_address(event: Event) -> None:
    found = read("?lang=fr")
    assert found.get("{http://www.w3.org/XML/1998/namespace}lang") == "fr"
    assert "table 1" in texts(found, "title")[1]
    assert texts(found, "id") == texts(read(), "id")


def test_a_name_that_xml_has_no_place_for_does_not_break_it(event: Event) -> None:
    event.entries.filter(seed=1).update(name="A\x0bd\uffffa")
    update_event(event=event, by=BY, venue="so that it is published anew")
    assert texts(read(), "title")[1] == "Round 1, table 1: won by Ada"


def test_a_name_is_no_markup(event: Event) -> None:
    update_entry(entry=entry(event, 1), by=BY, name="<b>Ada</b>")
    assert texts(read(), "title")[1] == "Round 1, table 1: won by <b>Ada</b>"
    # A summary is HTML, once XML is read.
    assert texts(read(), "summary")[1].startswith("1. &lt;b&gt;Ada&lt;/b&gt;")


def test_only_the_newest_are_in_it(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "MAX_ENTRIES", 1)
    assert texts(read(), "title") == ["Round 1, table 2: won by Player 7, Player 8"]
