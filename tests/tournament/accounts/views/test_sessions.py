"""The list of browsers in which one is signed in, and signing them out."""

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client

from tests.accounts import staff
from tournament.access import Action
from tournament.models import AccountSession, AuditEntry

pytestmark = pytest.mark.django_db
ACCOUNT = "/organise/account/"
PASSWORD = "an honest long phrase"
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15"
    " (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
)


@pytest.fixture
def olga() -> User:
    return staff("olga", Action.SEE_EVENT, password=PASSWORD)


def entered(agent: str = "", name: str = "olga") -> Client:
    client = Client(headers={"User-Agent": agent})
    answer = client.post("/organise/sign-in/", {"username": name, "password": PASSWORD})
    assert answer.status_code == 302
    return client


def text(client: Client) -> str:
    return client.get(ACCOUNT).content.decode()


def is_in(client: Client) -> bool:
    return bool(client.get("/organise/").status_code == 200)


def test_each_browser_is_listed_and_signed_out_alone(olga: User) -> None:
    laptop, phone, third = entered(FIREFOX), entered(PHONE), entered()
    page = text(laptop)
    assert "Firefox, Windows" in page
    assert "Safari, iPhone" in page
    assert "Unknown browser" in page
    assert page.count("This browser") == 1
    key = AccountSession.objects.get(device="Safari, iPhone").pk
    assert laptop.post(f"{ACCOUNT}sessions/{key}/end/")["Location"] == ACCOUNT
    assert [is_in(one) for one in (laptop, phone, third)] == [True, False, True]
    assert "Safari, iPhone" not in text(laptop)
    assert AuditEntry.objects.get(action="end session").before == {"browser": "Safari, iPhone"}


def test_all_others_are_signed_out_at_once(olga: User) -> None:
    laptop, phone, third = entered(FIREFOX), entered(PHONE), entered()
    laptop.post(f"{ACCOUNT}sessions/end/")
    assert "2 other browsers are signed out" in text(laptop)
    assert [is_in(one) for one in (laptop, phone, third)] == [True, False, False]


def test_nobody_ends_the_sessions_of_others(olga: User) -> None:
    staff("petra", Action.SEE_EVENT, password=PASSWORD)
    olgas, petras = entered(), entered(name="petra")
    key = AccountSession.objects.get(person=olga).pk
    assert petras.post(f"{ACCOUNT}sessions/{key}/end/").status_code == 404
    petras.post(f"{ACCOUNT}sessions/end/")
    assert is_in(olgas)


def test_who_signs_out_is_in_the_list_no_more(olga: User) -> None:
    laptop, phone = entered(FIREFOX), entered(PHONE)
    phone.post("/organise/sign-out/")
    assert "Safari" not in text(laptop)
    assert AccountSession.objects.count() == 1


def test_a_session_whose_time_is_over_is_not_listed(olga: User) -> None:
    laptop, phone = entered(FIREFOX), entered(PHONE)
    session = phone.session
    session["seen"] -= 3 * 3600 + 5
    session.save()
    assert "Safari" not in text(laptop)


def test_a_new_password_leaves_this_browser_alone_in_the_list(olga: User) -> None:
    laptop, phone = entered(FIREFOX), entered(PHONE)
    new = {"new_password1": "quite another phrase", "new_password2": "quite another phrase"}
    answer = laptop.post("/organise/password/", {"old_password": PASSWORD, **new})
    assert answer["Location"] == ACCOUNT
    assert not is_in(phone)
    page = text(laptop)
    assert "Your password was changed" in page
    assert "Firefox, Windows" in page
    assert "Safari" not in page
    assert AuditEntry.objects.filter(action="set password", by="olga", label="olga").count() == 1
    assert Session.objects.filter(account__person=olga).count() == 1


def test_who_signs_in_as_another_in_the_same_browser_is_listed_there(olga: User) -> None:
    petra = staff("petra", Action.SEE_EVENT, password=PASSWORD)
    client = entered(FIREFOX)
    client.post("/organise/sign-in/", {"username": "petra", "password": PASSWORD})
    assert [row.person for row in AccountSession.objects.all()] == [petra]
