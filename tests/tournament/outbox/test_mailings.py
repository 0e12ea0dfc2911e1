"""What organisers write to players: to whom, how often, and as what it arrives."""

import datetime as dt
from collections.abc import Iterable
from importlib import import_module
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.core import mail
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.utils import timezone

from tests.tournament.making import BY, entry, make_event, seat_round
from tests.tournament.registering import confirmed, drop, mailed, open_event
from tournament.common.names import ERASED
from tournament.events.services.events import update_event
from tournament.models import AuditEntry, Email, Entry, Event, Mailing, PersonalLink
from tournament.models.mailings import MAX_MAILING
from tournament.outbox.selectors.mailings import Unreached, mailings_of, recipients_of
from tournament.outbox.services import MAX_AT_ONCE, MAX_MAILINGS, claim_emails, send_mailing
from tournament.people.services.personal_links import choose_emails

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Four players, of whom the last has no address."""
    event = make_event(players=4)
    for each in event.entries.exclude(seed=4):
        address = f"p{each.seed}@example.org"
        event.entries.filter(pk=each.pk).update(email=address, email_key=address)
    return event


def write(event: Event, key: UUID | None = None, **more: Any) -> Mailing:
    said = {"subject": "Lunch", "text": "At noon.\nBring a cup.", **more}
    return send_mailing(event=event, key=key or uuid4(), by=BY, **said)


def to(messages: Iterable[EmailMessage]) -> list[str]:
    return [message.to[0] for message in messages]


def test_all_who_have_an_address_get_it_once(event: Event) -> None:
    key = uuid4()
    write(event, key, subject="Lunch\r\nBcc: x@example.org")
    write(event, key, text="Another text of the same form")
    messages = mailed()
    assert to(messages) == ["p1@example.org", "p2@example.org", "p3@example.org"]
    assert messages[0].subject == "Lunch Bcc: x@example.org"
    assert messages[0].body.startswith("Hello Player 1,\n\nAt noon.\nBring a cup.\n\nOpen, ")
    assert "http://localhost:8000/e/open/" in messages[0].body
    assert "/me/" not in messages[0].body
    assert not PersonalLink.objects.exists()
    assert mailed() == []
    assert AuditEntry.objects.filter(kind="mailing", action="create").count() == 1
    (sent,) = mailings_of(event)
    assert (sent.emails_count, sent.sent_count, sent.failed_count) == (3, 3, 0)  # type: ignore[attr-defined]


def test_it_reaches_those_who_registered_and_nobody_who_left() -> None:
    event = open_event()
    confirmed(event, "Ada Lovelace")
    for name in ("Bo", "Cy", "Di"):
        confirmed(event, name)
    drop(event, 2)
    event.entries.filter(seed=3).update(refused_email="cy@example.org")
    event.entries.filter(seed=4).update(name=ERASED)
    mailed()
    found = recipients_of(event)
    assert [(each.name, address) for each, address in found.reached] == [
        ("Ada Lovelace", "ada@example.org")
    ]
    assert [each.name for each in found.unreached[Unreached.REFUSED]] == ["Cy"]


def test_it_may_go_to_the_players_of_a_round_only(event: Event) -> None:
    round_ = seat_round(event, 1, (2, 3))
    write(event, round_=round_)
    assert to(mailed()) == ["p2@example.org", "p3@example.org"]
    empty = seat_round(event, 2, (4, 1))
    event.entries.filter(seed=1).update(email="")
    with pytest.raises(ValidationError, match="None of these players can"):
        write(event, round_=empty)


def test_a_hidden_or_cancelled_event_may_write_too(event: Event) -> None:
    Event.objects.update(published=False, called_off="cancelled")
    write(event)
    messages = mailed()
    assert len(messages) == 3
    assert "/e/open/" not in messages[0].body


def test_who_declined_emails_gets_none(event: Event) -> None:
    choose_emails(entry=entry(event, 1), gets_emails=False, language="")
    write(event)
    choose_emails(entry=entry(event, 2), gets_emails=False, language="")  # while it waits
    assert to(mailed()) == ["p3@example.org"]
    choose_emails(entry=entry(event, 1), gets_emails=True, language="en")
    assert [each.seed for each, _address in recipients_of(event).reached] == [1, 3]


def test_who_left_the_box_of_the_form_empty_declined_where_it_was_shown() -> None:
    asked, unasked = open_event(), open_event("unasked")
    update_event(event=unasked, sends_emails=False, by=BY)
    for event in (asked, unasked):
        confirmed(event, "Ada Lovelace", gets_emails=False)
    assert [entry(event, 1).declines_emails for event in (asked, unasked)] == [True, False]


def test_an_address_that_changed_or_came_back_gets_nothing(event: Event) -> None:
    write(event)
    event.entries.filter(seed=1).update(email="new@example.org")
    event.entries.filter(seed=2).update(refused_email="p2@example.org")
    assert to(mailed()) == ["p3@example.org"]


@pytest.mark.parametrize(
    "more", [{"text": " "}, {"subject": ""}, {"text": "x" * (MAX_MAILING + 1)}]
)
def test_what_is_empty_or_too_long_is_refused(event: Event, more: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        write(event, **more)
    assert not Email.objects.exists()


def test_so_many_a_day_and_none_to_made_up_players(event: Event) -> None:
    for _each in range(MAX_MAILINGS):
        write(event)
    with pytest.raises(ValidationError, match="at most 5 messages within a day"):
        write(event)
    Mailing.objects.update(sent_at=timezone.now() - dt.timedelta(days=1))
    write(event)
    Event.objects.update(published=False, practice=True)
    with pytest.raises(ValidationError, match="made up"):
        write(event)


def test_other_emails_do_not_wait_for_a_long_mailing() -> None:
    event = make_event(players=3 * MAX_AT_ONCE)
    for each in event.entries.all():
        event.entries.filter(pk=each.pk).update(email=f"p{each.seed}@example.org")
    write(event)
    now = timezone.now() + dt.timedelta(minutes=1)
    seat = Email.objects.create(
        event=event,
        entry=entry(event, 1),
        kind="seat",
        address="p1@example.org",
        language="en",
        created_at=now,
        due_at=now,
    )
    assert seat in claim_emails(now=now)


def test_the_writers_language_frames_it_where_a_player_chose_none(event: Event) -> None:
    event.entries.filter(seed=2).update(language="fr")
    write(event)
    mailed()
    bodies = {message.to[0]: message.body for message in mail.outbox}
    assert bodies["p1@example.org"].startswith("Hello ")
    assert bodies["p2@example.org"].startswith("Bonjour ")


def test_earlier_choices_count_as_declined() -> None:
    """The migration finds a box left empty, and e-mails turned off by a personal link."""
    asked, unasked = open_event(), make_event("imported", players=2)
    confirmed(asked, "Ada Lovelace", gets_emails=False)
    confirmed(asked, "Bo Diddley", gets_emails=True)
    choose_emails(entry=entry(unasked, 2), gets_emails=True, language="en")
    choose_emails(entry=entry(unasked, 2), gets_emails=False, language="")
    Entry.objects.update(declines_emails=False)
    import_module("tournament.migrations.0009_mailings_and_prizes").note_who_declined(apps, None)
    declined = Entry.objects.filter(declines_emails=True).order_by("event__slug")
    assert [(each.event.slug, each.seed) for each in declined] == [("imported", 2), ("open", 1)]
