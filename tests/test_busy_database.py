"""A database that takes no write now: pages are read, and forms say that nothing was saved."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress

import psycopg
import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection
from django.test import Client

from tests.accounts import signed_in
from tests.public_addresses import public_pages
from tests.roles.world import world
from tests.tournament.making import make_event
from tournament.accounts.sign_in.sessions import WRITTEN_EVERY
from tournament.common import lock_wait
from tournament.common.database_faults import DatabaseFault
from tournament.models import Announcement, AuditEntry

pytestmark = pytest.mark.django_db(transaction=True)

FORM = "/organise/open/announcements/"
TEXT = {"text": "Lunch", "step": "keep"}
NO_ROOM = """
CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$;
CREATE TRIGGER no_room BEFORE INSERT ON tournament_announcement
FOR EACH ROW EXECUTE FUNCTION no_room();
"""
TABLES = "tournament_announcement, tournament_publicversion, tournament_auditentry, django_session"


@contextmanager
def held() -> Iterator[None]:
    """Another process holds the lock that a write needs."""
    if connection.vendor == "sqlite":
        name = connection.settings_dict["NAME"]
        with closing(sqlite3.connect(name, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")
        return
    given = connection.get_connection_params()
    names = {
        name: given[name]
        for name in ("dbname", "user", "password", "host", "port")
        if name in given
    }
    with psycopg.connect(**names) as other:
        other.execute(f"LOCK TABLE {TABLES} IN SHARE MODE")
        yield
        other.rollback()


@contextmanager
def read_only() -> Iterator[None]:
    """The database is open for reading only."""
    on, off = ("PRAGMA query_only=ON", "PRAGMA query_only=OFF")
    if connection.vendor == "postgresql":
        on, off = (f"SET default_transaction_read_only={to}" for to in ("on", "off"))
    connection.cursor().execute(on)
    try:
        yield
    finally:
        connection.cursor().execute(off)


@contextmanager
def disk_full() -> Iterator[None]:
    """No page can be added to the file, and none in it is free; PostgreSQL, which has no such
    limit, says of the first row what it says of a full disk."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(NO_ROOM)
            yield
            cursor.execute("DROP FUNCTION no_room() CASCADE")
            return
        cursor.execute("CREATE TABLE filler (content)")
        cursor.execute("PRAGMA max_page_count=1")
        with suppress(OperationalError):
            while True:
                cursor.execute("INSERT INTO filler VALUES (zeroblob(4000))")
        try:
            yield
        finally:
            cursor.execute("PRAGMA max_page_count=1073741823")
            cursor.execute("DROP TABLE filler")


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request waits for a moment only."""
    monkeypatch.setattr(lock_wait, "REQUEST_SECONDS", 0.05)


@pytest.fixture
def organiser() -> Client:
    """Who sees the page that a server shows of an error."""
    client = signed_in(User.objects.create_superuser("olga"))
    client.raise_request_exception = False
    return client


def read_while_held(paths: list[str]) -> dict[str, int]:
    """The statuses of pages while another process writes."""
    with held():
        visitor = Client(raise_request_exception=False)
        return {path: visitor.get(path).status_code for path in paths}


def test_public_pages_are_read_while_another_process_writes() -> None:
    make_event()
    paths = ["/", "/e/open/", "/e/open/players/"]
    assert read_while_held(paths) == dict.fromkeys(paths, 200)


@pytest.mark.exhaustive
def test_all_of_them_are() -> None:
    world("open", public=True)
    paths = public_pages("open")
    assert len(paths) > 10
    assert read_while_held(paths) == dict.fromkeys(paths, 200)


def test_a_page_of_the_console_too_though_it_notes_who_is_there(organiser: Client) -> None:
    make_event()
    session = organiser.session
    session["seen"] -= 2 * WRITTEN_EVERY
    session.save()
    for away in (held, read_only):
        with away():
            assert organiser.get(FORM).status_code == 200
        assert organiser.session["seen"] == session["seen"]
    assert organiser.get(FORM).status_code == 200
    assert organiser.session["seen"] > session["seen"]


@pytest.mark.parametrize(
    ("away", "fault"), [(held, DatabaseFault.BUSY), (read_only, DatabaseFault.READ_ONLY)]
)
def test_a_form_says_that_nothing_was_saved_and_is_taken_later(
    away: Callable[[], AbstractContextManager[None]], fault: DatabaseFault, organiser: Client
) -> None:
    make_event()
    before = AuditEntry.objects.count()
    came_from = {"referer": f"http://testserver{FORM}"}
    with away():
        answer = organiser.post(FORM, TEXT, headers=came_from)
    page = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"]) == (503, str(fault.retry_after))
    assert str(fault.title) in page
    assert str(fault.detail) in page
    assert f'href="http://testserver{FORM}"' in page
    assert (Announcement.objects.count(), AuditEntry.objects.count()) == (0, before)
    assert organiser.post(FORM, TEXT).status_code == 302
    assert Announcement.objects.get().text == "Lunch"


@pytest.mark.exhaustive
def test_a_full_disk_is_told_once_there_is_no_room(organiser: Client) -> None:
    make_event()
    with disk_full():
        answers = [organiser.post(FORM, TEXT | {"text": f"{n} " * 40}) for n in range(40)]
    refused = [answer for answer in answers if answer.status_code != 302]
    assert Announcement.objects.count() == len(answers) - len(refused)
    assert refused
    for answer in refused:
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        assert "The server’s disk is full" in answer.content.decode()
