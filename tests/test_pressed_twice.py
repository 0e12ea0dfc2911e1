"""A person who presses every button twice: of each form of the console the second time changes
nothing, leads where the first one led, and no page is an error."""

import re
from collections.abc import Callable, Iterable, Iterator

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.accounts import signed_in
from tests.forms_on_pages import Sent, forms_of
from tests.roles.matrix import MATRIX
from tests.roles.world import World, world
from tournament.access import Action
from tournament.models import AuditEntry, Event

pytestmark = pytest.mark.django_db

AWAY = {reverse("tournament:sign-out"), reverse("set_language")}


def pages(found: World) -> Iterator[str]:
    for name, row in MATRIX.items():
        if isinstance(row.who, Action) and "get" in row.verbs.split() and not row.status:
            yield reverse(name, kwargs=found.objects[row.on])


def players_pages(found: World) -> Iterator[str]:
    """Those on which players press something, without an account."""
    for name in ("tournament:me", "tournament:register"):
        yield reverse(name, kwargs=found.objects[MATRIX[name].on])


def kind(sent: Sent) -> str:
    """The same button of other rows is the same."""
    return re.sub(r"\d+", "#", f"{sent.action} {sent.button} {sorted(sent.values)}")


def forms(
    client: Client, paths: Iterable[str], same: Callable[[Sent], str] = kind
) -> Iterator[Sent]:
    """What each button of these pages sends, once for all that are the same."""
    known = set[str]()
    for path in dict.fromkeys(paths):
        answer = client.get(path)
        if answer.status_code != 200 or "text/html" not in answer.get("Content-Type", ""):
            continue
        for sent in forms_of(answer.content.decode(), path):
            if same(sent) not in known and sent.action not in AWAY:
                known.add(same(sent))
                yield sent


def test_the_second_press_changes_nothing(django_user_model) -> None:
    client = signed_in(django_user_model.objects.create_superuser("olga"))
    faults, pressed = list[str](), 0
    for sent in forms(client, pages(world("open", public=True))):
        pressed += 1
        faults += press_twice(client, sent)
    assert pressed > 60
    assert not faults, "\n".join(faults)


@pytest.fixture
def visitor(client: Client) -> Iterator[Client]:
    """Who presses more often than a visitor of whom other tests ask."""
    yield client
    cache.clear()


def test_nor_does_a_players(visitor: Client) -> None:
    found = world("open", public=True)
    Event.objects.update(registration="open", sends_emails=True)
    faults, buttons = list[str](), list[str]()
    for sent in forms(visitor, players_pages(found)):
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
