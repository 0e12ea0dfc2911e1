"""An event is saved as one file: all of it, nothing else, and what is sealed unread."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from referee.backups import services
from referee.backups.parts import LEFT_OUT, PARTS
from referee.models import TableCode
from tests.referee.backups.saving import saved
from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tests.tournament.racing import race
from tournament.backups.files import KEPT, backups_of, path_of
from tournament.models import AuditEntry, Entry, Event, Person, Round, Seal
from tournament.people.services.entries import withdraw_entry

pytestmark = pytest.mark.django_db


def test_no_table_of_an_event_is_forgotten() -> None:
    """Every table with a way to an event is in a backup, or left out on purpose."""
    known = {part.model for part in PARTS} | set(LEFT_OUT)
    of_event: set[Any] = {Event}
    while True:
        more = {
            model
            for app in ("tournament", "referee")
            for model in apps.get_app_config(app).get_models()
            if any(field.related_model in of_event for field in model._meta.concrete_fields)
        }
        if more <= of_event:
            break
        of_event |= more
    assert of_event <= known
    assert of_event | {Person, AuditEntry} == known


def test_nobody_reads_in_it_what_is_sealed(event: Event) -> None:
    (seal,) = Seal.objects.filter(event=event)
    hidden = Round.objects.get(number=2)
    assert hidden.certificate
    with zipfile.ZipFile(saved(event)) as archive:
        content = b"".join(archive.read(name) for name in archive.namelist())
    for secret in (seal.opening, str(hidden.certificate["problem"]["seed"])):
        assert secret.encode() not in content
    for code in TableCode.objects.all():
        assert code.secret_hash.encode() not in content


def test_records_lie_beside_it_for_people(event: Event) -> None:
    with zipfile.ZipFile(saved(event)) as archive:
        assert archive.testzip() is None
        manifest = json.loads(archive.read("manifest.json"))
        record = archive.read("records/round-1/table-1.amr.jsonl").decode()
    assert (manifest["format"], manifest["event"]) == ("treasurer-backup/1", "open")
    assert json.loads(record.splitlines()[0])["event"] == event.name


def test_nothing_of_another_event_is_in_it(event: Event) -> None:
    other = make_event("other", players=4)
    other.entries.filter(seed=1).update(email="secret@example.org")
    finish(table_of(seat_round(other, 1, (1, 2, 3, 4))), 4, 3, 2, 1)
    with zipfile.ZipFile(saved(event)) as archive:
        content = b"".join(archive.read(name) for name in archive.namelist())
    assert b"secret@example.org" not in content
    assert b'"other"' not in content


def test_only_so_many_are_kept_the_newest(event: Event, data: Path) -> None:
    folder = data / "backups" / str(event.pk)
    folder.mkdir(parents=True)
    for minute in range(10, 10 + KEPT):
        (folder / f"open-20260101T12{minute}00Z.zip").touch()
    (folder / "other.txt").touch()
    made = services.save_backup(event=event, by=BY)
    known = backups_of(event)
    assert (known[0], len(known)) == (made, KEPT)
    assert not (folder / "open-20260101T121000Z.zip").exists()
    assert (folder / "other.txt").exists()
    assert (folder / made.name).stat().st_mode & 0o077 == 0


def test_a_disk_that_is_full_leaves_nothing_half_written(event: Event, data: Path) -> None:
    (data / "backups").write_text("in the way")
    with pytest.raises(OSError, match=r"exists|directory"):
        services.save_backup(event=event, by=BY)
    assert AuditEntry.objects.filter(action="back up").count() == 0


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "name", ["../../secret-key", "open-20260101T000000Z.zip", "other.txt", "open-2026.zip", ""]
)
def test_nothing_else_is_handed_out(event: Event, data: Path, name: str) -> None:
    saved(event)
    (data / "secret-key").touch()
    (data / "backups" / str(event.pk) / "other.txt").touch()
    assert path_of(event, name) is None


@pytest.mark.django_db(transaction=True)
def test_it_is_of_one_moment_and_nobody_waits_for_it() -> None:
    """Somebody drops out while the backup is read: that is done at once, and not in it."""
    event = make_event("open", players=2)
    own: Any = connection  # SQLite's knows where it lies
    if own.vendor == "sqlite" and own.is_in_memory_db():
        with services._read_snapshot():
            assert Entry.objects.filter(event=event, status="active").count() == 2
        return
    with services._read_snapshot():
        assert Entry.objects.filter(event=event, status="active").count() == 2
        done = race(lambda: withdraw_entry(entry=entry(event, 1), by=BY))
        assert not isinstance(done[0], Exception)
        assert Entry.objects.filter(event=event, status="active").count() == 2
    assert Entry.objects.filter(event=event, status="active").count() == 1
