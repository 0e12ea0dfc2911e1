"""Attacks on passkeys: answers of other sites, other questions, other devices, and copies."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from config.clean_up import clean_up
from tests.accounts import signed_in, staff
from tests.second_factor import FLAG, PasskeyDevice
from tournament.access import Action
from tournament.models import AuditEntry, Passkey

pytestmark = pytest.mark.django_db
ACCOUNT, SIGN_IN = "/organise/account/", "/organise/sign-in/"
ASK, ANSWER = "/organise/sign-in/passkey/ask/", "/organise/sign-in/passkey/"
MAKE, ASK_TO_MAKE = "/organise/account/passkeys/", "/organise/account/passkeys/ask/"


@pytest.fixture
def olga() -> User:
    return staff("olga", Action.SEE_EVENT, password="an honest long phrase")


@pytest.fixture
def device(olga: User) -> PasskeyDevice:
    """A device that has a passkey of olga's."""
    device = PasskeyDevice(counter=1)
    assert make(signed_in(olga), device).status_code == 200
    return replace(device, counter=2)


def make(client: Client, device: PasskeyDevice, name: str = "Key") -> Any:
    asked = client.post(ASK_TO_MAKE, secure=True).json()
    return client.post(MAKE, {"answer": device.make(asked), "name": name}, secure=True)


def sign_in(device: PasskeyDevice, next: str = "", client: Client | None = None) -> Any:
    client = client or Client()
    asked = client.post(ASK, secure=True).json()
    return client.post(ANSWER, {"answer": device.sign(asked), "next": next}, secure=True)


def test_a_passkey_signs_in_without_password_and_code(olga: User, device: PasskeyDevice) -> None:
    client = Client()
    answer = sign_in(device, "/organise/account/", client)
    assert answer.url == "/organise/account/"
    page = client.get("/organise/account/", secure=True).content.decode()
    assert "You are signed in as olga" in page
    assert "Key" in page
    assert "10 are left" in page
    assert Passkey.objects.get().counter == 2
    assert AuditEntry.objects.filter(action="create", kind="passkey", by="olga").exists()


def test_the_password_alone_signs_in_no_more(olga: User, device: PasskeyDevice) -> None:
    given = {"username": "olga", "password": "an honest long phrase"}
    client = Client()
    assert client.post(SIGN_IN, given, secure=True)["Location"] == f"{SIGN_IN}second/"
    page = client.get(f"{SIGN_IN}second/", secure=True).content.decode()
    assert "Sign in with a passkey" in page


@pytest.mark.parametrize(
    "changes",
    [
        {"origin": "https://evil.example"},
        {"origin": "http://testserver"},
        {"site": "evil.example"},
        {"flags": FLAG.UP},
        {"flags": 0},
        {"credential_id": b"somebody else's"},
        {"key": PasskeyDevice().key},
    ],
    ids=lambda changes: "-".join(changes),
)
def test_what_is_not_signed_as_asked_is_refused(
    olga: User, device: PasskeyDevice, changes: dict[str, Any]
) -> None:
    client = Client()
    assert sign_in(replace(device, **changes), client=client).url == SIGN_IN
    assert client.get("/organise/", secure=True).status_code == 302
    assert "was not accepted" in client.get(SIGN_IN, secure=True).content.decode()


@pytest.mark.parametrize(
    "changes", [{"origin": "https://evil.example"}, {"site": "evil.example"}, {"flags": FLAG.UP}]
)
def test_what_is_not_made_as_asked_is_not_kept(olga: User, changes: dict[str, Any]) -> None:
    make(signed_in(olga), PasskeyDevice(**changes))
    assert not Passkey.objects.exists()


def test_an_answer_is_good_once_and_for_its_own_question(olga: User, device: PasskeyDevice) -> None:
    client = Client()
    first = client.post(ASK, secure=True).json()
    signed = device.sign(first)
    client.post(ASK, secure=True)
    # Another was asked.
    assert client.post(ANSWER, {"answer": signed}, secure=True)["Location"] == SIGN_IN
    # Elsewhere none was.
    assert Client().post(ANSWER, {"answer": signed}, secure=True)["Location"] == SIGN_IN
    asked = client.post(ASK, secure=True).json()
    signed = replace(device, counter=7).sign(asked)
    assert client.post(ANSWER, {"answer": signed}, secure=True)["Location"] == "/organise/"
    client.post("/organise/sign-out/", secure=True)
    assert client.post(ANSWER, {"answer": signed}, secure=True)["Location"] == SIGN_IN


def test_a_question_to_make_one_signs_nobody_in(olga: User, device: PasskeyDevice) -> None:
    client = signed_in(staff("petra", Action.SEE_EVENT))
    asked = client.post(ASK_TO_MAKE, secure=True).json()
    client.post(ANSWER, {"answer": device.sign(asked)}, secure=True)
    assert client.session["_auth_user_id"] != str(olga.pk)


def test_a_copied_passkey_is_noticed(olga: User, device: PasskeyDevice) -> None:
    assert sign_in(replace(device, counter=9)).url == "/organise/"
    assert sign_in(replace(device, counter=9)).url == SIGN_IN
    assert sign_in(replace(device, counter=0)).url == SIGN_IN


def test_a_device_that_does_not_count_signs_in_again_and_again(olga: User) -> None:
    device = PasskeyDevice()
    make(signed_in(olga), device)
    assert [sign_in(device).url for _time in range(2)] == ["/organise/"] * 2


@pytest.mark.parametrize(
    "answer", ["", "{}", "[]", "null", "[" * 2000, '{"rawId": 1}', '{"id": "a", "rawId": "b"}']
)
def test_whatever_is_sent_as_an_answer_is_refused(
    olga: User, device: PasskeyDevice, answer: str
) -> None:
    client = Client()
    client.post(ASK, secure=True)
    assert client.post(ANSWER, {"answer": answer}, secure=True)["Location"] == SIGN_IN
    own = signed_in(olga)
    own.post(ASK_TO_MAKE, secure=True)
    assert own.post(MAKE, {"answer": answer}, secure=True)["Location"] == ACCOUNT
    assert Passkey.objects.count() == 1


def test_a_closed_account_and_a_removed_passkey_open_nothing(
    olga: User, device: PasskeyDevice
) -> None:
    User.objects.filter(pk=olga.pk).update(is_active=False)
    assert sign_in(device).url == SIGN_IN
    User.objects.filter(pk=olga.pk).update(is_active=True)
    key = Passkey.objects.get().pk
    other = signed_in(staff("petra", Action.SEE_EVENT))
    assert other.post(f"{MAKE}{key}/remove/", secure=True).status_code == 404
    signed_in(olga).post(f"{MAKE}{key}/remove/", secure=True)
    assert sign_in(device).url == SIGN_IN


def test_nobody_takes_over_a_passkey_that_is_known(olga: User, device: PasskeyDevice) -> None:
    petra = staff("petra", Action.SEE_EVENT)
    make(signed_in(petra), device)
    assert [one.person for one in Passkey.objects.all()] == [olga]


def test_nobody_is_led_to_another_site(olga: User, device: PasskeyDevice) -> None:
    assert sign_in(device, "https://evil.example/").url == "/organise/"


@pytest.mark.parametrize(
    ("host", "secure", "offered"),
    [
        ("localhost:8000", False, True),
        ("hall.local:8443", True, True),
        ("192.168.1.10:8443", True, False),
        ("[::1]:8000", False, False),
        ("testserver", False, False),
    ],
)
def test_passkeys_are_offered_where_browsers_keep_them(
    settings: Any, host: str, secure: bool, offered: bool
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    client = Client(headers={"Host": host})
    page = client.get(SIGN_IN, secure=secure).content.decode()
    assert ("Sign in with a passkey" in page) is offered
    assert (client.post(ASK, secure=secure).status_code == 200) is offered


def test_questions_are_counted_by_address() -> None:
    statuses = [Client().post(ASK, secure=True).status_code for _time in range(31)]
    assert statuses == [200] * 30 + [429]


def test_what_strangers_are_asked_is_kept_for_minutes_only(device: PasskeyDevice) -> None:
    client = Client()
    sign_in(device, client=client)
    before = Session.objects.count()
    for _time in range(3):
        Client().post(ASK, secure=True)
    assert Session.objects.count() == before + 3
    clean_up(now=timezone.now() + dt.timedelta(minutes=6))
    assert Session.objects.count() == before
    assert client.session.get_expiry_age() == settings.SESSION_COOKIE_AGE
