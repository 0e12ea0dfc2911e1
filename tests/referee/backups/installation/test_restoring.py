"""An installation comes back as it was, in an empty place; a wrong file changes nothing."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from referee.backups.installation import age, databases
from referee.backups.installation.retention import backups_in
from referee.models import LoggedEvent
from tests.referee.backups.installation.places import Place, here, opened
from tests.referee.backups.saving import played_event
from tournament.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def backup(folder: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A backup of an event with a logged game, which is still there."""
    played_event()
    call_command("back_up_installation")
    capsys.readouterr()
    return backups_in(folder)[0].file


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """An installation where nothing is."""
    data = tmp_path / "other"
    if connection.vendor == "sqlite":
        yield Place(data, f"sqlite:///{data / 'treasurer.sqlite3'}")
        return
    address = os.environ["DATABASE_URL"]
    name = f"restored_{os.getpid()}"
    with psycopg.connect(address, autocommit=True) as server:
        server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        server.execute(f"CREATE DATABASE {name} TEMPLATE template0")
    yield Place(data, urlsplit(address)._replace(path=f"/{name}").geturl())
    with psycopg.connect(address, autocommit=True) as server:
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.exhaustive
@pytest.mark.long
def test_everything_comes_back_into_an_empty_place(
    backup: Path, place: Place, key_file: Path, settings: Any
) -> None:
    words = ("restore_installation", str(backup), "--identity", str(key_file))
    code, said = place.manage(*words)
    assert code == 0, said
    assert "Replayed: 1 games." in said
    assert place.rows() == here().rows()
    assert (place.data / "secret-key").read_text() == settings.SECRET_KEY
    assert (place.data / "secret-key").stat().st_mode & 0o077 == 0
    assert not (place.data / "installation-backup").exists()
    # Now it is filled, and is replaced only by leave.
    code, said = place.manage(*words)
    assert code == 1
    assert "has accounts or events. Nothing was changed" in said
    code, said = place.manage(*words, "--replace", SECRET_KEY="x" * 40)
    assert code == 0, said
    assert "SECRET_KEY is set here to another key" in said
    assert place.rows() == here().rows()


def restore(file: Path, key_file: Path, *options: str) -> str:
    """Why this installation was not replaced."""
    before = here().rows()
    with pytest.raises(CommandError) as caught:
        call_command("restore_installation", str(file), f"--identity={key_file}", *options)
    assert here().rows() == before
    return str(caught.value)


def test_one_flipped_byte_anywhere_changes_nothing(
    backup: Path, key_file: Path, tmp_path: Path
) -> None:
    whole = backup.read_bytes()
    size = len(whole)
    for at in (0, 30, 200, 500, size // 3, size // 2, size - 70_000, size - 1):
        flipped = bytearray(whole)
        flipped[at] ^= 1
        (tmp_path / "flipped").write_bytes(flipped)
        said = restore(tmp_path / "flipped", key_file, "--replace")
        assert "damaged" in said
        assert "Nothing was changed" in said


def test_what_does_not_fit_changes_nothing(
    backup: Path, key_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other.txt"
    other.write_text(str(age.new_identity()))
    assert "made for another key" in restore(backup, other, "--replace")
    assert "cannot be read" in restore(tmp_path / "none", key_file, "--replace")
    assert "has no private key" in restore(backup, backup, "--replace")
    assert "--replace" in restore(backup, key_file)
    with monkeypatch.context() as patch:
        # A program that does not know one of the migrations.
        patch.setattr(databases, "MigrationLoader", Older)
        assert "of a newer version of Treasurer" in restore(backup, key_file, "--replace")


class Older(MigrationLoader):
    """The migrations that a program of before has."""

    def load_disk(self) -> None:
        super().load_disk()
        known = self.disk_migrations or {}
        del known["tournament", max(name for app, name in known if app == "tournament")]


@pytest.mark.exhaustive
def test_a_database_that_somebody_uses_is_left_alone(backup: Path, key_file: Path) -> None:
    with opened():
        said = restore(backup, key_file, "--replace")
    assert "Nothing was changed. Stop the server" in said


@pytest.mark.exhaustive
@pytest.mark.long
def test_it_is_restored_over_what_came_since(
    backup: Path, key_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = here().rows()
    Event.objects.update(name="Renamed since")
    call_command("restore_installation", str(backup), f"--identity={key_file}", "--replace")
    assert "The installation is that of" in capsys.readouterr().out
    assert here().rows() == before
    assert LoggedEvent.objects.count() > 50


def test_keys_that_cannot_be_written_are_told(backup: Path, key_file: Path, data: Path) -> None:
    (data / "secret-key").mkdir()
    with pytest.raises(CommandError, match="database was put back, its keys were not: Is a dir"):
        call_command("restore_installation", str(backup), f"--identity={key_file}", "--replace")
