"""What is to be published wakes the publisher when it is committed, and not before."""

import os
from threading import Event
from time import sleep
from typing import Any

import pytest
from celery import current_app
from django.db import transaction

from tests.tournament.making import BY, make_event
from tournament.common.publisher_wakeup import PublisherNotifier, woken
from tournament.events.services.events import update_event


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("fails", [False, True])
def test_a_write_wakes_when_it_is_committed(settings: Any, fails: bool) -> None:
    settings.REDIS_URL = ""
    event = make_event()
    woken.clear()
    with transaction.atomic():
        update_event(event=event, by=BY, name="Other")
        assert not woken.is_set()
        transaction.set_rollback(fails)
    assert woken.is_set() is not fails


def test_a_fork_waits_while_a_message_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client of Redis has locks, which a process forked meanwhile would keep."""
    sending, sent = Event(), Event()

    def broadcast(_command: str) -> None:
        sending.set()
        sleep(0.2)
        sent.set()

    monkeypatch.setattr(current_app.control, "broadcast", broadcast)
    PublisherNotifier().tell()
    assert sending.wait(5)
    child = os.fork()
    if not child:
        os._exit(0)
    assert sent.is_set()
    assert os.waitpid(child, 0)[1] == 0
