"""The page by which players register: what it asks, takes and says, to people and to programs."""

import datetime as dt
import re

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.present import present
from tests.tournament.making import BY, entry, make_event
from tests.tournament.registering import (
    address_of,
    confirmed,
    mailed,
    open_event,
    registered,
    sent_form,
)
from tournament.accounts import secret_links
from tournament.events.services.announcements import send_announcement, write_announcement
from tournament.events.services.events import update_event
from tournament.models import Email, Registration
from tournament.people.services.entries import update_entry
from tournament.people.services.personal_links import renew_link
from tournament.people.services.registration import confirm_registration
from tournament.people.views import register

pytestmark = pytest.mark.django_db
PAGE = "/e/open/register/"
SENT = "/e/open/register/sent/"


@pytest.fixture(autouse=True)
def _fresh_limits():
    cache.clear()


@pytest.fixture
def event():
    return open_event()


def text_of(response) -> str:
    page = response.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_from_the_page_to_the_personal_page_by_email(client, event, settings):
    settings.EMAIL_FILE_PATH = None
    page = client.get(PAGE).content.decode()
    assert 'name="name"' in page
    response = client.post(PAGE, sent_form(event, gets_emails="on"))
    assert (response.status_code, response["Location"]) == (302, SENT)
    assert "Look into your mailbox" in text_of(client.get(SENT))
    link = present(re.search(r"/e/open/register/\S+", str(mailed()[0].body)))[0]
    assert "Confirm that this is you" in text_of(client.get(link))
    assert not event.entries.exists()  # programs that look at e-mails open links
    response = client.post(link, {"do": "confirm"})
    assert entry(event, 1).gets_emails
    me = response["Location"]
    assert me.startswith("/me/")
    assert "Ada Lovelace" in text_of(client.get(me))
    assert me in mailed()[0].body
    assert client.post(link, {"do": "open"})["Location"] == me
    assert "You are registered" in text_of(client.get(link))


def test_without_a_mail_server_no_email_is_promised(client, event, settings):
    settings.EMAIL_FILE_PATH = "/somewhere/mail"
    page = text_of(client.get(SENT))
    assert "The organiser has your registration" in page
    assert "mailbox" not in page


def test_no_page_where_the_organiser_opened_none(client, event):
    update_event(event=event, registration="off", by=BY)
    for path in (PAGE, SENT, f"{PAGE}stored/"):
        assert client.get(path).status_code == 404
    update_event(event=event, registration="open", published=False, by=BY)
    link = address_of(
        Registration.objects.create(
            event=event,
            name="A",
            email="a@x.example",
            nonce="n",
            language="en",
            token_hash="h",
            registered_at=timezone.now(),
        )
    )
    for path in (PAGE, SENT, f"{PAGE}stored/", link):
        assert client.get(path).status_code == 404
    assert client.post(PAGE, sent_form(event)).status_code == 404


def test_closed_over_and_full_say_so_and_take_nothing(client, event):
    past = timezone.now() - dt.timedelta(minutes=1)
    for changes, words in (
        ({"registration": "closed"}, "Registration is closed."),
        ({"registration": "open", "registration_until": past}, "It ended:"),
        (
            {"registration_until": None, "registration_limit": 1, "has_waiting_list": False},
            "Come back later: a place may become free.",
        ),
    ):
        update_event(event=event, by=BY, **changes)
        if "registration_limit" in changes:
            confirmed(event, "Bea Two")
        page = client.get(PAGE)
        assert words in text_of(page)
        assert b'name="email"' not in page.content
        assert words in text_of(client.post(PAGE, sent_form(event)))
        assert not Registration.objects.filter(name="Ada Lovelace").exists()


def test_the_waiting_list_says_the_place(client):
    event = open_event(players=2, registration_limit=2)
    assert "Register for the waiting list" in text_of(client.get(PAGE))
    found = confirmed(event, "Ada Lovelace")
    assert "Your place on it: 1." in text_of(client.get(address_of(found)))
    assert "number 1 on the waiting list" in mailed()[-1].body
    page = client.post(address_of(found), {"do": "withdraw"})
    assert "Your registration was deleted." in text_of(page)
    assert not Registration.objects.exists()
    assert client.get(address_of(found)).status_code == 404


def test_it_asks_what_the_organiser_wants(client, event):
    update_event(
        event=event,
        asks_club=False,
        offers_hidden_name=False,
        sends_emails=False,
        consent_text="Photographs <b>are</b> taken.",
        by=BY,
    )
    page = client.get(PAGE).content.decode()
    for name in ("club", "name_display", "gets_emails"):
        assert f'name="{name}"' not in page
    assert "Photographs &lt;b&gt;are&lt;/b&gt; taken." in page
    client.post(PAGE, sent_form(event, name_display="number", gets_emails="on"))
    found = Registration.objects.get()
    assert (found.club, found.name_display, found.gets_emails) == ("", "full", False)
    assert found.consent == "Photographs <b>are</b> taken."


def test_where_teams_are_named_the_team_is_asked_for_and_entered(client, event):
    assert 'name="team"' not in client.get(PAGE).content.decode()
    update_event(event=event, teams="names", by=BY)
    assert 'name="team"' in client.get(PAGE).content.decode()
    client.post(PAGE, sent_form(event, team="Reds <b>"))
    found = Registration.objects.get()
    assert "Reds &lt;b&gt;" in client.get(address_of(found)).content.decode()
    confirm_registration(registration=found)
    assert event.entries.get().team == "Reds <b>"


def test_where_clubs_are_the_teams_the_club_is_asked_for(client, event):
    update_event(event=event, teams="clubs", asks_club=False, by=BY)
    assert 'name="club"' in client.get(PAGE).content.decode()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"consent": ""}, "This field is required."),
        ({"name": "\u202eevil"}, "text-direction characters"),
        ({"name": "x" * 101}, "at most 100 characters"),
        ({"email": "ada@example.org\nBcc: all@example.org"}, "valid email"),
        ({"email": "no"}, "valid email"),
        ({"name_display": "hidden"}, "not one of the available"),
        ({"stamp": "made up"}, "open for long"),
    ],
)
def test_what_is_wrong_is_shown_and_what_was_typed_stays(client, event, wrong, words):
    response = client.post(PAGE, sent_form(event, **wrong))
    page = response.content.decode()
    assert response.status_code == 200
    assert words in page
    assert 'value="Engines"' in page
    assert not Registration.objects.exists()
    stamp = present(re.search(r'name="stamp" value="([^"]+)"', page))[1]
    assert stamp != wrong.get("stamp")


def test_what_is_marked_is_spoken_of_only_where_something_is(client, event):
    marked = "look at what is marked below"
    assert marked not in text_of(client.post(PAGE, sent_form(event, age=0)))
    assert marked in text_of(client.post(PAGE, sent_form(event, age=0, name="")))


def test_programs_are_told_apart(client, event):
    response = client.post(PAGE, sent_form(event, website="https://spam.example"))
    assert response["Location"] == SENT
    assert "very quick" in text_of(client.post(PAGE, sent_form(event, age=0)))
    assert "open for long" in text_of(client.post(PAGE, sent_form(event, age=13 * 3600)))
    other = open_event("other")
    assert "open for long" in text_of(client.post(PAGE, sent_form(other)))
    assert not Registration.objects.exists()
    assert (
        "hidden"
        in present(
            re.search(
                r'<div [^>]*><input type="text" name="website"', client.get(PAGE).content.decode()
            )
        )[0]
    )


def test_the_answer_tells_nothing_of_an_address(client, event):
    confirmed(event, "Ada Lovelace")
    answers = []
    for email in ("ada@example.org", "new@example.org"):
        response = client.post(PAGE, sent_form(event, email=email))
        answers.append((response.status_code, response["Location"], response.content))
    assert answers[0] == answers[1]


def test_one_address_gets_few_emails_and_nobody_is_told(client, event):
    for number in range(register.MAX_EMAILS + 2):
        Email.objects.update(status="sent")
        response = client.post(PAGE, sent_form(event, email="ADA@example.org"))
        assert response["Location"] == SENT
        assert Email.objects.count() == min(number + 1, register.MAX_EMAILS)


def test_one_visitor_sends_so_many_forms(client, event, monkeypatch):
    monkeypatch.setattr(register, "MAX_FORMS", 2)
    answers = [client.post(PAGE, sent_form(event, name="")).status_code for _ in range(3)]
    assert answers == [200, 200, 429]
    elsewhere = Client(REMOTE_ADDR="127.0.0.2")
    assert elsewhere.post(PAGE, sent_form(event, name="")).status_code == 200


def test_links_that_open_nothing_are_slowed(client, event, monkeypatch):
    monkeypatch.setattr(secret_links, "MAX_UNKNOWN", 2)
    answers = [client.get(f"{PAGE}made-up-{n}/").status_code for n in range(3)]
    assert answers == [404, 404, 429]


def test_a_link_opens_its_own_event_only(client, event):
    open_event("other")
    found = registered(event, "Ada Lovelace")
    address = address_of(found)
    assert client.get(address.replace("/open/", "/other/")).status_code == 404
    response = client.get(address)
    assert response["Referrer-Policy"] == "no-referrer"
    assert "noindex" in response["X-Robots-Tag"]


def test_a_link_that_is_too_old_says_so(client, event):
    found = registered(event, "Ada Lovelace")
    found.registered_at -= dt.timedelta(hours=49)
    found.save()
    for response in (
        client.get(address_of(found)),
        client.post(address_of(found), {"do": "confirm"}),
    ):
        assert "This link is not valid any more" in text_of(response)
    assert not event.entries.exists()


def test_in_clear_it_is_not_shown_in_a_hall(event, settings):
    settings.ALLOWED_HOSTS = ["192.168.1.10"]
    hall = Client(REMOTE_ADDR="192.168.1.77", HTTP_HOST="192.168.1.10:8000")
    found = registered(event, "Ada Lovelace")
    for path in (PAGE, SENT, address_of(found)):
        assert hall.get(path).status_code == 403
    assert hall.get("/e/open/").status_code == 200


def test_the_event_page_leads_there_while_it_is_open(client, event):
    assert f'href="{PAGE}"' in client.get("/e/open/").content.decode()
    update_event(event=event, registration="closed", by=BY)
    assert f'href="{PAGE}"' not in client.get("/e/open/").content.decode()


def test_the_page_is_not_kept(client, event):
    first, second = (client.get(PAGE) for _twice in range(2))
    assert "no-store" in first["Cache-Control"]
    assert client.get(PAGE, HTTP_COOKIE="x=1").status_code == second.status_code == 200
    assert not first.cookies


def test_a_player_ends_and_begins_emails_by_the_personal_page(client, event):
    found = confirmed(event, "Ada Lovelace")
    me = f"/me/{renew_link(entry=present(found.entry), by=BY)}/"
    page = client.post(me, {"do": "emails-off"}, follow=True)
    assert "You will get no more e-mails" in text_of(page)
    assert not entry(event, 1).gets_emails
    client.post(me, {"do": "emails-on"}, headers={"Accept-Language": "fr"})
    assert (entry(event, 1).gets_emails, entry(event, 1).language) == (True, "fr")
    # As a mail program asks for it.
    client.post(me, {"List-Unsubscribe": "One-Click"})
    assert not entry(event, 1).gets_emails


def test_a_player_without_an_address_is_offered_none(client, event, settings):
    settings.EMAIL_FILE_PATH = None
    other = make_event("second", players=1, sends_emails=True)
    me = f"/me/{renew_link(entry=entry(other, 1), by=BY)}/"
    assert "does not know your e-mail address" in text_of(client.get(me))
    update_entry(entry=entry(other, 1), refused_email="x@y.example", by=BY)
    assert "refused our e-mails" in text_of(client.get(me))


def test_the_personal_page_shows_announcements(client, event):
    found = confirmed(event, "Ada Lovelace")
    me = f"/me/{renew_link(entry=present(found.entry), by=BY)}/"
    written = write_announcement(event=event, text="Lunch at <noon>", by=BY)
    assert "Lunch" not in text_of(client.get(me))
    send_announcement(announcement=written, by=BY)
    assert "Lunch at &lt;noon&gt;" in client.get(me).content.decode()


def test_my_data_has_registration_and_emails(client, event):
    found = confirmed(event, "Ada Lovelace")
    mailed()
    token = renew_link(entry=present(found.entry), by=BY)
    told = client.get(f"/my-data/{token}/").json()
    assert told["registrations"][0]["email"] == "ada@example.org"
    assert [(each["kind"], each["status"]) for each in told["emails"]] == [
        ("confirm", "dropped"),
        ("entered", "sent"),
    ]


def test_nothing_is_sent_while_the_page_is_answered(client, event):
    client.post(PAGE, sent_form(event))
    assert mail.outbox == []
