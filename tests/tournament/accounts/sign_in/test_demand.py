"""Where the platform demands a second factor, organisers are led to set one up."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from referee.live.streams.staff import admitted_event
from tests.accounts import signed_in, staff
from tests.second_factor import app_code, with_app
from tests.tournament.making import make_event
from tournament.models import Event, EventRole, Membership

pytestmark = pytest.mark.django_db
ACCOUNT = "/organise/account/"
PASSWORD = "an honest long phrase"


@pytest.fixture
def event() -> Event:
    return make_event(published=False)


@pytest.fixture
def organiser(event: Event) -> User:
    return member(event, "olga", EventRole.ORGANISER)


@pytest.fixture
def demanded(settings: Any) -> None:
    settings.SECOND_FACTOR_FROM = timezone.localdate()


def member(event: Event, name: str, role: str) -> User:
    person = User.objects.create_user(name, password=PASSWORD)
    Membership.objects.create(event=event, person=person, role=role)
    return person


def leads_to_account(client: Client, path: str) -> bool:
    answer = client.get(path)
    return bool(answer.status_code == 302 and answer["Location"] == ACCOUNT)


def test_from_the_day_on_nothing_opens_without(organiser: User, demanded: None) -> None:
    client = signed_in(organiser)
    for path in ("/organise/", "/organise/open/", "/organise/open/settings/", "/organise/new/"):
        assert leads_to_account(client, path), path
    assert client.post("/organise/open/publish/")["Location"] == ACCOUNT
    page = client.get(ACCOUNT).content.decode()
    assert "everything opens again" in page
    assert "Later" not in page
    client.post(f"{ACCOUNT}later/")
    assert leads_to_account(client, "/organise/")
    for path in (f"{ACCOUNT}app/", "/organise/password/"):
        assert client.get(path).status_code == 200
    assert client.post("/organise/sign-out/").status_code == 302


def test_who_has_one_goes_on_as_ever(organiser: User, demanded: None) -> None:
    with_app(organiser)
    client = Client()
    client.post("/organise/sign-in/", {"username": "olga", "password": PASSWORD})
    answer = client.post("/organise/sign-in/second/", {"code": app_code(organiser)})
    assert answer["Location"] == "/organise/"
    assert client.get("/organise/").status_code == 200


def test_before_the_day_one_is_led_there_once(organiser: User, settings: Any) -> None:
    settings.SECOND_FACTOR_FROM = timezone.localdate() + timedelta(days=2)
    client = signed_in(organiser)
    assert leads_to_account(client, "/organise/open/")
    page = client.get(ACCOUNT).content.decode()
    assert "Later" in page
    assert client.post(f"{ACCOUNT}later/")["Location"] == "/organise/"
    assert client.get("/organise/open/").status_code == 200
    assert "Set one up" in client.get(ACCOUNT).content.decode()


def test_it_is_asked_of_organisers_and_the_platforms_people(event: Event, demanded: None) -> None:
    for role in (EventRole.CHIEF_REFEREE, EventRole.REGISTRAR, EventRole.READER):
        client = signed_in(member(event, role, role))
        assert client.get("/organise/").status_code == 200, role
        assert "Whoever runs events here" not in client.get(ACCOUNT).content.decode()
    platform = signed_in(staff("petra"))
    assert leads_to_account(platform, "/admin/")
    assert leads_to_account(platform, "/organise/")


def test_nothing_is_demanded_where_no_day_is_set(organiser: User) -> None:
    assert signed_in(organiser).get("/organise/").status_code == 200


def test_the_stream_of_the_chief_opens_to_nobody_without(
    event: Event, organiser: User, settings: Any
) -> None:
    client = signed_in(organiser)
    session = client.session.session_key or ""
    assert admitted_event(session, "open") == event.pk
    settings.SECOND_FACTOR_FROM = timezone.localdate()
    assert admitted_event(session, "open") == 401
