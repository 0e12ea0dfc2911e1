"""The page of an event's staff, and the way in by an invitation's link."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.accounts import signed_in
from tests.tournament.making import BY, make_event, seat_round
from tournament.accounts.services.members import accept_invitation, invite
from tournament.models import Event, EventRole, Invitation, Membership

pytestmark = pytest.mark.django_db
PASSWORD = "an honest long phrase"
ACCOUNT = {"username": "otto", "password1": PASSWORD, "password2": PASSWORD}
STAFF = "/organise/open/staff/"


@pytest.fixture
def event() -> Event:
    return make_event(players=4, published=False)


@pytest.fixture
def organiser(event: Event) -> Client:
    """The browser of the event's only organiser, olga."""
    return member(event, "olga", EventRole.ORGANISER)


def member(event: Event, name: str, role: str) -> Client:
    person = User.objects.create_user(name)
    token = invite(event=event, role=role, by=BY).token
    accept_invitation(token=token, by=person)
    return signed_in(person)


def link_in(page: str) -> str:
    """The invitation's address in the answer that shows it."""
    found = re.search(r'value="http://testserver(/organise/join/[^"]+)"', page)
    assert found
    return found[1]


def text(client: Client, path: str) -> str:
    return client.get(path).content.decode()


def test_a_link_makes_an_account_that_helps_in_this_event_only(
    event: Event, organiser: Client
) -> None:
    seat_round(event, 1, (1, 2, 3, 4), publish=False)
    make_event("other", published=False)
    answer = organiser.post(STAFF, {"role": "chief-referee", "name": "Otto"})
    link = link_in(answer.content.decode())
    assert link not in text(organiser, STAFF)
    otto = Client()
    page = text(otto, link)
    assert "Chief referee" in page
    assert event.name in page
    joined = otto.post(link, ACCOUNT)
    assert joined["Location"] == "/organise/open/"
    page = text(otto, "/organise/open/")
    assert "/organise/open/now/" in page
    assert "/admin/" not in page
    assert STAFF not in page
    listed = text(otto, "/organise/")
    assert "/organise/open/" in listed
    assert "other" not in listed
    assert otto.get("/organise/other/").status_code == 404
    assert otto.get("/admin/", follow=False).status_code == 302


def test_in_a_hall_the_link_leads_other_devices_to_the_laptop(
    event: Event, organiser: Client, settings: Any
) -> None:
    settings.TABLET_ORIGIN = "https://192.168.1.10:8443"
    page = organiser.post(STAFF, {"role": "reader"}).content.decode()
    assert "https://192.168.1.10:8443/organise/join/" in page


def test_a_member_signs_in_again_and_out(event: Event) -> None:
    token = invite(event=event, role=EventRole.REGISTRAR, by=BY).token
    Client().post(f"/organise/join/{token}/", ACCOUNT)
    otto = Client()
    form = {"username": "otto", "password": PASSWORD, "next": "/organise/open/players/"}
    assert otto.post("/organise/sign-in/", form)["Location"] == "/organise/open/players/"
    assert otto.post("/organise/sign-out/")["Location"] == "/"
    assert otto.get("/organise/")["Location"] == "/organise/sign-in/?next=/organise/"


def test_who_is_a_member_no_more_is_out_at_once_and_cannot_sign_in(
    event: Event, organiser: Client
) -> None:
    token = invite(event=event, role=EventRole.READER, by=BY).token
    otto = Client()
    otto.post(f"/organise/join/{token}/", ACCOUNT)
    assert otto.get("/organise/open/").status_code == 200
    key = Membership.objects.get(person__username="otto").pk
    organiser.post(f"{STAFF}{key}/remove/")
    again = organiser.post(f"{STAFF}{key}/remove/", follow=True).content.decode()
    assert "This person is no member any more." in again
    assert otto.get("/organise/open/").status_code == 404
    answer = Client().post("/organise/sign-in/", {"username": "otto", "password": PASSWORD})
    assert answer.status_code == 200


def test_who_is_signed_in_accepts_with_their_account(event: Event) -> None:
    person = User.objects.create_user("petra")
    client = signed_in(person)
    token = invite(event=event, role=EventRole.READER, by=BY).token
    link = f"/organise/join/{token}/"
    assert "You are signed in as petra" in text(client, link)
    assert client.post(link)["Location"] == "/organise/open/"
    assert Membership.objects.get().person == person
    assert client.get(link).status_code == 404


def test_a_weak_password_and_a_taken_name_are_named_and_the_link_stays_good(event: Event) -> None:
    User.objects.create_user("otto")
    token = invite(event=event, role=EventRole.READER, by=BY).token
    link = f"/organise/join/{token}/"
    answer = Client().post(link, ACCOUNT).content.decode()
    assert "already exists" in answer
    weak = {"username": "max", "password1": "12345", "password2": "12345"}
    assert "too short" in Client().post(link, weak).content.decode()
    assert Invitation.objects.get().accepted_at is None
    assert Client().post(link, {**ACCOUNT, "username": "max"}).status_code == 302


def test_an_event_keeps_its_organiser_and_says_so(event: Event, organiser: Client) -> None:
    key = Membership.objects.get().pk
    for path, data in (("remove", {}), ("role", {"role": "reader"})):
        answer = organiser.post(f"{STAFF}{key}/{path}/", data, follow=True)
        assert "at least one organiser" in answer.content.decode()
    assert Membership.objects.get().role == EventRole.ORGANISER


def test_who_gives_the_right_away_is_led_to_the_events(event: Event, organiser: Client) -> None:
    member(event, "otto", EventRole.ORGANISER)
    key = Membership.objects.get(person__username="olga").pk
    assert organiser.post(f"{STAFF}{key}/role/", {"role": "reader"})["Location"] == "/organise/"
    assert organiser.get(STAFF).status_code == 403


def test_nobody_touches_the_staff_of_another_event(organiser: Client) -> None:
    other = make_event("other")
    member(other, "otto", EventRole.READER)
    key = Membership.objects.get(event=other).pk
    invitation = invite(event=other, role=EventRole.READER, by=BY).invitation
    for path in (
        f"/organise/open/staff/{key}/remove/",
        f"/organise/open/staff/{key}/role/",
        f"/organise/open/invitations/{invitation.pk}/withdraw/",
    ):
        assert organiser.post(path, {"role": "organiser"}).status_code == 404
    assert organiser.post(f"/organise/other/staff/{key}/remove/").status_code == 403
    assert Membership.objects.get(event=other).role == EventRole.READER


def test_an_invitation_is_withdrawn(event: Event, organiser: Client) -> None:
    made = invite(event=event, role=EventRole.READER, name="Otto", by=BY)
    assert "Otto" in text(organiser, STAFF)
    organiser.post(f"/organise/open/invitations/{made.invitation.pk}/withdraw/")
    assert "Otto" not in text(organiser, STAFF)
    assert Client().get(f"/organise/join/{made.token}/").status_code == 404
