"""How long a write waits for a lock: in a request no longer than a person does."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.signals import request_started
from django.db import connection, connections

from tournament.common.lock_wait import _milliseconds, lock_wait, waited

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def thread() -> Iterator[ThreadPoolExecutor]:
    """A thread with a connection of its own."""
    with ThreadPoolExecutor(1) as made:
        yield made
        made.submit(connections.close_all).result()


def wait() -> int:
    connection.ensure_connection()
    return _milliseconds(connection)


def begin(after: float = 0.0) -> int:
    """The milliseconds a request waits that has waited for its place so long."""
    token = waited.set(after)
    request_started.send(None)
    waited.reset(token)
    return wait()


def test_a_request_waits_five_seconds_less_what_it_waited(thread: ThreadPoolExecutor) -> None:
    given = [thread.submit(begin, after).result() for after in (0.0, 4.9, 9.0, 0.0)]
    assert given == [5000, 100, 1, 5000]


def test_who_answers_no_request_waits_as_the_settings_say(thread: ThreadPoolExecutor) -> None:
    usual = 20_000 if connection.vendor == "sqlite" else 0
    assert thread.submit(wait).result() == usual


def test_within_it_is_another_and_then_as_before(thread: ThreadPoolExecutor) -> None:
    def within() -> list[int]:
        before = wait()
        with lock_wait(0.5):
            return [wait(), before]

    inside, before = thread.submit(within).result()
    assert (inside, thread.submit(wait).result()) == (500, before)
