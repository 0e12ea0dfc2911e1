"""Attacks by the page to register: headers, formulas, floods, other people's addresses."""

import io

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client

from tests.accounts import signed_in
from tests.tournament.making import BY
from tests.tournament.registering import confirmed, mailed, open_event, registered, sent_form
from tournament.events.services.events import update_event
from tournament.models import AuditEntry, Email, Membership, Registration

pytestmark = pytest.mark.django_db
PAGE = "/e/open/register/"


@pytest.fixture(autouse=True)
def _fresh_limits():
    cache.clear()


@pytest.mark.parametrize("field", ["name", "email", "club"])
@pytest.mark.parametrize(
    "bad", ["\r\nBcc: all@example.org", "\nSubject: x", "\x00", "\u2028Bcc: x"]
)
def test_headers_cannot_be_written(client, field, bad):
    event = open_event()
    typed = sent_form(event)
    client.post(PAGE, {**typed, field: typed[field] + bad})
    for message in mailed():
        sent = message.message()
        assert sent.get_all("Bcc") is None
        assert sent["Subject"] == "Confirm your registration: Open"
        assert sent["To"] == "ada@example.org"


def test_a_huge_name_is_refused_by_the_form_and_before_it(client):
    event = open_event()
    response = client.post(PAGE, sent_form(event, name="x" * 100_000))
    assert response.status_code in (200, 413)
    assert not Registration.objects.exists()


def test_formulas_are_exported_as_text(django_user_model):
    event = open_event()
    confirmed(event, '=HYPERLINK("http://evil.example")', "eve@example.org", club="+1+2")
    person = django_user_model.objects.create_user("olga")
    Membership.objects.create(event=event, person=person, role="organiser")
    answer = signed_in(person).get("/organise/open/downloads/players.csv")
    text = io.BytesIO(answer.getvalue()).read().decode("utf-8-sig")
    assert "'=HYPERLINK" in text
    assert "'+1+2" in text


def test_links_lead_to_this_site_whatever_host_is_asked_for(settings):
    settings.ALLOWED_HOSTS = ["*"]
    event = open_event()
    Client(HTTP_HOST="evil.example").post(PAGE, sent_form(event), secure=True)
    (message,) = mailed()
    assert "evil" not in message.body
    assert "http://localhost:8000/e/open/register/" in message.body


def test_a_forged_form_of_another_site_has_no_page_to_send_back(client):
    open_event()
    assert (
        client.post(PAGE, {"name": "A", "email": "a@x.example", "consent": "on"}).status_code == 200
    )
    assert not Registration.objects.exists()


def test_an_outsider_cannot_flood_a_mailbox_by_many_events(client):
    for number in range(6):
        event = open_event(f"open-{number}")
        client.post(f"/e/open-{number}/register/", sent_form(event))
    mailed()
    assert len(mail.outbox) == 3


def test_secrets_are_neither_in_the_outbox_nor_in_the_log(client):
    event = open_event()
    confirmed(event, "Ada Lovelace")
    registered(event, "Bea Two")
    links = [word for each in mailed() for word in each.body.split() if word.startswith("http")]
    tokens = [link.rstrip("/").split("/")[-1] for link in links]
    assert len(tokens) == 2
    rows = [*Email.objects.values(), *AuditEntry.objects.values(), *Registration.objects.values()]
    assert not any(token in str(rows) for token in tokens)


def test_hidden_events_are_not_known_by_their_page(client):
    event = open_event(published=False)
    answers = {client.get(path).status_code for path in (PAGE, "/e/none/register/")}
    assert answers == {404}
    update_event(event=event, published=True, by=BY)
    assert client.get(PAGE).status_code == 200
