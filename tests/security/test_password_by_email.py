"""A forgotten password by e-mail: a link that is good once and for an hour, sent to the account's
own address, leading to no other site, and an answer that tells nobody which accounts there are."""

import datetime as dt
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.accounts import signed_in, staff
from tests.second_factor import with_app
from tests.security.test_sign_in import attempt, lock
from tests.tournament.making import BY, make_event
from tests.tournament.registering import mailed
from tournament.access import Action
from tournament.accounts.services.account_emails import MAX_AN_HOUR, forget_account_emails
from tournament.accounts.services.passwords import set_password
from tournament.accounts.views.password_by_email import MAX_ASKED
from tournament.models import AuditEntry, Email
from tournament.people.services.entries import add_entry
from tournament.personal.services import erase_entries, person_of

pytestmark = pytest.mark.django_db
FORGOTTEN, SENT = "/organise/sign-in/forgotten/", "/organise/sign-in/forgotten/sent/"
ACCOUNT, OWN_ADDRESS = "/organise/account/", "/organise/account/email/"
OLD, NEW = "an honest long phrase", "quite another phrase"
OLGA = "olga@example.org"


@pytest.fixture(autouse=True)
def mail_server(settings: Any) -> None:
    """E-mails go out, and limits begin anew."""
    settings.EMAIL_FILE_PATH = None
    cache.clear()


@pytest.fixture
def olga() -> User:
    return staff("olga", Action.SEE_EVENT, password=OLD, email=OLGA)


def ask(address: str = OLGA, client: Client | None = None, **headers: Any) -> Any:
    return (client or Client()).post(FORGOTTEN, {"email": address}, **headers)


def links(message: mail.EmailMessage) -> list[str]:
    return re.findall(r"http://localhost:8000(/organise/\S+)", str(message.body))


def set_new(client: Client, link: str, password: str = NEW) -> Any:
    """Open a link as a browser does, and send the form."""
    page = client.get(link, follow=True)
    where = page.redirect_chain[-1][0] if page.redirect_chain else link
    return client.post(where, {"new_password1": password, "new_password2": password})


def has_new_password(person: User) -> bool:
    return User.objects.get(pk=person.pk).check_password(NEW)


def test_the_link_sets_a_password_once_ends_sessions_and_opens_locks(olga: User) -> None:
    elsewhere, client = signed_in(olga), Client()
    lock()
    assert ask().url == SENT
    (message,) = mailed()
    assert message.to == [OLGA]
    (link,) = links(message)
    assert Client().get(link)["Location"].endswith("/set/")  # the secret leaves the address at once
    assert set_new(client, link).url == "/organise/sign-in/"
    assert has_new_password(olga)
    assert elsewhere.get("/organise/").status_code == 302
    assert client.get("/organise/").status_code == 302  # nobody is signed in by a link
    assert attempt(NEW).url == "/organise/"
    again = Client().get(link, follow=True)
    assert (again.status_code, "not good any more" in again.content.decode()) == (404, True)
    actions = AuditEntry.objects.filter(by="olga").values_list("action", flat=True)
    assert set(actions) == {"recover account", "unlock sign-in", "end sessions"}


def test_the_second_step_is_asked_for_all_the_same(olga: User) -> None:
    with_app(olga)
    ask()
    set_new(Client(), links(mailed()[0])[0])
    assert attempt(NEW).url == "/organise/sign-in/second/"


@pytest.mark.parametrize("end", ["used before", "another password", "another address", "signed in"])
def test_a_link_ends_with_what_it_was_made_for(olga: User, end: str) -> None:
    ask()
    link = links(mailed()[0])[0]
    if end == "used before":
        set_new(Client(), link, "a password in between")
    elif end == "another password":
        set_password(person=olga, password="a password in between", by="tests")
    elif end == "another address":
        User.objects.filter(pk=olga.pk).update(email="new@example.org")
    else:
        attempt(OLD)
    assert set_new(Client(), link).status_code == 404
    assert not has_new_password(olga)


def test_a_link_ends_after_an_hour(olga: User, settings: Any) -> None:
    ask()
    link = links(mailed()[0])[0]
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert Client().get(link, follow=True).status_code == 404


def test_a_link_opens_no_other_account_and_none_that_was_closed(olga: User) -> None:
    other = staff("omar", Action.SEE_EVENT, password=OLD, email="omar@example.org")
    ask()
    ask("omar@example.org")
    (hers,), (his,) = (links(message) for message in mailed())
    mixed = "/".join([*his.split("/")[:-2], hers.split("/")[-2], ""])
    assert Client().get(mixed, follow=True).status_code == 404
    User.objects.filter(pk=other.pk).update(is_active=False)
    assert set_new(Client(), his).status_code == 404
    assert not has_new_password(other)


@pytest.mark.parametrize(
    "account",
    [
        {"is_active": False},
        {"password": "!unusable"},
        {"is_staff": False},  # nothing is theirs to do here
        {"email": ""},
    ],
)
def test_who_cannot_sign_in_gets_no_link(olga: User, account: dict[str, Any]) -> None:
    User.objects.filter(pk=olga.pk).update(**account)
    assert ask().url == SENT
    assert mailed() == []
    assert Email.objects.get().status == Email.Status.DROPPED


def test_the_answer_is_the_same_and_as_much_work_whoever_is_asked_for(olga: User) -> None:
    told = []
    for address in (OLGA, "nobody@example.org"):
        client = Client()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            answer = ask(address, client)
        page = client.get(answer.url).content
        told.append((answer.status_code, answer.url, page, len(queries)))
    assert told[0] == told[1]
    assert len(mailed()) == 1


def test_no_link_and_no_name_lies_in_the_outbox(olga: User) -> None:
    ask()
    (link,) = links(mailed()[0])
    row = Email.objects.values().get()
    assert link.split("/")[-2] not in str(row)
    assert "olga" not in str(row).replace(OLGA, "")
    forget_account_emails(now=timezone.now() + dt.timedelta(days=2))
    assert not Email.objects.exists()


def test_the_host_of_the_request_leads_nobody_astray(olga: User, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    ask(secure=True, headers={"host": "evil.example", "x-forwarded-host": "evil.example"})
    (message,) = mailed()
    assert "evil" not in str(message.message())
    assert links(message)


@pytest.mark.parametrize("typed", ["OLGA@example.ORG", "olga@example.org "])
def test_capitals_do_not_matter(olga: User, typed: str) -> None:
    ask(typed)
    assert len(mailed()) == 1


def test_a_letter_that_only_looks_alike_is_another(olga: User) -> None:
    User.objects.filter(pk=olga.pk).update(email="kai@example.org")
    ask("\u212aai@example.org")  # the Kelvin sign, whose small letter is a k
    assert mailed() == []


def test_two_accounts_of_one_address_have_a_link_each(olga: User) -> None:
    staff("olga2", Action.SEE_EVENT, password=OLD, email=OLGA)
    ask()
    (message,) = mailed()
    assert re.findall(r"^(\w+): http", str(message.body), re.MULTILINE) == ["olga", "olga2"]


def test_an_address_is_not_flooded(olga: User) -> None:
    for _each in range(MAX_AN_HOUR + 2):
        assert ask().url == SENT
        mailed()
    assert len(mail.outbox) == MAX_AN_HOUR


def test_one_visitor_asks_for_so_many_only(olga: User) -> None:
    answers = [ask(f"p{number}@example.org") for number in range(MAX_ASKED + 1)]
    assert [one.status_code for one in answers] == [302] * MAX_ASKED + [429]
    assert Email.objects.count() == MAX_ASKED


def test_what_waited_for_the_mail_server_too_long_is_not_sent(olga: User) -> None:
    ask()
    assert mailed(later=dt.timedelta(hours=2)) == []


def test_without_a_mail_server_the_page_says_what_to_do(olga: User, settings: Any) -> None:
    settings.EMAIL_FILE_PATH = "/nowhere"
    page = Client().get(FORGOTTEN).content.decode()
    assert 'name="email"' not in page
    assert "EMAIL_URL" in page
    assert ask().status_code == 200
    assert not Email.objects.exists()


def test_in_clear_in_a_hall_there_is_none_of_it(olga: User) -> None:
    here: dict[str, Any] = {"REMOTE_ADDR": "192.168.1.20"}
    ask()
    (link,) = links(mailed()[0])
    for path in (FORGOTTEN, link, OWN_ADDRESS):
        assert Client().get(path, **here).status_code == 403
    assert ask(**here).status_code == 403


def test_a_weak_password_is_refused_and_the_link_stays_good(olga: User) -> None:
    ask()
    (link,) = links(mailed()[0])
    client = Client()
    assert "too short" in set_new(client, link, "short").content.decode()
    assert set_new(client, link).status_code == 302


def test_an_address_counts_once_its_link_was_opened_by_its_account(olga: User) -> None:
    User.objects.filter(pk=olga.pk).update(email="")
    client, other = signed_in(olga), signed_in(staff("omar", Action.SEE_EVENT))
    assert client.post(OWN_ADDRESS, {"email": "new@example.org"})["Location"] == ACCOUNT
    (message,) = mailed()
    assert message.to == ["new@example.org"]
    (link,) = links(message)
    assert User.objects.get(pk=olga.pk).email == ""
    assert other.post(link).status_code == 404
    assert "new@example.org" in client.get(link).content.decode()
    assert User.objects.get(pk=olga.pk).email == ""  # programs open links, too
    assert client.post(link)["Location"] == ACCOUNT
    assert User.objects.get(pk=olga.pk).email == "new@example.org"
    assert AuditEntry.objects.filter(action="change email", by="olga").count() == 1
    assert client.post(link).status_code == 404


def test_an_address_is_changed_only_by_who_has_just_proved_the_password(olga: User) -> None:
    client = signed_in(olga)
    session = client.session
    session["confirmed"] = 0
    session.save()
    asked = client.post(OWN_ADDRESS, {"email": "new@example.org"})
    assert asked["Location"].startswith("/organise/account/confirm/")
    assert not Email.objects.exists()


def test_nobody_floods_an_address_from_an_account(olga: User) -> None:
    client = signed_in(olga)
    for _each in range(MAX_AN_HOUR):
        client.post(OWN_ADDRESS, {"email": "new@example.org"})
        mailed()
    page = client.post(OWN_ADDRESS, {"email": "new@example.org"})
    assert "several e-mails within an hour" in page.content.decode()
    assert len(mail.outbox) == MAX_AN_HOUR


def test_who_is_erased_leaves_no_such_email(olga: User) -> None:
    entries = [add_entry(event=make_event(), name="Olga", email=OLGA, by=BY)]
    ask()
    found = erase_entries(entries=entries, person=person_of(entries), by=BY)
    assert any("account: " + OLGA in one for one in found)
    assert not Email.objects.filter(address=OLGA).exists()
