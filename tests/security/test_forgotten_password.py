"""A forgotten password at the machine that runs the server: by who may read its files only."""

import os
import re
import stat
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from tests.accounts import signed_in, staff
from tests.second_factor import with_app
from tests.security.test_sign_in import attempt, lock
from tournament.access import Action
from tournament.accounts.services.second_factor import has_second_factor
from tournament.models import AuditEntry

pytestmark = pytest.mark.django_db
FORGOTTEN, HERE = "/organise/sign-in/forgotten/", "/organise/sign-in/forgotten/here/"
NEW = "quite another phrase"


@pytest.fixture
def file(settings: Any, tmp_path: Path) -> Path:
    """Where the code will lie."""
    settings.DATA_DIR = tmp_path
    return tmp_path / "new-password.txt"


@pytest.fixture
def olga() -> User:
    return staff("olga", Action.SEE_EVENT, password="an honest long phrase")


def asked(code: str, **more: str) -> dict[str, str]:
    return {"code": code, "username": "olga", "password1": NEW, "password2": NEW, **more}


def has_new_password(person: User) -> bool:
    return User.objects.get(pk=person.pk).check_password(NEW)


def test_the_code_in_the_file_sets_a_password_once(file: Path, olga: User) -> None:
    with_app(olga)
    elsewhere = signed_in(olga)
    lock()
    client = Client()
    assert HERE in client.get(FORGOTTEN).content.decode()
    assert 'name="code"' not in client.get(HERE).content.decode()
    client.post(HERE, {"make": "1"})
    page = client.get(HERE).content.decode()
    assert str(file) in page
    code = file.read_text().strip()
    assert code not in page
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    spelt = f" {code[:8].upper()}-{code[8:]} "
    assert client.post(HERE, asked(spelt))["Location"] == "/organise/sign-in/"
    assert has_new_password(olga)
    assert has_second_factor(olga)
    assert not file.exists()
    assert elsewhere.get("/organise/").status_code == 302
    assert attempt(NEW).url == "/organise/sign-in/second/"  # the lock is open
    assert client.post(HERE, asked(code, password1="x")).status_code == 200
    actions = AuditEntry.objects.filter(by="this machine").values_list("action", flat=True)
    assert set(actions) == {"recover account", "unlock sign-in", "end sessions"}


def test_a_lost_phone_is_solved_there_too(file: Path, olga: User) -> None:
    with_app(olga)
    client = Client()
    client.post(HERE, {"make": "1"})
    client.post(HERE, asked(file.read_text(), lost="on"))
    assert attempt(NEW).url == "/organise/"
    row = AuditEntry.objects.get(action="take away second step")
    assert row.after == {"reason": "lost, said at the machine that runs the server"}
    assert row.before is not None
    assert row.before["app"] == 1


@pytest.mark.parametrize("code", ["", "0" * 16, "../../etc/passwd"])
def test_no_other_code_does_and_none_before_one_was_written(
    file: Path, olga: User, code: str
) -> None:
    client = Client()
    for _attempt in range(2):
        answer = client.post(HERE, asked(code))
        assert answer.status_code == 200
        assert "no account" not in answer.content.decode()
        client.post(HERE, {"make": "1"})
    assert not has_new_password(olga)


def test_a_code_ends_after_ten_minutes_and_with_the_next(file: Path, olga: User) -> None:
    client = Client()
    client.post(HERE, {"make": "1"})
    first = file.read_text()
    client.post(HERE, {"make": "1"})
    client.post(HERE, asked(first))
    long_ago = file.stat().st_mtime - 601
    os.utime(file, (long_ago, long_ago))
    client.post(HERE, asked(file.read_text()))
    assert not has_new_password(olga)


@pytest.mark.parametrize(
    "where",
    [
        {"REMOTE_ADDR": "192.168.1.20", "secure": True},
        {"SERVER_NAME": "evil.example"},  # a name that was made to lead here
        {"REMOTE_ADDR": "192.168.1.20", "secure": True, "HTTP_X_FORWARDED_FOR": "127.0.0.1"},
    ],
)
def test_from_elsewhere_there_is_no_such_page(
    file: Path, olga: User, settings: Any, where: dict[str, Any]
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    client = Client()
    for data in ({"make": "1"}, asked("x")):
        assert client.post(HERE, data, **where).status_code in (403, 404)
    assert client.get(HERE, **where).status_code in (403, 404)
    assert HERE not in client.get(FORGOTTEN, **where).content.decode()
    assert not file.exists()


def test_a_form_of_another_site_writes_no_code(file: Path) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(HERE, {"make": "1"}).status_code == 403
    assert not file.exists()


def test_a_weak_password_is_refused_and_the_code_stays_good(file: Path, olga: User) -> None:
    client = Client()
    client.post(HERE, {"make": "1"})
    code = file.read_text()
    short = client.post(HERE, asked(code, password1="short", password2="short"))
    assert "too short" in short.content.decode()
    other = client.post(HERE, asked(code, password2="something else"))
    assert "The two passwords differ" in other.content.decode()
    unknown = client.post(HERE, asked(code, username="nobody"))
    assert "no account of this name" in unknown.content.decode()
    assert client.post(HERE, asked(code)).status_code == 302


def test_a_command_gives_a_new_password_and_opens_the_lock(olga: User, capsys: Any) -> None:
    with_app(olga)
    lock()
    call_command("new_password", "olga")
    found = re.search(r"user olga, password (\S{16})", capsys.readouterr().out)
    assert found
    assert attempt(found[1]).url == "/organise/sign-in/second/"
    call_command("new_password", "olga", without_second_step="lost the phone in the lake")
    found = re.search(r"password (\S{16})", capsys.readouterr().out)
    assert found
    assert attempt(found[1]).url == "/organise/"
    assert (
        AuditEntry.objects.filter(action="recover account", by="manage.py new_password").count()
        == 2
    )
    with pytest.raises(CommandError, match="no account"):
        call_command("new_password", "nobody")
