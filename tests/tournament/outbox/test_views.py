"""The page on which organisers write to players: it is looked at before it is sent."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.accounts import signed_in
from tests.tournament.making import entry, make_event, seat_round
from tests.tournament.registering import mailed
from tournament.models import Event, EventRole, Mailing, Membership

pytestmark = pytest.mark.django_db
HERE = "/organise/open/messages/"


@pytest.fixture
def event() -> Event:
    event = make_event(players=3)
    event.entries.filter(seed=1).update(email="p1@example.org")
    return event


@pytest.fixture
def olga(event: Event) -> Client:
    return member(event, EventRole.ORGANISER)


def member(event: Event, role: str) -> Client:
    person = User.objects.create_user(role)
    Membership.objects.create(event=event, person=person, role=role)
    return signed_in(person)


def typed(client: Client, **more: str) -> dict[str, Any]:
    key = str(client.get(HERE).context["form"]["key"].value())
    return {"key": key, "subject": "Lunch", "text": "At <b>noon</b>", "step": "preview", **more}


def text_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def test_it_is_looked_at_then_sent_once(olga: Client, settings: Any) -> None:
    settings.EMAIL_FILE_PATH = None
    form = typed(olga)
    page = olga.post(HERE, form)
    assert "1 player gets this e-mail." in text_of(page)
    assert "2 players have no address" in text_of(page)
    assert "At &lt;b&gt;noon&lt;/b&gt;" in text_of(page)
    assert "No more e-mails about this event:" in text_of(page)
    assert not Mailing.objects.exists()
    form |= {"step": "send", "shown": page.context["shown"]}
    for _press in range(2):
        answer = olga.post(HERE, form, follow=True)
        assert "on its way to 1 player" in text_of(answer)
    assert Mailing.objects.count() == 1
    (message,) = mailed()
    assert (message.subject, message.to) == ("Lunch", ["p1@example.org"])
    assert "At <b>noon</b>" in message.body


@pytest.mark.parametrize(
    ("folder", "backend"),
    [("/somewhere/mail", "locmem"), (None, "console"), (None, "dummy")],
)
def test_without_a_mail_server_nothing_is_promised(
    olga: Client, settings: Any, folder: str | None, backend: str
) -> None:
    form = typed(olga)
    form |= {"step": "send", "shown": olga.post(HERE, form).context["shown"]}
    settings.EMAIL_FILE_PATH = folder
    settings.EMAIL_BACKEND = f"django.core.mail.backends.{backend}.EmailBackend"
    page = text_of(olga.post(HERE, form, follow=True))
    assert "No e-mail was sent" in page
    assert "on its way" not in page
    assert "EMAIL_URL" in page


def test_the_preview_says_who_does_not_get_it_and_why(event: Event, olga: Client) -> None:
    event.entries.filter(seed=2).update(email="p2@example.org", declines_emails=True)
    event.entries.filter(seed=3).update(email="p3@example.org", refused_email="p3@example.org")
    page = text_of(olga.post(HERE, typed(olga)))
    assert "1 player would get this e-mail." in page
    assert "1 player has opted out of e-mails" in page
    assert "mail server refused our e-mails" in page


def test_what_changed_since_it_was_looked_at_is_not_sent(olga: Client) -> None:
    form = typed(olga)
    shown = olga.post(HERE, form).context["shown"]
    page = olga.post(HERE, {**form, "text": "At one", "step": "send", "shown": shown})
    assert "look at it again" in text_of(page)
    assert "At one" in text_of(page)
    assert "look at it again" in text_of(olga.post(HERE, {**form, "step": "send"}))
    assert not Mailing.objects.exists()


def test_a_round_is_chosen_once_it_is_public(event: Event, olga: Client) -> None:
    hidden = seat_round(event, 1, (1, 2), publish=False)
    assert "choice" in text_of(olga.post(HERE, typed(olga, round=str(hidden.pk))))
    public = seat_round(event, 2, (2, 3))
    page = text_of(olga.post(HERE, typed(olga, round=str(public.pk))))
    assert "No player can be reached by e-mail." in page
    assert "Send it" not in page
    assert "The players of round 2" in page


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"subject": ""}, "This field is required."),
        ({"text": "x" * 4001}, "at most 4000 characters"),
        ({"key": "x"}, "valid UUID"),
        ({"text": "a\x00b"}, "Null characters are not allowed."),
    ],
)
def test_each_fault_is_said(olga: Client, more: dict[str, str], fault: str) -> None:
    assert fault in text_of(olga.post(HERE, typed(olga, **more)))


def test_the_end_of_a_line_counts_once(olga: Client) -> None:
    page = olga.post(HERE, typed(olga, text="a\r\n" * 1999 + "b"))
    assert page.context["shown"]


def test_what_was_sent_is_listed(event: Event, olga: Client, settings: Any) -> None:
    form = typed(olga)
    form |= {"step": "send", "shown": olga.post(HERE, form).context["shown"]}
    olga.post(HERE, form)
    mailed()
    assert "Not delivered: this installation sends no e-mails." in text_of(olga.get(HERE))
    settings.EMAIL_FILE_PATH = None
    assert "1 of 1 e-mails sent." in text_of(olga.get(HERE))
    assert "Message from the organisers" in text_of(olga.get("/organise/open/players/emails/"))


def test_only_organisers_write(event: Event, olga: Client) -> None:
    for role in set(EventRole.values) - {EventRole.ORGANISER}:
        assert member(event, role).get(HERE).status_code == 403
    other = make_event("other", players=1)
    assert entry(other, 1).event == other
    assert olga.get("/organise/other/messages/").status_code == 403
