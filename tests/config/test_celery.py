"""`treasurer publish` publishes what waits and ends when it is told to; a worker needs Redis."""

import os
import signal
import threading
import time

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connections
from pytest_django import Settings

from config import celery
from tests.tournament.making import make_event, seat_round
from tournament.models import PublicVersion


@pytest.mark.django_db(transaction=True)
def test_it_publishes_until_a_signal() -> None:
    seat_round(make_event(players=4), 1, (1, 2, 3, 4))
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def stop_once_published() -> None:
        until = time.monotonic() + 10
        while not PublicVersion.objects.exists() and time.monotonic() < until:
            time.sleep(0.05)
        connections.close_all()
        os.kill(os.getpid(), signal.SIGTERM)

    # A signal that comes too early or too late ends no process of the tests.
    signal.signal(signal.SIGTERM, lambda *_given: None)
    stopping = threading.Thread(target=stop_once_published)
    stopping.start()
    try:
        celery.publish()
    finally:
        stopping.join()
        for number, handler in handlers.items():
            signal.signal(number, handler)
    assert PublicVersion.objects.count() == 1


def test_a_worker_without_redis_says_that_there_is_nothing_to_do(settings: Settings) -> None:
    settings.REDIS_URL = ""
    with pytest.raises(ImproperlyConfigured, match="does its tasks itself"):
        celery.run_worker([])


def test_a_draw_waits_behind_nothing_that_takes_minutes() -> None:
    celery.app.loader.import_default_modules()
    ours = [name for name in celery.app.tasks if not name.startswith("celery.")]
    queues = {name: celery.app.amqp.router.route({}, name)["queue"].name for name in ours}
    assert {name for name, queue in queues.items() if queue == "celery"} == {
        "tournament.tasks.run_draw_job"
    }
    assert set(queues.values()) == {"celery", "heavy"}
