"""A tablet that was not given back: its token ends with the event."""

import datetime as dt
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from referee.devices import device_cache
from referee.devices.paired import PairingError
from referee.devices.services import invite, pair
from referee.models import LoggedEvent, SetAsideEvent
from tests.referee.chief.pages import words
from tests.referee.tables import Tablet, golden, log_events
from tests.referee.tablet.api.conftest import Http, wire
from tournament.common.days import is_over
from tournament.models import Event, Table

pytestmark = pytest.mark.django_db
EVENTS = log_events(golden("01"))
NOTE = {"type": "note", "text": "n"}
BEAT = {"lease_epoch": 1, "head_seq": 0, "pending": 0}


def end(days_ago: int) -> None:
    """The event's last day was so many days ago."""
    day = timezone.now().date() - dt.timedelta(days=days_ago)
    Event.objects.update(starts_on=day, ends_on=day)


@pytest.mark.parametrize(
    ("hour", "zone", "over"),
    [
        ("2026-05-18T00:00:00+00:00", "UTC", True),
        ("2026-05-17T23:59:59+00:00", "UTC", False),
        ("2026-05-17T11:00:00+00:00", "Pacific/Auckland", False),
        ("2026-05-17T12:00:00+00:00", "Pacific/Auckland", True),
        ("2026-05-18T09:59:00+00:00", "Pacific/Honolulu", False),
    ],
)
def test_an_event_is_over_when_a_day_has_passed_where_it_is_played(
    hour: str, zone: str, over: bool
) -> None:
    assert is_over(dt.date(2026, 5, 16), zone, dt.datetime.fromisoformat(hour)) is over


def test_a_token_ends_with_the_event_and_may_hand_over(http: Http) -> None:
    http.send(EVENTS[0])
    asks = [
        ("get", "", None),
        ("get", "/log", None),
        ("post", "/events", http.batch(EVENTS[1])),
        ("post", "/heartbeat", BEAT),
        ("post", "/lease", {"epoch": 1}),
        ("put", f"/calls/{uuid4()}", {"state": "open", "topic": "rules"}),
    ]
    end(1)
    assert http.ask("post", "/heartbeat", BEAT).status_code == 200
    end(3)
    for method, path, body in asks:
        response = http.ask(method, path, body)
        assert (response.status_code, response.json()["code"]) == (403, "device-revoked"), path
        assert "The event is over" in response.json()["detail"], path
    assert LoggedEvent.objects.count() == 1
    given = {key: value for key, value in http.batch().items() if key != "lease_epoch"}
    given |= {"reason": "revoked", "events": [wire(NOTE)]}
    assert http.ask("post", "/set-aside", given).status_code == 200
    assert SetAsideEvent.objects.count() == 1


def test_a_remembered_token_ends_too_and_goes_on_if_the_event_does(http: Http) -> None:
    """Appending begins from memory: the statement that writes asks for the last day."""
    http.send(EVENTS[0])
    http.send(EVENTS[1])
    assert device_cache.cached_device(http.tablet.token) is not None
    end(3)
    response = http.ask("post", "/events", http.batch(EVENTS[2]))
    assert (response.status_code, response.json()["code"]) == (403, "device-revoked")
    assert "The event is over" in response.json()["detail"]
    assert http.ask("post", "/events", http.batch(EVENTS[2])).status_code == 403
    end(0)
    http.send(EVENTS[2])


def test_no_other_tablet_is_paired_then(table: Table, tablet: Tablet, chief_client: Client) -> None:
    invitation = invite(table=table, by="test")
    end(3)
    with pytest.raises(PairingError, match="over"):
        pair(request_id=uuid4(), label="late", token=invitation.token)
    with pytest.raises(ValidationError, match="later last day"):
        invite(table=table, by="test")
    body = {"request_id": str(uuid4()), "token": invitation.token}
    answer = Http(tablet).client.post("/api/v1/pair", body, format="json")
    assert (answer.status_code, answer.json()["code"]) == (410, "pairing-over")
    page = chief_client.post(reverse("chief:pair", args=[table.pk]), follow=True)
    assert "later last day" in words(page)


def test_the_servers_judge_answers_no_longer(http: Http) -> None:
    end(3)
    question = {"opened": {}, "method": "open", "question": {}}
    answer = http.client.post(reverse("tablet:judge"), question, format="json")
    assert answer.status_code in (403, 404)
