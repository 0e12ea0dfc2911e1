"""One's account: setting up a second step, and signing in with it."""

import re
import time

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.accounts import signed_in, staff
from tests.second_factor import app_code, with_app
from tests.tournament.making import make_event
from tournament.accounts.one_time_codes import STEP_SECONDS, code_at
from tournament.models import AuditEntry, AuthenticatorApp, EventRole, Membership, RecoveryCode

pytestmark = pytest.mark.django_db
PASSWORD = "an honest long phrase"
ACCOUNT, SIGN_IN, SECOND = "/organise/account/", "/organise/sign-in/", "/organise/sign-in/second/"


@pytest.fixture
def olga() -> User:
    """The organiser of an event, who is not of the platform's staff."""
    person = User.objects.create_user("olga", password=PASSWORD)
    Membership.objects.create(
        event=make_event(published=False), person=person, role=EventRole.ORGANISER
    )
    return person


def text(client: Client, path: str = ACCOUNT) -> str:
    return client.get(path).content.decode()


def enter(client: Client, code: str = "", next: str = "") -> str:
    """Sign in with the password and, where it is asked for, a code; where that leads."""
    given = {"username": "olga", "password": PASSWORD, "next": next}
    answer = client.post(SIGN_IN, given)
    if answer["Location"] == SECOND:
        answer = client.post(SECOND, {"code": code})
    return str(getattr(answer, "url", ""))


def set_up(client: Client) -> list[str]:
    """Set up an app as a person does; the recovery codes that are shown."""
    page = text(client, f"{ACCOUNT}app/")
    secret = re.search(r"otpauth://totp/Treasurer%3Aolga\?secret=([A-Z2-7]{32})&amp;issuer", page)
    assert secret
    code = code_at(secret[1], int(time.time()) // STEP_SECONDS)
    answer = client.post(f"{ACCOUNT}app/", {"code": f"{code[:3]} {code[3:]}"})
    return re.findall(r"<code>([a-z2-7]{4}(?:-[a-z2-7]{4}){5})</code>", answer.content.decode())


def test_a_name_is_given_and_taken_away(olga: User) -> None:
    client = signed_in(olga)
    page = client.post(f"{ACCOUNT}name/", {"name": "  Olga Ivanova "}, follow=True)
    assert 'value="Olga Ivanova"' in page.content.decode()
    client.post(f"{ACCOUNT}name/", {"name": "x\u202ey"})
    olga.refresh_from_db()
    assert olga.first_name == "Olga Ivanova"
    client.post(f"{ACCOUNT}name/", {"name": ""})
    olga.refresh_from_db()
    assert olga.first_name == ""


def test_an_app_is_set_up_and_asked_for_at_the_next_sign_in(olga: User) -> None:
    client = signed_in(olga)
    codes = set_up(client)
    assert len(set(codes)) == 10
    page = text(client)
    assert "Remove the app" in page
    assert "10 are left" in page
    assert not any(code in page for code in codes)
    elsewhere = Client()
    assert enter(elsewhere, next="/organise/open/") == ""  # without a code
    assert elsewhere.get("/organise/").status_code == 302
    assert enter(elsewhere, app_code(olga, 1), next="/organise/open/") == "/organise/open/"
    assert "olga" in text(elsewhere)


def test_a_recovery_code_stands_in_once(olga: User) -> None:
    code = with_app(olga)[3]
    client = Client()
    assert enter(client, code.upper().replace("-", " ")) == "/organise/"
    assert "9 are left" in text(client, "/organise/")
    assert enter(Client(), code) == ""
    rows = AuditEntry.objects.filter(action="use recovery code")
    assert [(row.by, row.label) for row in rows] == [("olga", "olga")]


def test_new_recovery_codes_replace_the_old_ones(olga: User) -> None:
    old = with_app(olga)
    client = signed_in(olga)
    page = client.post(f"{ACCOUNT}recovery/").content.decode()
    new = re.findall(r"<code>([a-z2-7-]{29})</code>", page)
    assert len(new) == 10
    assert not set(new) & set(old)
    assert enter(Client(), old[0]) == ""
    assert enter(Client(), new[0]) == "/organise/"


def test_codes_are_made_for_nobody_without_a_second_step(olga: User) -> None:
    assert signed_in(olga).post(f"{ACCOUNT}recovery/")["Location"] == ACCOUNT
    assert not RecoveryCode.objects.exists()


def test_who_removes_the_app_needs_the_password_only(olga: User) -> None:
    with_app(olga)
    client = signed_in(olga)
    assert client.post(f"{ACCOUNT}app/remove/")["Location"] == ACCOUNT
    assert "Set up an app" in text(client)
    assert not RecoveryCode.objects.exists()
    assert enter(Client()) == "/organise/"
    assert AuditEntry.objects.filter(action="delete", kind="authenticatorapp").count() == 1


def test_a_wrong_first_code_sets_up_nothing_and_keeps_the_secret(olga: User) -> None:
    client = signed_in(olga)
    before = text(client, f"{ACCOUNT}app/")
    answer = client.post(f"{ACCOUNT}app/", {"code": "12"}).content.decode()
    assert "This code is not right" in answer
    assert not AuthenticatorApp.objects.exists()
    secret = re.search(r"secret=([A-Z2-7]{32})", before)
    assert secret
    assert secret[0] in answer


def test_a_second_app_is_refused(olga: User) -> None:
    client = signed_in(olga)
    text(client, f"{ACCOUNT}app/")
    with_app(olga)
    answer = client.post(f"{ACCOUNT}app/", {"code": "123456"}).content.decode()
    assert "There is an app already" in answer


def test_nothing_of_the_secrets_is_in_the_audit_log(olga: User) -> None:
    client = signed_in(olga)
    codes = set_up(client)
    secret = AuthenticatorApp.objects.get().secret
    told = "".join(f"{row.before}{row.after}{row.label}" for row in AuditEntry.objects.all())
    assert secret not in told
    assert not any(code in told for code in codes)
    assert AuditEntry.objects.filter(action="create", kind="authenticatorapp", by="olga").exists()


def test_the_password_is_asked_for_again_after_a_while(olga: User) -> None:
    client = signed_in(olga)
    session = client.session
    session["confirmed"] -= 16 * 60
    session.save()
    asked = f"{ACCOUNT}confirm/?next=%2Forganise%2Faccount%2Fapp%2F"
    assert client.get(f"{ACCOUNT}app/")["Location"] == asked
    sent = client.post(f"{ACCOUNT}recovery/")
    assert sent["Location"] == f"{ACCOUNT}confirm/?next=%2Forganise%2Faccount%2F"
    page = text(client, asked)
    assert 'value="/organise/account/app/"' in page
    wrong = client.post(f"{ACCOUNT}confirm/", {"password": "guess"})
    assert "This is not your password" in wrong.content.decode()
    right = {"password": PASSWORD, "next": f"{ACCOUNT}app/"}
    assert client.post(f"{ACCOUNT}confirm/", right)["Location"] == f"{ACCOUNT}app/"
    assert client.get(f"{ACCOUNT}app/").status_code == 200


def test_the_page_costs_the_same_whatever_is_on_it(
    olga: User, django_assert_max_num_queries
) -> None:
    client = signed_in(olga)
    with_app(olga)
    for _number in range(3):
        signed_in(olga)
    with django_assert_max_num_queries(9):
        text(client)


def test_the_platforms_people_have_an_account_page_too() -> None:
    client = signed_in(staff("petra"))
    assert "Set up an app" in text(client)
    assert 'href="/admin/"' in text(client)
