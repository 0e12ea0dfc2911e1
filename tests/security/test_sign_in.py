"""Attacks on the sign-in page: guessing, locking others out, flooding, telling who exists."""

import logging
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from uuid import uuid4

import psutil
import pytest
from axes.models import AccessAttempt, AccessFailureLog
from django.contrib.auth.hashers import PBKDF2PasswordHasher, make_password
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from referee.devices.services import invite
from tests.accounts import signed_in, staff
from tests.referee.tables import golden, make_table
from tournament.access import Action
from tournament.accounts.services.sign_in import forget_old_failures
from tournament.accounts.sign_in import gate, limits
from tournament.accounts.sign_in.address import UNKNOWN, client_address
from tournament.accounts.sign_in.hashing import HashingProcess, PBKDF2InItsProcess
from tournament.models import AuditEntry

pytestmark = pytest.mark.django_db
PAGE = "/organise/sign-in/"
PASSWORD = "an honest long phrase"
HALL, ELSEWHERE = "192.168.1.20", "203.0.113.9"
FAILURES = 5


@pytest.fixture
def olga() -> User:
    return staff("olga", Action.SEE_EVENT, password=PASSWORD)


def attempt(password: str, account: str = "olga", address: str = HALL, **more: Any) -> Any:
    """One sign-in from an address, by HTTPS."""
    data = {"username": account, "password": password}
    return Client().post(PAGE, data, REMOTE_ADDR=address, secure=True, **more)


def lock(account: str = "olga", address: str = HALL) -> Any:
    """Wrong passwords until it locks; the last answer."""
    answers = [attempt(f"guess {number}", account, address) for number in range(FAILURES)]
    assert [answer.status_code for answer in answers] == [200] * (FAILURES - 1) + [429]
    return answers[-1]


def entered(answer: Any) -> bool:
    return bool(answer.status_code == 302)


# Two hundred wrong passwords, then the right one.


def test_the_right_password_after_too_many_wrong_ones_does_not_open(olga: User) -> None:
    lock()
    assert attempt(PASSWORD).status_code == 429
    assert "sessionid" not in attempt(PASSWORD).cookies


def test_another_browser_at_the_same_address_is_no_way_around(olga: User) -> None:
    for number in range(FAILURES):
        attempt("guess", headers={"User-Agent": f"Browser {number}"})
    assert attempt(PASSWORD, headers={"User-Agent": "Fresh"}).status_code == 429


def test_a_header_that_anybody_can_write_is_no_way_around(olga: User) -> None:
    for number in range(FAILURES):
        attempt("guess", headers={"X-Forwarded-For": f"198.51.100.{number}"})
    assert attempt(PASSWORD, headers={"X-Forwarded-For": "198.51.100.99"}).status_code == 429


def test_another_address_of_the_same_network_is_no_way_around(olga: User) -> None:
    for number in range(FAILURES):
        attempt("guess", address=f"2001:db8:1:2::{number + 1:x}")
    assert attempt(PASSWORD, address="2001:db8:1:2:ffff::1").status_code == 429
    assert entered(attempt(PASSWORD, address="2001:db8:1:3::1"))


def test_limits_hold_in_every_process_and_after_a_restart(olga: User) -> None:
    """They are rows: a process has nothing to forget but who waits at this moment."""
    lock()
    assert AccessAttempt.objects.filter(username="olga").exists()
    gate.places = limits.PasswordCheckSlots()
    assert attempt(PASSWORD).status_code == 429


def test_the_lock_opens_by_itself(olga: User) -> None:
    answer = lock()
    assert 1 <= int(answer["Retry-After"]) <= 15 * 60
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=16))
    assert entered(attempt(PASSWORD))


def test_a_right_password_forgets_the_wrong_ones_before(olga: User) -> None:
    for _round in range(3):
        for number in range(FAILURES - 1):
            assert attempt(f"guess {number}").status_code == 200
        assert entered(attempt(PASSWORD))


# Locking others out.


def test_a_stranger_elsewhere_locks_nobody_out(olga: User) -> None:
    lock(address=ELSEWHERE)
    assert entered(attempt(PASSWORD, address=HALL))


def test_an_address_is_slowed_and_never_locked(olga: User) -> None:
    """A venue shares one address: whoever else sits there may sign in after a minute."""
    for number in range(limits.MAX_FAILURES):
        attempt("guess", account=f"nobody {number}")
    slowed = attempt(PASSWORD)
    assert slowed.status_code == 429
    assert 1 <= int(slowed["Retry-After"]) <= 60
    assert "No account is locked" in slowed.content.decode()
    assert entered(attempt(PASSWORD, address=ELSEWHERE))
    AccessFailureLog.objects.update(attempt_time=timezone.now() - timedelta(seconds=61))
    assert entered(attempt(PASSWORD))


def test_whoever_runs_the_server_opens_a_lock(olga: User, capsys: Any) -> None:
    lock()
    lock(address=ELSEWHERE)
    call_command("unlock_sign_in", "olga")
    assert "olga can sign in again: wrong passwords of 2 addresses" in capsys.readouterr().out
    assert entered(attempt(PASSWORD))
    assert AuditEntry.objects.filter(action="unlock sign-in", label="olga").count() == 1
    with pytest.raises(CommandError, match="no account"):
        call_command("unlock_sign_in", "nobody")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Locked: too many wrong passwords"),
        ("fr", "Verrouillé\u00a0: trop de mots de passe erronés"),
        ("ru", "Заблокировано: слишком много неверных паролей"),
    ],
)
def test_a_lock_says_what_happened_when_it_opens_and_how(
    olga: User, language: str, words: str
) -> None:
    lock()
    page = attempt(PASSWORD, headers={"Accept-Language": language}).content.decode()
    assert words in page
    assert "15" in page
    assert "manage.py unlock_sign_in USER" in page
    assert "olga" not in page


# Telling who exists.


def test_a_page_tells_nothing_of_an_account(olga: User) -> None:
    """Unknown, known, closed, and of no staff with its right password: one text, one count."""
    User.objects.create_user("yvonne", password=PASSWORD)
    closed = staff("zeno", password=PASSWORD)
    User.objects.filter(pk=closed.pk).update(is_active=False)
    tries = [("olga", "guess"), ("nobody", "guess"), ("yvonne", PASSWORD), ("zeno", PASSWORD)]
    for number in range(FAILURES):
        answers = [attempt(password, name, HALL) for name, password in tries]
        texts = {
            answer.content.decode().replace(name, "…").split("csrfmiddlewaretoken")[0]
            for answer, (name, _password) in zip(answers, tries, strict=True)
        }
        assert len(texts) == 1
        assert {answer.status_code for answer in answers} == {200 if number < FAILURES - 1 else 429}


@pytest.mark.parametrize("account", ["olga", "nobody"])
def test_an_unknown_account_costs_the_same_hash(olga: User, account: str, settings: Any) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.Counting"]
    User.objects.filter(pk=olga.pk).update(password=make_password(PASSWORD))
    Counting.hashes = 0
    attempt("guess", account)
    assert Counting.hashes == 1


class Counting(PBKDF2PasswordHasher):
    """Counts what is slow."""

    iterations = 2
    hashes = 0

    def encode(self, *args: Any, **kwargs: Any) -> Any:
        Counting.hashes += 1
        return super().encode(*args, **kwargs)


# The log.


def test_failures_and_locks_are_in_the_log_and_passwords_are_not(olga: User, caplog: Any) -> None:
    caplog.set_level(logging.INFO)
    attempt(PASSWORD)
    lock()
    assert "Signed in: olga, from 192.168.1.20" in caplog.text
    assert caplog.text.count("Sign-in failed: olga, from 192.168.1.20") == FAILURES
    assert "Sign-in locked: olga, from 192.168.1.20" in caplog.text
    assert PASSWORD not in caplog.text
    assert "guess" not in caplog.text
    kept = "".join(str(row) for row in AccessAttempt.objects.values())
    assert PASSWORD not in kept
    assert "guess" not in kept


def test_an_account_writes_no_line_of_its_own_into_the_log(caplog: Any) -> None:
    attempt("guess", account="ada\r\n2026 INFO Signed in: root\x1b[2J\u202e" + "x" * 60)
    (line,) = [one for one in caplog.messages if one.startswith("Sign-in failed")]
    assert "\\r\\n2026 INFO" in line
    assert "\\x1b[2J\\u202e" in line
    assert line.isprintable()
    assert len(line) < 150


# Floods.


def test_only_so_many_wait_at_once_and_no_address_takes_all_places() -> None:
    places = limits.PasswordCheckSlots()
    held = [places.hold_slot(HALL) for _number in range(limits.MAX_WAITING_OF_ADDRESS)]
    for one in held:
        one.__enter__()
    with pytest.raises(limits.NoFreeSlotError), places.hold_slot(HALL):
        pass
    with places.hold_slot(ELSEWHERE):
        pass
    for one in held:
        one.__exit__(None, None, None)
    with places.hold_slot(HALL):
        pass


def test_who_finds_no_place_is_told_to_come_again(olga: User) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "MAX_WAITING", 0)
        full = attempt(PASSWORD)
    assert full.status_code == 503
    assert full["Retry-After"]
    assert "your password was not checked" in full.content.decode()
    assert not AccessAttempt.objects.exists()
    assert entered(attempt(PASSWORD))


def test_the_process_of_lowest_priority_hashes_as_django_does() -> None:
    ours, djangos = PBKDF2InItsProcess(), PBKDF2PasswordHasher()
    for password in ("", PASSWORD, "пароль", "x" * 4096):
        assert ours.encode(password, "salt", 3) == djangos.encode(password, "salt", 3)
        assert djangos.verify(password, ours.encode(password, "salt", 3))
        assert not ours.verify("other", djangos.encode(password, "salt", 3))


def test_the_hashing_process_is_started_again_when_it_died_and_ends_with_its_server() -> None:
    process = HashingProcess()
    asked: dict[str, Any] = {"digest": "sha256", "password": b"x", "salt": b"y", "iterations": 2}
    first = process.pbkdf2(**asked)
    child = process._process
    assert child is not None
    child.kill()
    child.wait()
    assert process.pbkdf2(**asked) == first
    second = process._process
    assert second is not None
    assert second.pid != child.pid
    assert psutil.Process(second.pid).nice() == 19
    assert second.stdin is not None
    second.stdin.close()  # as the end of the server does
    assert second.wait(timeout=10) == 0


def test_many_at_once_are_hashed_one_after_the_other() -> None:
    with ThreadPoolExecutor(10) as pool:
        ours = list(pool.map(lambda n: PBKDF2InItsProcess().encode(str(n), "y", 9), range(40)))
    assert ours == [PBKDF2PasswordHasher().encode(str(n), "y", 9) for n in range(40)]


# Other places where a secret can be guessed, and sessions.


def test_the_old_password_cannot_be_guessed_at_a_browser_left_open(olga: User) -> None:
    client = signed_in(olga)
    new = {"new_password1": "quite another phrase", "new_password2": "quite another phrase"}

    def change(old: str) -> int:
        data = {"old_password": old, **new}
        answer = client.post("/organise/password/", data, REMOTE_ADDR=HALL, secure=True)
        return int(answer.status_code)

    statuses = [change(f"guess {number}") for number in range(FAILURES)]
    assert statuses == [200] * (FAILURES - 1) + [429]
    assert change(PASSWORD) == 429
    olga.refresh_from_db()
    assert olga.check_password(PASSWORD)
    call_command("unlock_sign_in", "olga")
    assert change(PASSWORD) == 302


def test_a_pairing_code_stays_locked_whatever_a_process_forgets() -> None:
    table = make_table(golden("03")[0])
    code = invite(table=table, by="tests").code
    wrong = f"{code[:5]}{(int(code[5:]) + 1) % 10**6:06}"
    for _number in range(5):
        assert pair_by(wrong) == 404
        cache.clear()  # as a restart does to limits on the rate
    assert pair_by(code) == 423


def pair_by(code: str) -> int:
    """The answer to a typed code, from an address that was never seen."""
    data = {"code": code, "request_id": str(uuid4()), "label": ""}
    answer = Client().post(
        "/api/v1/pair", data, content_type="application/json", secure=True, REMOTE_ADDR=ELSEWHERE
    )
    return int(answer.status_code)


def test_every_session_ends_with_a_new_password(olga: User) -> None:
    here, there = signed_in(olga), signed_in(olga)
    new = {"new_password1": "quite another phrase", "new_password2": "quite another phrase"}
    done = here.post("/organise/password/", {"old_password": PASSWORD, **new})
    assert done.status_code == 302
    assert here.get("/admin/").status_code == 200
    assert there.get("/admin/").status_code == 302


def move(client: Client, **ages: int) -> None:
    """Make the session of a browser older."""
    session = client.session
    for name, seconds in ages.items():
        session[name] = int(time.time()) - seconds
    session.save()


def test_a_session_ends_when_nobody_clicks(olga: User, settings: Any) -> None:
    client = signed_in(olga)
    move(client, seen=settings.SESSION_IDLE_AGE - 5)
    assert client.get("/admin/").status_code == 200  # which begins the time anew
    move(client, seen=settings.SESSION_IDLE_AGE + 5)
    assert client.get("/admin/").status_code == 302
    assert client.get("/admin/").status_code == 302


def test_a_session_ends_however_busy_it_is(olga: User, settings: Any) -> None:
    client = signed_in(olga)
    move(client, started=settings.SESSION_COOKIE_AGE + 5)
    assert client.get("/admin/").status_code == 302


def test_a_session_from_before_there_were_limits_ends(olga: User) -> None:
    client = signed_in(olga)
    session = client.session
    del session["started"], session["seen"]
    session.save()
    assert client.get("/admin/").status_code == 302


def test_a_page_that_lies_open_keeps_no_session_alive(olga: User) -> None:
    client = signed_in(olga)
    move(client, seen=600)
    client.get("/admin/", headers={"Sec-Fetch-Mode": "cors"})
    assert client.session["seen"] < time.time() - 500
    client.get("/admin/", headers={"Sec-Fetch-Mode": "navigate"})
    assert client.session["seen"] > time.time() - 60


@pytest.mark.parametrize(
    "address", ["/admin/", PAGE, "/admin/jsi18n/", "/organise/open/r/1/draw/", "/organise/x/now/"]
)
def test_no_cache_keeps_a_page_of_the_staff(olga: User, address: str) -> None:
    for client in (Client(), signed_in(olga)):
        caching = client.get(address)["Cache-Control"]
        assert "no-store" in caching
        assert "private" in caching


# The rule of all limits.


class Asked:
    """A request from an address, with what it wrote into X-Forwarded-For."""

    def __init__(self, address: str, written: str = "") -> None:
        self.META = {"REMOTE_ADDR": address, "HTTP_X_FORWARDED_FOR": written}


def test_the_address_is_the_one_that_a_trusted_party_wrote(settings: Any) -> None:
    settings.NUM_PROXIES = 0
    assert client_address(Asked(HALL, "1.2.3.4")) == HALL
    assert client_address(Asked("")) == UNKNOWN
    assert client_address(Asked("::ffff:192.168.1.20")) == HALL
    assert client_address(Asked("fe80::1%eth0")) == "fe80::"
    settings.NUM_PROXIES = 1
    assert client_address(Asked("127.0.0.1", "1.2.3.4, 203.0.113.9")) == ELSEWHERE
    assert client_address(Asked("127.0.0.1")) == "127.0.0.1"
    assert client_address(Asked("127.0.0.1", "<script>")) == UNKNOWN


def test_what_was_tried_long_ago_is_forgotten(olga: User) -> None:
    lock()
    long_ago = timezone.now() - timedelta(days=2)
    AccessFailureLog.objects.update(attempt_time=long_ago)
    AccessAttempt.objects.update(attempt_time=long_ago)
    forget_old_failures(now=timezone.now())
    assert not AccessFailureLog.objects.exists()
    assert not AccessAttempt.objects.exists()
