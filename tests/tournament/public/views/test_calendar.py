"""An event's rounds with announced starts as a calendar, read again by a calendar library."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from tests.tournament.making import BY, make_event, seat_round
from tournament.events.services.calling_off import call_off_event
from tournament.events.services.events import update_event
from tournament.models import Event, Round
from tournament.rounds.services.rounds import publish_round, unpublish_round
from tournament.rounds.services.start import announce_start

pytestmark = pytest.mark.django_db
ADDRESS = "/e/open/calendar.ics"
START = dt.datetime(2026, 5, 16, 14, 30, tzinfo=dt.timezone(dt.timedelta(hours=2)))


@pytest.fixture
def event() -> Event:
    return make_event(players=4, name="Spring; Open, “5”", venue="Hall\\1, Main St; 5", slug="open")


@pytest.fixture
def first(event: Event) -> Round:
    return announce_start(round_=seat_round(event, 1, (1, 2, 3, 4)), at=START, by=BY)


def entries(query: str = "") -> list[Any]:
    response = Client().get(ADDRESS + query)
    assert response.status_code == 200
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    return list(Calendar.from_ical(response.content).events)


def known_for_an_hour() -> dt.datetime:
    """As if the rounds had been published, and their starts announced, an hour ago."""
    an_hour_ago = timezone.now() - dt.timedelta(hours=1)
    Round.objects.update(starts_changed_at=an_hour_ago, published_at=an_hour_ago)
    return an_hour_ago


def test_a_round_is_an_entry_with_its_times_in_utc(first: Round) -> None:
    (found,) = entries()
    assert found["summary"] == "Spring; Open, “5”: round 1"
    assert found["location"] == "Hall\\1, Main St; 5"
    assert found["url"] == "http://testserver/e/open/r/1/"
    assert found["uid"] == "open-r1@testserver"
    assert found.start == START
    assert found.end - found.start == dt.timedelta(minutes=120)
    content = Client().get(ADDRESS).content
    assert b"DTSTART:20260516T123000Z\r\n" in content
    assert b"REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n" in content
    assert rb"SUMMARY:Spring\; Open\, " in content
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    assert "manche" not in content.decode()


def test_a_changed_start_is_a_newer_revision_of_the_same_entry(first: Round) -> None:
    an_hour_ago = known_for_an_hour()
    announce_start(round_=Round.objects.get(), at=START, by=BY)
    assert Round.objects.get().starts_changed_at == an_hour_ago  # nothing changed
    (before,) = entries()
    announce_start(round_=Round.objects.get(), at=START + dt.timedelta(hours=1), by=BY)
    (after,) = entries()
    assert after["uid"] == before["uid"]
    assert after.start == before.start + dt.timedelta(hours=1)
    assert after["sequence"] >= before["sequence"] + 3600
    assert after["last-modified"].dt > before["last-modified"].dt
    announce_start(round_=Round.objects.get(), at=None, by=BY)
    assert entries() == []


def test_a_round_published_again_is_a_newer_revision(first: Round) -> None:
    known_for_an_hour()
    (before,) = entries()
    publish_round(round=unpublish_round(round=first, by=BY), by=BY)
    (after,) = entries()
    assert after["sequence"] >= before["sequence"] + 3600


def test_what_the_public_may_not_know_is_not_in_it(first: Round, event: Event) -> None:
    second = seat_round(event, 2, (1, 2, 3, 4), publish=False)
    announce_start(round_=second, at=START + dt.timedelta(hours=4), by=BY)
    assert [str(item["uid"]) for item in entries()] == ["open-r1@testserver"]
    assert "Player" not in Client().get(ADDRESS).content.decode()
    update_event(event=event, by=BY, published=False)
    assert Client().get(ADDRESS).status_code == 404
    assert Client().get("/e/unknown/calendar.ics").status_code == 404


@pytest.mark.parametrize(
    ("called_off", "status"), [("cancelled", "CANCELLED"), ("postponed", "TENTATIVE")]
)
def test_an_event_called_off_says_so(
    first: Round, event: Event, called_off: str, status: str
) -> None:
    known_for_an_hour()
    (before,) = entries()
    call_off_event(event=event, how=called_off, reason="Storm", by=BY)
    (found,) = entries()
    assert (found["uid"], found["status"]) == (before["uid"], status)
    assert found["sequence"] >= before["sequence"] + 3600


def test_the_same_calendar_is_sent_once(first: Round) -> None:
    client = Client()
    answer = client.get(ADDRESS)
    again = client.get(ADDRESS, headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 304
    assert answer["Cache-Control"] == "no-cache"


def test_its_words_are_in_the_language_of_the_address(first: Round) -> None:
    assert (
        Client()
        .get("/e/open/", headers={"accept-language": "fr"})
        .content.count(b'href="/e/open/calendar.ics?lang=fr"')
        == 1
    )
    page = Client().get("/e/open/").content.decode()
    assert "Add to calendar" in page


def test_the_page_offers_no_calendar_without_a_start(event: Event) -> None:
    seat_round(event, 1, (1, 2, 3, 4))
    assert b"calendar.ics" not in Client().get("/e/open/").content
