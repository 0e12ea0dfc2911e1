"""An event is cancelled or postponed: it says so everywhere, nothing goes on, and back."""

import datetime as dt
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from tests.present import present
from tests.tournament.making import BY, entry, make_event, seat_round
from tournament.draws.services.drawing import draw_round
from tournament.emails.wording import text_of
from tournament.events.services.calling_off import call_off_event, hold_event
from tournament.events.services.events import update_event
from tournament.models import Announcement, Email, Event, Registration
from tournament.outbox.selectors.due_emails import due_emails, still_due
from tournament.outbox.services import queue_due_emails
from tournament.people.registration_states import Places, state_of
from tournament.people.selectors.registrations import may_move_up
from tournament.people.services.entries import update_entry
from tournament.people.services.personal_links import renew_link
from tournament.rounds.services.clock import step_clock
from tournament.rounds.services.rounds import ensure_round, publish_round

pytestmark = pytest.mark.django_db
LATER = dt.timedelta(minutes=3)
SOON = dt.timedelta(minutes=1)


@pytest.fixture
def event() -> Event:
    """Four players, of whom two wish e-mails."""
    made = make_event(players=4, sends_emails=True, registration="open", number_of_rounds=2)
    for seed in (1, 2):
        found = entry(made, seed)
        update_entry(entry=found, by=BY, email=f"p{seed}@example.org")
        update_entry(entry=found, by=BY, gets_emails=True)
    return made


def cancel(event: Event, how: str = "cancelled", reason: str = "The hall burnt down.") -> Event:
    return call_off_event(event=event, how=how, reason=reason, by=BY)


def told(now: dt.datetime) -> list[tuple[str, str]]:
    return [(due.address, due.content.split("/")[0]) for due in due_emails(now=now)]


@pytest.mark.parametrize("how", ["cancelled", "postponed"])
def test_pages_the_interface_and_the_hall_say_so(event: Event, how: str) -> None:
    seat_round(event, 1, (1, 2, 3, 4))
    link = renew_link(entry=entry(event, 1), by=BY)
    cancel(event, how)
    for address in ("/e/open/", "/e/open/hall/", "/e/open/register/", f"/me/{link}/"):
        page = Client().get(address).content.decode()
        assert f"This event is {how}" in page, address
        assert "The hall burnt down." in page, address
    assert how.title() in Client().get("/").content.decode()
    api = "/api/v1/public/events"
    assert Client().get(api).json()["items"][0]["called_off"] == how
    told_by_api = Client().get(f"{api}/open").json()
    assert (told_by_api["called_off"], told_by_api["called_off_reason"]) == (
        how,
        "The hall burnt down.",
    )
    hold_event(event=event, by=BY)
    assert "This event is" not in Client().get("/e/open/").content.decode()
    assert Client().get(f"{api}/open").json()["called_off"] is None
    assert Announcement.objects.filter(withdrawn_at=None).count() == 0


def test_registration_is_offered_until_it_is_called_off(event: Event) -> None:
    offered = 'href="/e/open/register/"'
    assert offered in Client().get("/e/open/").content.decode()
    cancel(event)
    assert offered not in Client().get("/e/open/").content.decode()


def test_it_is_announced_once_and_what_is_said_otherwise_replaces_it(event: Event) -> None:
    cancel(event, "postponed")
    cancel(event, "cancelled", "No.")
    shown = Announcement.objects.filter(withdrawn_at=None)
    assert [each.text for each in shown] == ["This event is cancelled. No."]


def test_nothing_is_drawn_published_or_started_meanwhile(event: Event) -> None:
    first = seat_round(event, 1, (1, 2, 3, 4))
    second = ensure_round(event=event, number=2, by=BY)
    third = seat_round(make_event("other", 4), 1, (1, 2, 3, 4), publish=False)
    cancel(event)
    cancel(third.event)
    with pytest.raises(ValidationError, match="The event is cancelled"):
        draw_round(round=second, by=BY)
    with pytest.raises(ValidationError, match="The event is cancelled"):
        publish_round(round=third, by=BY)
    with pytest.raises(ValidationError, match="The event is cancelled"):
        step_clock(round_=first, step="start", by=BY)
    hold_event(event=event, by=BY)
    step_clock(round_=first, step="start", by=BY)


def test_nobody_registers_or_moves_up(event: Event) -> None:
    places, now = Places(0, 0), timezone.now()
    assert state_of(event, places, now=now) == "open"
    assert may_move_up(event)
    event = cancel(event)
    assert state_of(event, places, now=now) == "closed"
    assert not may_move_up(event)
    event = hold_event(event=event, by=BY)
    assert state_of(event, places, now=now) == "open"


def test_a_practice_event_takes_no_registrations(event: Event) -> None:
    event = update_event(event=event, by=BY, published=False, practice=True)
    assert state_of(event, Places(0, 0), now=timezone.now()) == "off"
    assert not may_move_up(event)


def test_who_wishes_emails_is_told_once_after_two_minutes(event: Event) -> None:
    now = timezone.now()
    cancel(event)
    assert told(now + SOON) == []
    assert told(now + LATER) == [("p1@example.org", "cancelled"), ("p2@example.org", "cancelled")]
    assert queue_due_emails(now=now + LATER) == 2
    assert told(now + LATER) == []
    email = present(Email.objects.select_related("event", "entry").first())
    text = text_of(email, "")
    assert text.subject == "Cancelled: Open"
    assert "Open is cancelled." in text.body
    assert "The hall burnt down." in text.body
    assert still_due(email, now=now + LATER)


def test_taken_back_in_time_nobody_is_told_and_later_that_it_takes_place(event: Event) -> None:
    now = timezone.now()
    cancel(event)
    hold_event(event=event, by=BY)
    assert told(now + LATER) == []
    cancel(event)
    queue_due_emails(now=now + LATER)
    waiting = present(Email.objects.select_related("event", "entry").first())
    hold_event(event=event, by=BY)
    present(waiting.event).refresh_from_db()
    assert not still_due(waiting, now=now + LATER)
    Email.objects.update(status=Email.Status.SENT)
    assert [kind for _address, kind in told(now + LATER)] == ["held", "held"]
    queue_due_emails(now=now + LATER)
    held = present(Email.objects.select_related("event", "entry").order_by("pk").last())
    assert "takes place after all" in text_of(held, "").body
    assert told(now + LATER) == []


def test_of_seats_nobody_is_told_any_more(event: Event) -> None:
    seat_round(event, 1, (1, 2, 3, 4))
    now = timezone.now()
    assert [due.kind for due in due_emails(now=now + SOON)] == ["seat", "seat"]
    queue_due_emails(now=now + SOON)
    cancel(event)
    email = present(Email.objects.select_related("event", "entry").first())
    assert not still_due(email, now=now + SOON)
    assert [due.kind for due in due_emails(now=now + LATER)] == ["called-off", "called-off"]


@pytest.mark.parametrize(
    "changes", [{"sends_emails": False}, {"published": False}, {"called_off_at": None}]
)
def test_who_is_not_written_to_is_not_told(event: Event, changes: dict[str, Any]) -> None:
    cancel(event)
    Event.objects.filter(pk=event.pk).update(**changes)
    assert told(timezone.now() + LATER) == []


def test_what_cannot_be_called_off_is_refused(event: Event) -> None:
    with pytest.raises(ValidationError, match="cancelled or postponed"):
        cancel(event, "moved")
    hidden = update_event(event=event, by=BY, published=False, practice=True)
    with pytest.raises(ValidationError, match="delete it"):
        cancel(hidden)
    assert hold_event(event=event, by=BY).called_off_at is None


def test_a_registration_is_not_confirmed_meanwhile(event: Event) -> None:
    from tournament.people.services.registration import confirm_registration, register

    register(
        event=event, language="en", name="Zoe", email="z@example.org", club="", team="",
        name_display="full", gets_emails=True,
    )  # fmt: skip
    cancel(event)
    with pytest.raises(ValidationError, match="closed"):
        confirm_registration(registration=Registration.objects.get())
