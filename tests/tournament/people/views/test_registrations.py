"""The staff's pages of registrations, of e-mails, of a round's announced start, of invitations."""

import datetime as dt
import re
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from tests.accounts import signed_in
from tests.present import present
from tests.tournament.making import BY, entry, seat_round
from tests.tournament.registering import confirmed, mailed, open_event, registered
from tournament.events.services.events import update_event
from tournament.models import Email, Event, Membership, Registration, Round
from tournament.people.services.entries import add_entry
from tournament.people.services.personal_links import renew_link
from tournament.rounds.services import clock

pytestmark = pytest.mark.django_db
REGISTRATIONS = "/organise/open/players/registrations/"
EMAILS = "/organise/open/players/emails/"


@pytest.fixture
def event() -> Event:
    return open_event(registration_limit=1)


@pytest.fixture
def organiser(event, django_user_model) -> Client:
    person = django_user_model.objects.create_user("olga")
    Membership.objects.create(event=event, person=person, role="organiser")
    return signed_in(person)


def text_of(response) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def test_who_waits_and_who_has_not_confirmed(organiser, event, settings):
    settings.EMAIL_FILE_PATH = None
    for name in ("Ada One", "Bea Two"):
        confirmed(event, name)
    registered(event, "Ada Onne", "onne@example.org")
    page = text_of(organiser.get(REGISTRATIONS))
    assert "1 player registered and is entered." in page
    assert re.search(r"Waiting list Place 1 Bea Two bea@example.org", page)
    assert "Nearly the same name as Ada One , who is entered." in page
    players = text_of(organiser.get("/organise/open/players/"))
    assert "Registrations: 1 on the waiting list, 1 not confirmed" in players


def test_where_no_email_arrives_the_staff_enters_who_registered(organiser, event, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    ada = registered(event, "Ada One")
    players = text_of(organiser.get("/organise/open/players/"))
    assert "Registrations: 0 on the waiting list, 1 to enter by hand" in players
    page = text_of(organiser.get(REGISTRATIONS))
    assert "To enter by hand Nobody can confirm a registration by e-mail here" in page
    assert "What is not entered is deleted 48 hours after it came." in page
    assert "not confirmed" not in f"{players} {page}".casefold()
    organiser.post(f"{REGISTRATIONS}step/", {"registration": ada.pk, "do": "enter"})
    assert [each.name for each in event.entries.all()] == ["Ada One"]


def test_all_are_entered_together_as_long_as_there_are_places(organiser, event, settings):
    settings.EMAIL_FILE_PATH = None
    for name in ("Ada One", "Bea Two", "Cleo Three"):
        registered(event, name)
    enter_all = f"{REGISTRATIONS}enter-all/"
    page = text_of(organiser.post(enter_all, follow=True))
    assert "Those who are not confirmed are asked by e-mail" in page
    assert not event.entries.exists()
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    update_event(event=event, by=BY, registration_limit=2)
    assert "Enter all, as long as there are places" in text_of(organiser.get(REGISTRATIONS))
    page = text_of(organiser.post(enter_all, follow=True))
    assert "2 players are entered." in page
    assert "Players: 2 of 2 at most." in page
    assert [each.name for each in event.entries.order_by("seed")] == ["Ada One", "Bea Two"]
    assert "0 players are entered." in text_of(organiser.post(enter_all, follow=True))


def test_enter_and_delete_by_hand(organiser, event):
    ada, bea = confirmed(event, "Ada One"), confirmed(event, "Bea Two")
    unconfirmed = registered(event, "Cleo Three")
    step = f"{REGISTRATIONS}step/"
    organiser.post(step, {"registration": bea.pk, "do": "enter"})
    assert event.entries.count() == 2
    page = organiser.post(step, {"registration": unconfirmed.pk, "do": "remove"}, follow=True)
    assert "The registration of Cleo Three was deleted." in text_of(page)
    page = organiser.post(step, {"registration": unconfirmed.pk, "do": "enter"}, follow=True)
    assert "Somebody has entered or deleted this registration already." in text_of(page)
    page = organiser.post(step, {"registration": ada.pk, "do": "remove"}, follow=True)
    assert "This person is entered already." in text_of(page)
    assert Registration.objects.count() == 2
    other = registered(open_event("other"), "Dora Four")
    assert organiser.post(step, {"registration": other.pk, "do": "enter"}).status_code == 404


def test_who_is_passed_over_by_somebody_entered_by_hand_is_named(organiser, event):
    _ada, bea, cleo = (confirmed(event, name) for name in ("Ada One", "Bea Two", "Cleo Three"))
    step = f"{REGISTRATIONS}step/"
    page = text_of(organiser.post(step, {"registration": cleo.pk, "do": "enter"}, follow=True))
    assert "The event's limit of players is 1, and it has 2 now." in unescape(page)
    assert "Bea Two is first on the waiting list and was passed over." in page
    page = text_of(organiser.post(step, {"registration": bea.pk, "do": "enter"}, follow=True))
    assert "and it has 3 now." in page
    assert "passed over" not in page


def test_a_walk_in_beyond_the_limit_is_entered_and_passes_the_first_who_waits(organiser, event):
    add = "/organise/open/players/add/"
    form = {"email": "", "club": "", "seed": "", "name_display": "full"}
    page = text_of(organiser.post(add, {**form, "name": "Walt One"}, follow=True))
    assert "Walt One is entered." in page
    assert "limit of players" not in page
    page = text_of(organiser.post(add, {**form, "name": "Walt Two"}, follow=True))
    assert "limit of players is 1, and it has 2 now." in page
    assert "passed over" not in page
    confirmed(event, "Bea Two")
    page = text_of(organiser.post(add, {**form, "name": "Walt Three"}, follow=True))
    assert "and it has 3 now." in page
    assert "Bea Two is first on the waiting list and was passed over." in page
    update_event(event=event, registration_limit=None, by=BY)
    page = text_of(organiser.post(add, {**form, "name": "Walt Four"}, follow=True))
    assert "Walt Four is entered." in page
    assert "passed over" not in page


def test_who_rejoins_beyond_the_limit_passes_the_first_who_waits(organiser, event):
    ada = present(confirmed(event, "Ada One").entry)
    confirmed(event, "Bea Two")
    step = f"/organise/open/players/{ada.pk}/step/"
    assert "limit of players" not in text_of(organiser.post(step, {"step": "drop"}, follow=True))
    add_entry(event=event, name="Walt One", by=BY)
    page = text_of(organiser.post(step, {"step": "rejoin"}, follow=True))
    assert "limit of players is 1, and it has 2 now." in page
    assert "Bea Two is first on the waiting list and was passed over." in page


def test_pages_cost_the_same_for_many(organiser, event, django_assert_num_queries):
    def cost(path: str) -> int:
        with django_assert_num_queries(100, exact=False) as found:
            organiser.get(path)
        return len(found)

    confirmed(event, "Ada One")
    confirmed(event, "Bea Two")
    few = [cost(REGISTRATIONS), cost(EMAILS)]
    for number in range(20):
        confirmed(event, f"Person {number:02}", f"p{number}@example.org")
    assert [cost(REGISTRATIONS), cost(EMAILS)] == few


def test_the_outbox_says_what_became_of_each(organiser, event):
    confirmed(event, "Ada One")
    mailed()
    failed = registered(event, "Bea Two")
    Email.objects.filter(registration=failed).update(status="refused", answer="550 no <mailbox>")
    page = organiser.get(EMAILS).content.decode()
    assert "550 no &lt;mailbox&gt;" in page
    assert "Address refused" in page
    assert "E-mail address refused" in organiser.get(REGISTRATIONS).content.decode()
    email = Email.objects.get(status="refused")
    page = organiser.post(f"{EMAILS}again/", {"email": email.pk}, follow=True)
    assert "The e-mail is sent again." in text_of(page)
    assert [message.to for message in mailed()] == [["bea@example.org"]]


def test_without_a_mail_server_the_folder_is_named(organiser, event, settings):
    settings.EMAIL_FILE_PATH = "/somewhere/mail"
    for path in (REGISTRATIONS, EMAILS, "/organise/open/settings/registration/"):
        assert "into the folder /somewhere/mail" in text_of(organiser.get(path))
    confirmed(event, "Cleo Three")
    mailed()
    assert "Not delivered: written to a file" in text_of(organiser.get(EMAILS))
    settings.EMAIL_FILE_PATH = None
    assert "No mail server" not in text_of(organiser.get(EMAILS))
    assert "Not delivered" not in text_of(organiser.get(EMAILS))


def test_the_settings_are_those_of_the_events_own_clocks(organiser, event):
    update_event(event=event, time_zone="Europe/Paris", by=BY)
    step = "/organise/open/settings/registration/"
    sent = {"registration": "open", "registration_until": "2026-07-01T18:00", "sends_emails": "on"}
    assert organiser.post(step, {**sent, "registration_limit": "24"}).status_code == 302
    event.refresh_from_db()
    assert event.registration_until == dt.datetime(2026, 7, 1, 16, tzinfo=dt.UTC)
    assert (event.registration_limit, event.has_waiting_list, event.sends_emails) == (
        24,
        False,
        True,
    )
    assert 'value="2026-07-01T18:00"' in organiser.get(step).content.decode()
    assert "24 players at most" in text_of(organiser.get("/organise/open/settings/"))
    assert organiser.post(step, {**sent, "registration_limit": "0"}).status_code == 200


def test_an_address_that_was_refused_is_marked_among_the_players(organiser, event):
    found = confirmed(event, "Ada One")
    present(found.entry).refused_email = "ada@example.org"
    present(found.entry).save()
    assert "E-mail address refused" in text_of(organiser.get("/organise/open/players/"))


def test_a_start_is_announced_in_the_events_time(organiser, event, client):
    update_event(event=event, time_zone="Europe/Paris", registration_limit=None, by=BY)
    for name in ("Ada One", "Bea Two"):
        confirmed(event, name)
    round_ = seat_round(event, 1, (1, 2))
    begins = "/organise/open/r/1/begins/"
    organiser.post(begins, {"at": "2026-07-01T18:00", "do": "at"})
    round_.refresh_from_db()
    assert round_.starts_at == dt.datetime(2026, 7, 1, 16, tzinfo=dt.UTC)
    assert 'value="2026-07-01T18:00"' in organiser.get("/organise/open/r/1/").content.decode()
    token = renew_link(entry=entry(event, 1), by=BY)
    assert "The round begins at" in text_of(client.get(f"/me/{token}/"))
    organiser.post(begins, {"at": "", "do": "soon"})
    soon = present(Round.objects.get().starts_at) - timezone.now()
    assert dt.timedelta(minutes=4) < soon <= dt.timedelta(minutes=5)
    # The second press of a slow finger says what the first one said; a later one says it anew.
    for earlier, again in ((3, True), (60, False)):
        said = timezone.now() + dt.timedelta(minutes=5, seconds=-earlier)
        Round.objects.update(starts_at=said)
        organiser.post(begins, {"at": "", "do": "soon"})
        assert (Round.objects.get().starts_at == said) is again
    page = organiser.post(begins, {"at": "noon"}, follow=True)
    assert "Write day and time" in text_of(page)
    clock.step_clock(round_=round_, step="start", by=BY)
    page = organiser.post(begins, {"at": ""}, follow=True)
    assert "The round has begun already." in text_of(page)
    assert "The round begins at" not in text_of(organiser.get("/organise/open/r/1/"))


def test_an_invitation_is_sent_by_email(organiser, event, settings):
    settings.EMAIL_FILE_PATH = None
    staff = "/organise/open/staff/"
    page = organiser.post(staff, {"role": "reader", "name": "Rita", "email": "rita@example.org"})
    assert "is on its way to rita@example.org" in text_of(page)
    (message,) = mailed()
    join = present(re.search(r"/organise/join/\S+", str(message.body)))[0]
    assert Client().get(join).status_code == 200
    assert join in page.content.decode()
    organiser.post(staff, {"role": "reader", "name": "Sam"})
    assert mailed() == []
    settings.EMAIL_FILE_PATH = "/somewhere/mail"
    page = organiser.post(staff, {"role": "reader", "name": "Rob", "email": "rob@example.org"})
    assert "is on its way" not in text_of(page)
    assert "Give this link to one person" in text_of(page)


def test_the_list_of_players_tells_that_registration_is_open_late_and_closes_it(organiser, event):
    open_still, players = "Registration is still open", "/organise/open/players/"
    assert open_still not in text_of(organiser.get(players))
    for name in ("Ada One", "Bea Two"):
        add_entry(event=event, name=name, by=BY)
    seat_round(event, 1, (1, 2))
    assert open_still in text_of(organiser.get(players))
    page = text_of(organiser.post(f"{REGISTRATIONS}close/", follow=True))
    assert "Registration is closed. The settings open it again." in page
    assert open_still not in page
    event.refresh_from_db()
    assert event.registration == Event.Registering.CLOSED
    update_event(event=event, registration="open", registration_until=timezone.now(), by=BY)
    assert open_still not in text_of(organiser.get(players))
