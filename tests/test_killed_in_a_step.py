"""A server that is killed in the middle of a step: of each form everything was written or nothing,
at whichever of its writes it died."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client

from tests.accounts import signed_in
from tests.forms_on_pages import Sent
from tests.roles.world import world
from tests.test_pressed_twice import forms, pages

pytestmark = pytest.mark.django_db
WRITES = ("INSERT", "UPDATE", "DELETE")
OF_NO_STEP = '"django_session"'
TOLD_TWICE = "tournament.Change"
"""Asks the publisher to look: once too often does no harm."""


class Killed(BaseException):
    """What nothing within the server catches."""


class Writes:
    """Counts the writes of a request, and ends it at one of them."""

    def __init__(self, until: int | None) -> None:
        self.seen = 0
        self._until = until

    def __call__(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if sql.startswith(WRITES) and OF_NO_STEP not in sql:
            if self.seen == self._until:
                raise Killed
            self.seen += 1
        return execute(sql, *rest)


def rows() -> list[tuple[str, list[Any]]]:
    """Everything that is stored of events, games and accounts."""
    models = [
        *apps.get_app_config("tournament").get_models(),
        *apps.get_app_config("referee").get_models(),
        *apps.get_app_config("auth").get_models(),
    ]
    return [
        (model._meta.label, list(model.objects.order_by("pk").values_list())) for model in models
    ]


@contextmanager
def tried() -> Iterator[None]:
    """What is done within is as if it had not been."""
    cache.clear()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def written(client: Client, sent: Sent, until: int | None) -> int:
    """The writes of a form until it is done, or killed."""
    writes = Writes(until)
    with connection.execute_wrapper(writes), suppress(Killed):
        client.post(sent.action, sent.values)
    return writes.seen


@pytest.mark.long
def test_all_or_nothing(django_user_model: Any) -> None:
    client = signed_in(django_user_model.objects.create_superuser("olga"))
    torn, killed = list[str](), 0
    for sent in forms(client, pages(world("open", public=True))):
        with tried():
            most = written(client, sent, None)
        for until in {most // 2, most - 1} - {0, most}:
            with tried():
                before = rows()
                written(client, sent, until)
                killed += 1
                torn += [
                    f"{sent.action} {sent.button}, write {until} of {most}: {label}"
                    for (label, old), (_same, new) in zip(before, rows(), strict=True)
                    if old != new and label != TOLD_TWICE
                ]
    assert killed > 60
    assert not torn, "\n".join(torn)
