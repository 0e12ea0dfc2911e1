"""A server that is killed in the middle of a step: of each form everything was written or nothing,
at whichever of its writes it died."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client

from tests.accounts import signed_in
from tests.forms_on_pages import Sent, forms_of
from tests.roles.day import day, pages_of_day
from tests.roles.world import world
from tests.test_pressed_twice import CONSOLE, Console, forms, pages
from tests.writes import Killed, Writes

pytestmark = pytest.mark.django_db
TOLD_TWICE = "tournament_change"
"""Asks the publisher to look: once too often does no harm."""


IMPORT = "/organise/open/players/import/"
LIST = "a list that was looked at"
TYPED = {
    r"/role/": {"role": "reader"},
    r"/check-in/deadline/": {"until": "2027-05-15T10:00"},
    r"/players/\d+/": {"name": "Nova Stella"},
    r"/sheet/": {f"seat{seat}-final": str(9 - seat) for seat in range(1, 5)},
    r"/penalties/give/": {"reason": "Loud"},
    r"/reveal/prize/#hand-prizes": {"title": "Fair play", "name": "Ann"},
    r"/settings/place/": {"venue": "Town hall"},
    r"/settings/fee/": {"fee": "15"},
    r"/begins/": {"at": "2027-05-15T10:00"},
    r"/r/(\d+)/clear/": {"typed": r"\1"},
    r"/organise/([^/]+)/delete/": {"typed": r"\1"},
    r"/tables/\d+/results/": {"source": "log"},
}
"""What a person types where the form by itself would change nothing: the end of its address."""


def rows(tables: Iterable[str]) -> dict[str, list[Any]]:
    """What is stored there."""
    found = {}
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f'SELECT * FROM "{table}" ORDER BY 1')  # noqa: S608
            found[table] = cursor.fetchall()
    return found


@contextmanager
def tried() -> Iterator[None]:
    """What is done within is as if it had not been."""
    cache.clear()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def written(client: Client, sent: Sent, until: int | None) -> list[str]:
    """The tables to which a form writes until it is done, or killed."""
    writes = Writes(until)
    with connection.execute_wrapper(writes), suppress(Killed):
        client.post(sent.action, sent.values)
    return writes.tables


def filled(sent: Sent) -> Sent:
    """With what a person types into it."""
    for end, typed in TYPED.items():
        if found := re.search(end + "$", sent.action):
            sent.values.update({name: [found.expand(text)] for name, text in typed.items()})
    return sent


def torn_by(
    client: Client, sent: Sent, chosen: Callable[[int], Collection[int]]
) -> tuple[int, list[str]]:
    """How often the server died in this form, at these of its writes; what was there in part."""
    with tried():
        whole = written(client, sent, None)
    tables, torn = sorted({*whole} - {TOLD_TWICE}), list[str]()
    before = rows(tables)
    for until in (deaths := chosen(len(whole))):
        with tried():
            assert len(written(client, sent, until)) == until
            transaction.set_rollback(False)  # to be read all the same
            after = rows(tables)
            torn += [
                f"{sent.action} {sent.button}, write {until} of {len(whole)}: {table}"
                for table in tables
                if before[table] != after[table]
            ]
    return len(deaths), torn


def same_in_this_round(sent: Sent) -> str:
    """A round's step may be refused in one state and written in another: each round for itself."""
    return f"{sent.action} {sent.button}"


def presses(client: Client, of: str) -> dict[str, list[Sent]]:
    """Each form of the console as a person sends it, by the name of its page."""
    if of == "day":
        found = forms(client, pages_of_day(day()), same_in_this_round)
    else:
        found = forms(client, pages(world("open", public=True)))
    filled_in = {name: [filled(sent) for sent in ones] for name, ones in found.items()}
    return filled_in | {LIST: list_looked_at(client)}


def list_looked_at(client: Client) -> list[Sent]:
    """A list of players, once it was looked at."""
    file = SimpleUploadedFile("players.csv", b"name,club\nNova Stella,North\nStella Nova,South\n")
    page = client.post(IMPORT, {"file": file}).content.decode()
    return [sent for sent in forms_of(page, IMPORT) if "import" in sent.button]


@pytest.fixture(scope="module")
def console(
    request: pytest.FixtureRequest, lasting_db: None, django_db_blocker: Any
) -> Iterator[Console]:
    """The forms of a world or of a day, made once a process."""
    with django_db_blocker.unblock(), transaction.atomic():
        client = signed_in(User.objects.create_superuser("olga"))
        found = presses(client, request.param)
        assert sum(map(len, found.values())) > 60
        yield Console(client, found)
        transaction.set_rollback(True)


def asked(client: Client, sent: Sent) -> Iterator[Sent]:
    """What is pressed where the answer asks whether it is meant."""
    with tried():
        answer = client.post(sent.action, sent.values)
    if answer.status_code == 200 and "text/html" in answer["Content-Type"]:
        for again in forms_of(answer.content.decode(), sent.action):
            if again.action == sent.action and {*again.values} > {*sent.values}:
                yield again


@pytest.mark.long
@pytest.mark.parametrize("console", ["world"], indirect=True)
def test_all_or_nothing(console: Console) -> None:
    killed, torn = 0, list[str]()

    def middle_and_last(most: int) -> set[int]:
        return {most // 2, most - 1} & {*range(1, most)}

    for sent in chain.from_iterable(console.forms.values()):
        deaths, found = torn_by(console.client, sent, middle_and_last)
        killed, torn = killed + deaths, torn + found
    assert killed > 70
    assert not torn, "\n".join(torn)


@pytest.mark.long
@pytest.mark.parametrize("console", ["world"], indirect=True)
def test_what_a_database_does_not_take_is_said(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each form that would write is answered alike where the database is read-only."""
    refused, faults = 0, list[str]()
    monkeypatch.setattr(console.client, "raise_request_exception", False)
    for sent in chain.from_iterable(console.forms.values()):
        writes = Writes(None)
        with tried(), connection.execute_wrapper(writes), read_only():
            answer = console.client.post(sent.action, sent.values)
        told = (answer.status_code, answer.get("Retry-After")) == (503, "5")
        refused += told
        if not told and (writes.tables or answer.status_code not in (200, 302)):
            faults.append(f"{sent.action} {sent.button}: {answer.status_code}, {writes.tables}")
    assert not faults, "\n".join(faults)
    assert refused > 45


@contextmanager
def read_only() -> Iterator[None]:
    """Nothing can be written, in a transaction that is undone."""
    execute = connection.connection.execute  # past Django, which asks nothing after an error
    if connection.vendor == "postgresql":
        execute("SET LOCAL transaction_read_only=on")
        yield
        return
    execute("PRAGMA query_only=ON")
    try:
        yield
    finally:
        execute("PRAGMA query_only=OFF")


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", [*CONSOLE, LIST])
@pytest.mark.parametrize("console", ["world", "day"], indirect=True)
def test_at_every_write(name: str, console: Console) -> None:
    """Each form of the page dies at each of its writes but the first."""
    torn = list[str]()
    for first in console.forms.get(name, []):
        for sent in (first, *asked(console.client, first)):
            torn += torn_by(console.client, sent, lambda most: range(1, most))[1]
    assert not torn, "\n".join(torn)
