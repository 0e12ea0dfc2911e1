"""The doctor's findings about the machine."""

import datetime as dt
import shutil
import sys
from collections import namedtuple

import pytest
from django.utils import timezone

from referee.backups.installation.retention import name_at
from referee.doctor import machine
from referee.doctor.findings import State
from tests.tournament.making import make_event
from tools import set_up
from tournament.models import AuditEntry, Event

pytestmark = pytest.mark.django_db
Usage = namedtuple("Usage", "total used free")


@pytest.mark.parametrize(
    ("version", "state"),
    [((3, 10), State.WARNING), ((3, 11), State.FINE), ((3, 14), State.FINE), ((3, 15), 1)],
)
def test_a_python_that_is_not_tested_is_named(version, state, monkeypatch):
    monkeypatch.setattr(sys, "version_info", (*version, 0))
    [found] = machine.check_python()
    assert found.state == state
    assert ".".join(map(str, version)) in found.text


def test_it_is_the_pythons_that_the_set_up_takes():
    assert machine.PYTHONS == (set_up.OLDEST, set_up.NEWEST)


@pytest.mark.parametrize(
    ("free", "state"), [(499, State.CRITICAL), (1_999, State.WARNING), (2_000, State.FINE)]
)
def test_a_disk_that_is_nearly_full_is_told_before_it_is_full(free, state, monkeypatch):
    usage = Usage(0, 0, free * machine.MEGABYTE)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage)
    [found] = machine.check_disk()
    assert found.state == state
    assert f"{free} MB" in found.text
    assert bool(found.advice) == bool(state)


def test_a_disk_without_room_for_a_backup_is_told(monkeypatch):
    usage = Usage(0, 0, 3_000 * machine.MEGABYTE)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage)
    monkeypatch.setattr(machine, "database_bytes", lambda: 1_501 * machine.MEGABYTE)
    [found] = machine.check_disk()
    assert (found.state, "1501 MB" in found.advice) == (State.WARNING, True)


def test_a_clock_that_was_set_back_is_known_by_what_was_logged():
    make_event("cup")
    [found] = machine.check_clock()
    assert found.state == State.FINE
    AuditEntry.objects.update(at=timezone.now() + dt.timedelta(hours=1))
    [found] = machine.check_clock()
    assert (found.state, "set back" in found.text) == (State.CRITICAL, True)


def test_a_time_zone_that_is_not_known_here_is_named():
    event = make_event("cup")
    [found] = machine.check_time_zones()
    assert found.state == State.FINE
    Event.objects.filter(pk=event.pk).update(time_zone="Mars/Base")
    [found] = machine.check_time_zones()
    assert (found.state, "Mars/Base" in found.text) == (State.CRITICAL, True)


def test_a_night_without_a_backup_is_told_where_there_is_to_be_one(settings, tmp_path):
    assert list(machine.check_installation_backup()) == []
    settings.BACKUP_RECIPIENT, settings.BACKUP_FOLDER = ["age1"], tmp_path
    [found] = machine.check_installation_backup()
    assert (found.state, "back_up_installation" in found.advice) == (State.CRITICAL, True)
    now = timezone.now()
    (tmp_path / name_at(now - dt.timedelta(hours=37))).touch()
    [found] = machine.check_installation_backup()
    assert found.state == State.CRITICAL
    (tmp_path / name_at(now - dt.timedelta(hours=35))).touch()
    [found] = machine.check_installation_backup()
    assert (found.state, found.advice) == (State.FINE, "")
