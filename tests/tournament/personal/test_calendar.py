"""A player's own rounds as a calendar, by the personal link."""

import datetime as dt
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from icalendar import Calendar

from tests.tournament.making import BY, entry, make_event, seat_round
from tournament.models import Event, Round
from tournament.people.services.personal_links import renew_link, revoke_link
from tournament.rounds.services.rounds import plans_of, set_seats
from tournament.rounds.services.start import announce_start

pytestmark = pytest.mark.django_db
START = dt.datetime(2026, 5, 16, 12, 30, tzinfo=dt.UTC)
HALL: dict[str, Any] = {"REMOTE_ADDR": "192.168.1.77", "HTTP_HOST": "192.168.1.10:8000"}


@pytest.fixture(autouse=True)
def _attempts_not_counted_yet() -> None:
    cache.clear()


@pytest.fixture
def event() -> Event:
    return make_event(players=8)


@pytest.fixture
def address(event: Event) -> str:
    """The calendar of player 5."""
    return f"/me/{renew_link(entry=entry(event, 5), by=BY)}/calendar.ics"


def only_entry(address: str) -> Any:
    (found,) = Calendar.from_ical(Client().get(address).content).events
    return found


def test_own_rounds_have_table_and_role(event: Event, address: str) -> None:
    seated = [
        seat_round(event, 1, (1, 2, 3, 4), (6, 5, 7, 8)),
        seat_round(event, 2, (1, 2, 3, 4)),
        seat_round(event, 3, (5, 6, 7), publish=False),
    ]
    for round_ in seated:
        announce_start(round_=round_, at=START + dt.timedelta(hours=round_.number), by=BY)
    answer = Client().get(address)
    (found,) = Calendar.from_ical(answer.content).events
    assert found["summary"] == "Open: round 1, table 2"
    assert found["description"] == "Monopolist"
    assert found["uid"] == "open-r1-p5@testserver"
    assert found.start == START + dt.timedelta(hours=1)
    token = address.split("/")[2]
    assert token not in answer.content.decode()
    assert "Player" not in answer.content.decode()


def test_another_seat_is_a_newer_revision(event: Event, address: str) -> None:
    round_ = announce_start(
        round_=seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8)), at=START, by=BY
    )
    an_hour_ago = timezone.now() - dt.timedelta(hours=1)
    moments = dict.fromkeys(("starts_changed_at", "published_at", "seats_changed_at"), an_hour_ago)
    Round.objects.update(**moments)
    before = only_entry(address)
    set_seats(round=round_, tables=plans_of(round_), by=BY)
    assert Round.objects.get().seats_changed_at == an_hour_ago  # nothing changed
    seat_round(event, 1, (5, 2, 3, 4), (1, 6, 7, 8))
    after = only_entry(address)
    assert (before["summary"], after["summary"]) == (
        "Open: round 1, table 2",
        "Open: round 1, table 1",
    )
    assert after["sequence"] >= before["sequence"] + 3600


def test_the_certificates_of_draws_are_not_loaded(event: Event, address: str) -> None:
    announce_start(round_=seat_round(event, 1, (5, 6, 7)), at=START, by=BY)
    with CaptureQueriesContext(connection) as found:
        Client().get(address)
    assert any("starts_changed_at" in query["sql"] for query in found)
    assert not any('"certificate"' in query["sql"] for query in found)


def test_it_is_sent_once_and_kept_by_nobody_else(event: Event, address: str) -> None:
    announce_start(round_=seat_round(event, 1, (5, 6, 7)), at=START, by=BY)
    answer = Client().get(address)
    assert {"private", "no-cache"} <= set(answer["Cache-Control"].split(", "))
    assert answer["Referrer-Policy"] == "no-referrer"
    again = Client().get(address, headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 304


def test_the_page_leads_to_it_once_a_start_is_announced(event: Event, address: str) -> None:
    page = address.removesuffix("calendar.ics")
    round_ = seat_round(event, 1, (5, 6, 7))
    assert b"calendar.ics" not in Client().get(page).content
    announce_start(round_=round_, at=START, by=BY)
    assert f'href="{address}?lang=en"' in Client().get(page).content.decode()


def test_nothing_in_clear_and_by_no_old_link(event: Event, address: str, settings) -> None:
    settings.ALLOWED_HOSTS = ["192.168.1.10", "testserver"]
    announce_start(round_=seat_round(event, 1, (5, 6, 7)), at=START, by=BY)
    assert Client().get(address, **HALL).status_code == 404
    page = Client().get(address.removesuffix("calendar.ics"), **HALL).content
    assert b"The round begins" in page
    assert b"calendar.ics" not in page
    revoke_link(entry=entry(event, 5), by=BY)
    assert Client().get(address).status_code == 404
