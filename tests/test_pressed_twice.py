"""A person who presses every button twice: of each form of the console the second time changes
nothing, leads where the first one led, and no page is an error."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.accounts import signed_in
from tests.forms_on_pages import Sent, forms_of
from tests.roles.matrix import MATRIX, Row
from tests.roles.world import World, world
from tests.shares import sampled
from tournament.access import Action
from tournament.models import AuditEntry, Event

pytestmark = pytest.mark.django_db

AWAY = {reverse("tournament:sign-out"), reverse("set_language")}


def is_page_of_console(row: Row) -> bool:
    return isinstance(row.who, Action) and "get" in row.verbs.split() and not row.status


CONSOLE = [name for name, row in MATRIX.items() if is_page_of_console(row)]


def pages(found: World) -> dict[str, list[str]]:
    """The page of each address of the console."""
    return {name: [reverse(name, kwargs=found.objects[MATRIX[name].on])] for name in CONSOLE}


def players_pages(found: World) -> dict[str, list[str]]:
    """Those on which players press something, without an account."""
    names = ("tournament:me", "tournament:register")
    return {name: [reverse(name, kwargs=found.objects[MATRIX[name].on])] for name in names}


def kind(sent: Sent) -> str:
    """The same button of other rows is the same."""
    return re.sub(r"\d+", "#", f"{sent.action} {sent.button} {sorted(sent.values)}")


def forms(
    client: Client, pages: Mapping[str, Iterable[str]], same: Callable[[Sent], str] = kind
) -> dict[str, list[Sent]]:
    """What each button of these pages sends, by the name of the first page that has it."""
    known, found = set[str](), dict[str, list[Sent]]()
    for name, paths in pages.items():
        for sent in sent_by(client, paths):
            if same(sent) not in known and sent.action not in AWAY:
                known.add(same(sent))
                found.setdefault(name, []).append(sent)
    return found


def sent_by(client: Client, paths: Iterable[str]) -> Iterator[Sent]:
    """What each button of these pages sends."""
    for path in dict.fromkeys(paths):
        answer = client.get(path)
        if answer.status_code == 200 and "text/html" in answer.get("Content-Type", ""):
            yield from forms_of(answer.content.decode(), path)


class Console(NamedTuple):
    """The forms of the console, by the names of its pages, and who presses them."""

    client: Client
    forms: dict[str, list[Sent]]


@pytest.fixture(scope="module")
def found(lasting_db: None) -> World:
    return world("open", public=True)


@pytest.fixture(scope="module")
def console(found: World) -> Console:
    client = signed_in(User.objects.create_superuser("olga"))
    sent = forms(client, pages(found))
    assert sum(map(len, sent.values())) > 60
    return Console(client, sent)


@pytest.mark.parametrize("name", sampled(CONSOLE))
def test_the_second_press_changes_nothing(name: str, console: Console) -> None:
    faults = list[str]()
    for sent in console.forms.get(name, []):
        faults += press_twice(console.client, sent)
    assert not faults, "\n".join(faults)


@pytest.fixture
def visitor(client: Client) -> Iterator[Client]:
    """Who presses more often than a visitor of whom other tests ask."""
    yield client
    cache.clear()


def test_nor_does_a_players(visitor: Client, found: World) -> None:
    Event.objects.update(registration="open", sends_emails=True)
    faults, buttons = list[str](), list[str]()
    for sent in chain.from_iterable(forms(visitor, players_pages(found)).values()):
        buttons.append(sent.button)
        sent.values.update({"text": ["Where do I sit?"]} if "text" in sent.values else {})
        faults += press_twice(visitor, sent)
    assert len(buttons) > 3
    assert not faults, "\n".join(faults)


def press_twice(client: Client, sent: Sent) -> list[str]:
    """What went wrong; everything is as before afterwards."""
    with transaction.atomic():
        first, done = client.post(sent.action, sent.values), AuditEntry.objects.count()
        second, then = client.post(sent.action, sent.values), AuditEntry.objects.count()
        transaction.set_rollback(True)
    told = f"{sent.action} {sent.button}: {first.status_code}, {second.status_code}"
    wrong = [told for answer in (first, second) if answer.status_code not in (200, 302)]
    if then != done:
        wrong.append(f"{told}, did it twice")
    if first.get("Location") != second.get("Location"):
        wrong.append(f"{told}, {first.get('Location')} and {second.get('Location')}")
    return wrong
