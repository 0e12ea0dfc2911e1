"""Attacks on the second step of signing in: going around it, and used or guessed codes."""

import time
from datetime import timedelta
from typing import Any

import pytest
from axes.models import AccessAttempt, AccessFailureLog
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tests.accounts import signed_in, staff
from tests.second_factor import app_code, with_app, wrong_code
from tournament.access import Action
from tournament.accounts.services import second_factor
from tournament.accounts.services.passwords import set_password
from tournament.models import AuthenticatorApp

pytestmark = pytest.mark.django_db
SIGN_IN, SECOND = "/organise/sign-in/", "/organise/sign-in/second/"
PASSWORD = "an honest long phrase"
HALL, ELSEWHERE = "192.168.1.20", "203.0.113.9"


@pytest.fixture
def olga() -> User:
    person = staff("olga", Action.SEE_EVENT, password=PASSWORD)
    with_app(person)
    return person


def password_given(client: Client, address: str = HALL, **more: str) -> Any:
    data = {"username": "olga", "password": PASSWORD, **more}
    return client.post(SIGN_IN, data, REMOTE_ADDR=address, secure=True)


def code_given(client: Client, code: str, address: str = HALL) -> Any:
    return client.post(SECOND, {"code": code}, REMOTE_ADDR=address, secure=True)


def is_in(client: Client) -> bool:
    return bool(client.get("/organise/", secure=True).status_code == 200)


def at_second_step(address: str = HALL, **more: str) -> Client:
    client = Client()
    assert password_given(client, address, **more).url == SECOND
    return client


def test_the_password_alone_opens_nothing(olga: User) -> None:
    client = at_second_step()
    for path in ("/organise/", "/organise/account/", "/organise/account/app/", "/admin/"):
        assert client.get(path, secure=True).status_code == 302, path
    assert "_auth_user_id" not in client.session


def test_a_code_without_the_password_opens_nothing(olga: User) -> None:
    client = Client()
    assert code_given(client, app_code(olga)).url == SIGN_IN
    assert not is_in(client)


def test_a_code_is_good_once_in_any_browser(olga: User) -> None:
    code = app_code(olga)
    first, second = at_second_step(), at_second_step()
    assert code_given(first, code).status_code == 302
    assert code_given(second, code).status_code == 200
    assert is_in(first)
    assert not is_in(second)
    assert code_given(second, app_code(olga, -1)).status_code == 200  # nor is one before it


def test_wrong_codes_lock_the_account_for_the_address(olga: User) -> None:
    """A new password in between forgets none of them."""
    wrong = wrong_code(olga)
    statuses = [code_given(at_second_step(), wrong).status_code for _number in range(5)]
    assert statuses == [200] * 4 + [429]
    client = Client()
    assert password_given(client).status_code == 429
    elsewhere = at_second_step(ELSEWHERE)
    assert code_given(elsewhere, app_code(olga), ELSEWHERE).status_code == 302
    call_command("unlock_sign_in", "olga")
    assert code_given(at_second_step(), app_code(olga, 1)).status_code == 302


def test_a_code_is_not_looked_at_while_the_account_is_locked(olga: User) -> None:
    client, wrong = at_second_step(), wrong_code(olga)
    for _number in range(5):
        code_given(client, wrong)
    assert code_given(client, app_code(olga)).status_code == 429
    assert not is_in(client)
    assert AuthenticatorApp.objects.get().last_step == 0


def test_an_address_is_slowed_by_codes_as_by_passwords(olga: User) -> None:
    now = timezone.now()
    client = at_second_step()
    AccessFailureLog.objects.bulk_create(
        AccessFailureLog(username=f"nobody {number}", ip_address=HALL, attempt_time=now)
        for number in range(20)
    )
    assert code_given(client, app_code(olga)).status_code == 429
    assert not is_in(client)


def test_codes_guessed_from_many_addresses_stop_the_app_and_not_recovery_codes(
    olga: User,
) -> None:
    codes = second_factor.new_recovery_codes(person=olga, by="tests")
    AuthenticatorApp.objects.update(
        wrong_codes=second_factor.MAX_WRONG_CODES - 1, wrong_since=timezone.now()
    )
    assert code_given(at_second_step(), wrong_code(olga)).status_code == 200
    answer = code_given(at_second_step(ELSEWHERE), app_code(olga), ELSEWHERE)
    assert "Too many wrong codes" in answer.content.decode()
    assert AccessAttempt.objects.filter(ip_address=ELSEWHERE).count() == 0
    assert code_given(at_second_step(), codes[0]).status_code == 302
    an_hour_ago = timezone.now() - second_factor.WRONG_CODES_COUNT_FOR - timedelta(seconds=1)
    AuthenticatorApp.objects.update(wrong_since=an_hour_ago)
    assert code_given(at_second_step(), app_code(olga)).status_code == 302


def test_a_session_that_was_foisted_is_another_one_at_each_step(olga: User) -> None:
    client = Client()
    client.get(SIGN_IN)
    foisted = client.session
    foisted.save()
    names = [foisted.session_key or ""]
    client.cookies["sessionid"] = names[0]
    password_given(client)
    names.append(client.session.session_key or "")
    code_given(client, app_code(olga))
    names.append(client.session.session_key or "")
    assert is_in(client)
    assert len(set(names)) == 3
    stranger = Client()
    for name in names[:2]:
        stranger.cookies["sessionid"] = name
        assert not is_in(stranger)


def test_who_was_signed_in_before_is_nobody_between_the_steps(olga: User) -> None:
    client = signed_in(staff("petra", Action.SEE_EVENT))
    assert password_given(client).url == SECOND
    assert not is_in(client)
    code_given(client, app_code(olga))
    assert client.session["_auth_user_id"] == str(olga.pk)


def test_the_second_step_has_to_follow_soon(olga: User) -> None:
    client = at_second_step()
    session = client.session
    session["second_step"] = {**session["second_step"], "at": int(time.time()) - 601}
    session.save()
    assert code_given(client, app_code(olga)).url == SIGN_IN
    assert not is_in(client)


def test_it_ends_with_a_new_password_and_with_the_account(olga: User) -> None:
    client = at_second_step()
    set_password(person=olga, password="quite another phrase", by="tests")
    assert code_given(client, app_code(olga)).url == SIGN_IN
    set_password(person=olga, password=PASSWORD, by="tests")
    client = at_second_step()
    User.objects.filter(pk=olga.pk).update(is_active=False)
    assert code_given(client, app_code(olga)).url == SIGN_IN


@pytest.mark.parametrize(
    "next", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "\\\\evil.example"]
)
def test_nobody_is_led_to_another_site(olga: User, next: str) -> None:
    assert code_given(at_second_step(next=next), app_code(olga)).url == "/organise/"
    client = signed_in(olga)
    confirmed = {"password": PASSWORD, "next": next}
    assert client.post("/organise/account/confirm/", confirmed)["Location"] == "/organise/account/"


def test_a_form_of_another_site_is_refused(olga: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(olga)
    for path in ("app/remove/", "recovery/", "sessions/end/", "passkeys/", "confirm/", "later/"):
        assert client.post(f"/organise/account/{path}").status_code == 403, path
    assert AuthenticatorApp.objects.exists()
    for path in (SIGN_IN, SECOND, "/organise/sign-in/passkey/", "/organise/sign-in/passkey/ask/"):
        assert client.post(path).status_code == 403, path


def test_the_password_is_not_guessed_where_it_is_asked_again(olga: User) -> None:
    client = signed_in(olga)
    session = client.session
    session["confirmed"] = 0
    session.save()

    def confirm(password: str) -> int:
        data = {"password": password}
        answer = client.post("/organise/account/confirm/", data, REMOTE_ADDR=HALL, secure=True)
        return int(answer.status_code)

    assert [confirm(f"guess {number}") for number in range(5)] == [200] * 4 + [429]
    assert confirm(PASSWORD) == 429
    assert client.session["confirmed"] == 0


@pytest.mark.parametrize("path", ["app/", "app/remove/", "recovery/", "passkeys/"])
def test_a_browser_left_open_changes_no_account(olga: User, path: str) -> None:
    client = signed_in(olga)
    session = client.session
    session["confirmed"] -= 15 * 60 + 5
    session.save()
    answer = client.post(f"/organise/account/{path}", {"code": app_code(olga)})
    assert answer["Location"].startswith("/organise/account/confirm/?next=")
    assert AuthenticatorApp.objects.exists()


def test_a_changed_second_step_ends_all_other_sessions(olga: User) -> None:
    here, there = signed_in(olga), signed_in(olga)
    here.post("/organise/account/app/remove/")
    assert is_in(here)
    assert not is_in(there)
