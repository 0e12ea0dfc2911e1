"""The doctor's findings about database, publisher and Redis."""

import datetime as dt
import socket
import uuid

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from referee.doctor import stores
from referee.doctor.findings import State
from tests.serving import free_port
from tournament.models import PublisherLease

pytestmark = pytest.mark.django_db


def test_a_database_that_can_lose_what_it_acknowledged_is_told():
    """That of the tests is one: it forgets at a loss of power."""
    [found] = stores.check_database()
    setting = "synchronous = 0" if connection.vendor == "sqlite" else "fsync = off"
    assert found.state == State.CRITICAL
    assert setting in found.text


def test_tables_of_another_version_are_told():
    [found] = stores.check_migrations()
    assert found.state == State.FINE
    MigrationRecorder.Migration.objects.filter(app="referee").latest("name").delete()
    [found] = stores.check_migrations()
    assert found.state == State.CRITICAL
    assert "migrate" in found.advice


def test_tables_of_a_newer_version_are_told():
    MigrationRecorder.Migration.objects.create(app="referee", name="9999_of_next_year")
    [found] = stores.check_migrations()
    assert (found.state, "newer version" in found.text) == (State.CRITICAL, True)


@pytest.mark.parametrize(("seconds", "state"), [(1, State.FINE), (60, State.WARNING)])
def test_a_publisher_that_is_silent_is_told(seconds, state):
    [found] = stores.check_publisher()
    assert found.state == State.WARNING
    beat = timezone.now() - dt.timedelta(seconds=seconds)
    PublisherLease.objects.create(holder=uuid.uuid4(), beat=beat)
    [found] = stores.check_publisher()
    assert found.state == state


def test_a_redis_that_does_not_answer_is_told(settings):
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    [found] = stores.check_redis()
    assert (found.state, "REDIS_URL" in found.advice) == (State.CRITICAL, True)
    settings.REDIS_URL = ""
    [found] = stores.check_redis()
    assert found.state == State.FINE


def test_a_redis_that_takes_the_connection_and_stays_silent_is_told(settings):
    with socket.create_server(("127.0.0.1", 0)) as server:
        settings.REDIS_URL = f"redis://127.0.0.1:{server.getsockname()[1]}/0"
        [found] = stores.check_redis()
    assert (found.state, "does not answer" in found.text) == (State.CRITICAL, True)


def test_a_password_in_an_address_that_cannot_be_read_is_not_told(settings):
    settings.REDIS_URL = "redis://treasurer:pa/ss@127.0.0.1"
    [found] = stores.check_redis()
    assert (found.state, "cannot be read" in found.text) == (State.CRITICAL, True)
    assert "pa" not in found.text.split()
