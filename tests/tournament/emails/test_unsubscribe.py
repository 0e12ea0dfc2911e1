"""The link in a mailing that ends a player's e-mails: who may press it, and what it ends."""

import re
from uuid import uuid4

import pytest
from django.core.mail import EmailMessage
from django.test import Client

from tests.tournament.making import BY, entry, make_event
from tests.tournament.registering import mailed
from tournament.emails.unsubscribing import entry_to_unsubscribe, unsubscribe_token
from tournament.models import AuditEntry, Event
from tournament.outbox.services import send_mailing

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    event = make_event(players=2)
    for each in event.entries.all():
        event.entries.filter(pk=each.pk).update(email=f"p{each.seed}@example.org", gets_emails=True)
    return event


def mailing(event: Event) -> list[EmailMessage]:
    send_mailing(event=event, key=uuid4(), subject="Lunch", text="At noon.", by=BY)
    return mailed()


def test_each_mail_has_its_link_in_header_and_text(event: Event, settings) -> None:
    settings.SITE_ORIGIN = "https://play.example.org"
    messages = mailing(event)
    links = {message.extra_headers["List-Unsubscribe"] for message in messages}
    assert len(links) == 2
    for message in messages:
        link = message.extra_headers["List-Unsubscribe"].strip("<>")
        assert link.startswith("https://play.example.org/unsubscribe/")
        assert f"No more e-mails about this event:\n{link}\n" in message.body
        assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_a_mail_program_ends_them_by_one_post_without_a_session(event: Event) -> None:
    link = mailing(event)[0].extra_headers["List-Unsubscribe"].strip("<>")
    path = re.sub(r"^https?://[^/]+", "", link)
    client = Client(enforce_csrf_checks=True)
    answer = client.post(path, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert not client.cookies.get("sessionid")
    assert (entry(event, 1).declines_emails, entry(event, 1).gets_emails) == (True, False)
    assert not entry(event, 2).declines_emails
    assert AuditEntry.objects.filter(by="player", object_id=entry(event, 1).pk).exists()
    assert [message.to for message in mailing(event)] == [["p2@example.org"]]


def test_opening_the_page_changes_nothing_and_it_asks(event: Event) -> None:
    path = f"/unsubscribe/{unsubscribe_token(entry(event, 1))}/"
    page = Client().get(path)
    assert "Stop the e-mails?" in page.content.decode()
    assert page["Referrer-Policy"] == "no-referrer"
    assert not entry(event, 1).declines_emails
    event.entries.update(declines_emails=True)
    assert "Stop the e-mails?" in Client().get(path).content.decode()
    event.entries.update(declines_emails=False)
    assert "You are unsubscribed" in Client().post(path).content.decode()
    assert "You are unsubscribed" in Client().get(path).content.decode()


def test_a_forged_link_and_one_of_a_former_address_open_nothing(event: Event) -> None:
    first, second = (unsubscribe_token(entry(event, seed)) for seed in (1, 2))
    pk, _dot, signature = second.partition(".")
    swapped = f"{first.partition('.')[0]}.{signature}"
    for token in (swapped, pk, f"{pk}.", "x", "-1.x", "9" * 40 + ".x"):
        assert entry_to_unsubscribe(token) is None
        assert Client().post(f"/unsubscribe/{token}/").status_code == 404
    event.entries.filter(seed=1).update(email="new@example.org")
    assert entry_to_unsubscribe(first) is None
    assert entry_to_unsubscribe(second) == entry(event, 2)


def test_guessing_is_slowed(event: Event) -> None:
    answers = {Client().get(f"/unsubscribe/{at}.x/").status_code for at in range(1, 40)}
    assert answers == {404, 429}
