"""Announcements: the outbox, who is shown what, and until when."""

import datetime as dt
import json

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from tests.accounts import signed_in, staff
from tests.tournament.making import BY, make_event, seat_round, table_of
from tournament.access import Action
from tournament.events.selectors.announcements import announcements_on_tablets, public_announcements
from tournament.events.services.announcements import (
    MAX_WAITING,
    send_announcement,
    withdraw_announcement,
    write_announcement,
)
from tournament.models import Announcement, AuditEntry, Change, Event
from tournament.rounds.services.clock import step_clock
from tournament.rounds.services.start import announce_start

pytestmark = pytest.mark.django_db
PAGE = "/organise/open/announcements/"


@pytest.fixture
def event() -> Event:
    return make_event(players=4)


@pytest.fixture
def olga() -> Client:
    return signed_in(staff("olga", Action.ANNOUNCE, Action.SEE_EVENT))


def page(client: Client) -> str:
    response = client.get(PAGE)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def sent(event: Event, text: str) -> Announcement:
    written = write_announcement(event=event, text=text, by=BY)
    return send_announcement(announcement=written, by=BY)


def told(event: Event) -> list[str]:
    return [each["text"] for each in public_announcements(event.pk).values()]


def test_one_waits_in_the_outbox_until_it_is_sent_and_is_withdrawn(
    olga: Client, event: Event
) -> None:
    olga.post(PAGE, {"text": "Lunch  at\nnoon", "step": "keep"})
    found = Announcement.objects.get()
    assert (found.text, found.sent_at, told(event)) == ("Lunch at noon", None, [])
    assert "In the outbox" in page(olga)
    olga.post(f"{PAGE}{found.pk}/", {"step": "send"})
    assert told(event) == ["Lunch at noon"]
    assert "Shown now" in page(olga)
    assert "In the outbox" not in page(olga)
    olga.post(f"{PAGE}{found.pk}/", {"step": "withdraw"})
    assert told(event) == []
    assert "Withdrawn" in page(olga)
    assert AuditEntry.objects.filter(kind="announcement", by="olga").count() == 3


def test_one_is_sent_at_once(olga: Client, event: Event) -> None:
    answer = olga.post(PAGE, {"text": "Lunch", "step": "send"}, follow=True)
    assert "Sent:" in answer.content.decode()
    assert told(event) == ["Lunch"]


def test_nothing_is_announced_without_a_text_or_twice(olga: Client, event: Event) -> None:
    assert "Write what" in olga.post(PAGE, {"text": " "}, follow=True).content.decode()
    assert not Announcement.objects.exists()
    first = sent(event, "Lunch")
    rows = AuditEntry.objects.count()
    assert send_announcement(announcement=first, by=BY).sent_at == first.sent_at
    assert AuditEntry.objects.count() == rows
    withdraw_announcement(announcement=first, by=BY)
    with pytest.raises(ValidationError, match="was withdrawn"):
        send_announcement(announcement=first, by=BY)


def test_the_outbox_is_bounded(event: Event) -> None:
    now = timezone.now()
    Announcement.objects.bulk_create(
        Announcement(event=event, text="x", written_at=now) for _ in range(MAX_WAITING)
    )
    with pytest.raises(ValidationError, match="Too many"):
        write_announcement(event=event, text="one more", by=BY)


def test_sending_and_withdrawing_ask_for_a_new_public_version(event: Event) -> None:
    found = write_announcement(event=event, text="Lunch", by=BY)
    for write in (send_announcement, withdraw_announcement):
        Change.objects.all().delete()
        write(announcement=found, by=BY)
        assert Change.objects.filter(event=event).exists()


def test_the_public_reads_it_on_the_event_the_hall_and_in_the_state(event: Event) -> None:
    first = sent(event, "Lunch <at> noon")
    write_announcement(event=event, text="not yet", by=BY)
    for address in ("/e/open/", "/e/open/hall/"):
        shown = Client().get(address).content.decode()
        assert "Lunch &lt;at&gt; noon" in shown
        assert "not yet" not in shown
    state = json.loads(Client().get("/api/v1/public/events/open/snapshot").content)["snapshot"]
    assert [each["text"] for each in state["announcements"].values()] == ["Lunch <at> noon"]
    withdraw_announcement(announcement=first, by=BY)
    assert told(event) == []


def test_an_event_that_is_hidden_announces_nothing_to_the_public() -> None:
    hidden = make_event("secret", published=False)
    sent(hidden, "Lunch")
    assert told(hidden) == []


def test_tablets_show_the_last_ones_of_the_last_hours(event: Event) -> None:
    round_ = seat_round(event, 1, (1, 2), (3, 4))
    texts = ["one", "two", "three", "four"]
    found = [sent(event, text) for text in texts]
    table = table_of(round_).pk
    assert [each.text for each in announcements_on_tablets(table)] == ["four", "three", "two"]
    withdraw_announcement(announcement=found[3], by=BY)
    assert [each.text for each in announcements_on_tablets(table)] == ["three", "two", "one"]
    Announcement.objects.update(sent_at=timezone.now() - dt.timedelta(hours=4))
    assert announcements_on_tablets(table) == []


def test_the_hall_shows_the_clock_and_the_first_seats(event: Event) -> None:
    assert "No round is published" in Client().get("/e/open/hall/").content.decode()
    seat_round(event, 1, (1, 2), (3, 4))
    shown = " ".join(Client().get("/e/open/hall/").content.decode().split())
    assert "2:00:00" in shown
    assert "Seats of round 1" in shown
    assert shown.count("Table 1, seat") == 2
    assert 'data-theme="dark"' in shown
    assert 'data-theme="light"' in Client().get("/e/open/hall/?theme=light").content.decode()
    assert Client().get("/e/nowhere/hall/").status_code == 404


def test_the_announced_start_is_told_until_the_clock_is_started(event: Event) -> None:
    round_ = seat_round(event, 1, (1, 2), (3, 4))
    at = timezone.now() + dt.timedelta(hours=1)
    announce_start(round_=round_, at=at, by=BY)
    for address in ("/e/open/", "/e/open/hall/"):
        shown = Client().get(address).content.decode()
        assert "Announced start:" in shown
        assert f'datetime="{at.isoformat(timespec="milliseconds")}"' in shown
    step_clock(round_=round_, step="start", by=BY)
    assert "Announced start:" not in Client().get("/e/open/").content.decode()
    hall = " ".join(Client().get("/e/open/hall/").content.decode().split())
    assert '<span id="hall-start" hidden>' in hall
