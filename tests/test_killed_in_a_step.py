"""A server that is killed in the middle of a step: of each form everything was written or nothing,
at whichever of its writes it died."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client

from tests.accounts import signed_in
from tests.forms_on_pages import Sent, forms_of
from tests.roles.day import day, pages_of_day
from tests.roles.world import world
from tests.test_pressed_twice import forms, kind, pages

pytestmark = pytest.mark.django_db
WRITE = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"')
OF_NO_STEP = "django_session"
TOLD_TWICE = "tournament_change"
"""Asks the publisher to look: once too often does no harm."""


IMPORT = "/organise/open/players/import/"
TYPED = {
    r"/role/": {"role": "reader"},
    r"/check-in/deadline/": {"until": "2027-05-15T10:00"},
    r"/players/\d+/": {"name": "Nova Stella"},
    r"/sheet/": {f"seat{seat}-final": str(9 - seat) for seat in range(1, 5)},
    r"/penalties/give/": {"reason": "Loud"},
    r"/settings/place/": {"venue": "Town hall"},
    r"/begins/": {"at": "2027-05-15T10:00"},
    r"/r/(\d+)/clear/": {"typed": r"\1"},
    r"/organise/([^/]+)/delete/": {"typed": r"\1"},
    r"/tables/\d+/results/": {"source": "log"},
}
"""What a person types where the form by itself would change nothing: the end of its address."""


class Killed(BaseException):
    """What nothing within the server catches."""


class Writes:
    """The tables to which a request writes, until it is ended at one of its writes."""

    def __init__(self, until: int | None) -> None:
        self.tables: list[str] = []
        self._until = until

    def __call__(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if (found := WRITE.match(sql)) and found[1] != OF_NO_STEP:
            if len(self.tables) == self._until:
                raise Killed
            self.tables.append(found[1])
        return execute(sql, *rest)


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


@pytest.fixture
def olga(django_user_model: Any) -> Client:
    return signed_in(django_user_model.objects.create_superuser("olga"))


def presses(
    client: Client, paths: Iterable[str], same: Callable[[Sent], str] = kind
) -> Iterator[Sent]:
    """Each form of these pages as a person sends it, and a list of players that was looked at."""
    yield from (filled(sent) for sent in forms(client, paths, same))
    file = SimpleUploadedFile("players.csv", b"name,club\nNova Stella,North\nStella Nova,South\n")
    looked_at = client.post(IMPORT, {"file": file}).content.decode()
    yield from (sent for sent in forms_of(looked_at, IMPORT) if "import" in sent.button)


def asked(client: Client, sent: Sent) -> Iterator[Sent]:
    """What is pressed where the answer asks whether it is meant."""
    with tried():
        answer = client.post(sent.action, sent.values)
    if answer.status_code == 200:
        for again in forms_of(answer.content.decode(), sent.action):
            if again.action == sent.action and {*again.values} > {*sent.values}:
                yield again


@pytest.mark.long
def test_all_or_nothing(olga: Client) -> None:
    killed, torn = 0, list[str]()

    def middle_and_last(most: int) -> set[int]:
        return {most // 2, most - 1} & {*range(1, most)}

    for sent in presses(olga, pages(world("open", public=True))):
        deaths, found = torn_by(olga, sent, middle_and_last)
        killed, torn = killed + deaths, torn + found
    assert killed > 70
    assert not torn, "\n".join(torn)


@pytest.mark.exhaustive
def test_at_every_write(olga: Client) -> None:
    at_every_write(250, presses(olga, pages(world("open", public=True))), olga)


@pytest.mark.exhaustive
def test_at_every_write_of_a_day(olga: Client) -> None:
    """A round's step may be refused in one state and written in another: each round for itself."""

    def same(sent: Sent) -> str:
        return f"{sent.action} {sent.button}"

    at_every_write(240, presses(olga, pages_of_day(day()), same), olga)


def at_every_write(least: int, pressed: Iterable[Sent], client: Client) -> None:
    """Each form dies at each of its writes but the first; so often at least in all."""
    killed, torn = 0, list[str]()
    for first in pressed:
        for sent in (first, *asked(client, first)):
            deaths, found = torn_by(client, sent, lambda most: range(1, most))
            killed, torn = killed + deaths, torn + found
    assert killed > least
    assert not torn, "\n".join(torn)
