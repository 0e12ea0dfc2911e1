"""An installation is saved, checked, and nothing of it is left over in clear."""

import fcntl
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from referee.backups.installation import age, sqlite
from referee.backups.installation.archive import unpack
from referee.backups.installation.errors import InstallationBackupError
from referee.backups.installation.files import work_alone
from referee.backups.installation.retention import backups_in
from referee.backups.installation.saving import save_installation
from referee.models import LoggedEvent
from tests.referee.backups.saving import played_event
from tournament.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(folder: Path) -> Event:
    """An event with a logged game that others can read: it is committed."""
    return played_event()


def back_up(capsys: pytest.CaptureFixture[str], *options: str) -> list[str]:
    call_command("back_up_installation", *options)
    return capsys.readouterr().out.splitlines()


def test_it_is_saved_for_the_key_alone_and_replayed(
    event: Event,
    folder: Path,
    data: Path,
    tmp_path: Path,
    identity: age.Identity,
    settings: Any,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (data / "certificates").mkdir()
    (data / "certificates" / "authority.key").write_text("a key")
    (data / "mail").mkdir()
    (data / "mail" / "letter.log").write_text("no key")
    path, replayed = back_up(capsys)
    assert replayed == "Decrypted again, and replayed: 1 games."
    (found,) = backups_in(folder)
    assert str(found.file) == path
    assert found.file.stat().st_mode & 0o077 == 0
    assert sorted(each.name for each in folder.iterdir()) == [found.file.name]
    assert not (data / "installation-backup").exists()
    assert event.name.encode() not in found.file.read_bytes()
    with age.decrypted(found.file, [identity]) as content:
        manifest = unpack(content, tmp_path)
    assert manifest.vendor == connection.vendor
    assert "tournament.0001_initial" in manifest.migrations
    names = ["files/certificates/authority.key", "files/push-key", "files/secret-key"]
    assert sorted(manifest.files)[1:] == names
    assert (tmp_path / manifest.files["files/secret-key"]).read_text() == settings.SECRET_KEY


def test_old_ones_go_once_a_new_one_is_there(
    event: Event, folder: Path, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.BACKUP_DAILY = settings.BACKUP_WEEKLY = 1
    folder.mkdir(parents=True)
    for day in (3, 4, 5):
        (folder / f"treasurer-2026-01-0{day}T03-00-00Z.tar.gz.age").touch()
    (folder / "notes.txt").touch()
    (folder / "treasurer-1.part").touch()
    os.utime(folder / "treasurer-1.part", (0, 0))
    assert "Old backups deleted: 3." in back_up(capsys)
    assert len(list(folder.iterdir())) == 2


def test_a_log_that_does_not_hold_is_saved_and_told(
    event: Event, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = LoggedEvent.objects.order_by("seq")[3]
    with connection.cursor() as cursor:
        cursor.execute("UPDATE referee_loggedevent SET hash = %s WHERE id = %s", ["0" * 64, row.pk])
    with pytest.raises(CommandError, match="was saved, but not checked in full: verify: ") as said:
        back_up(capsys)
    assert f"event {row.seq} was changed" in str(said.value)
    assert len(backups_in(folder)) == 1


def test_nobody_is_asked_to_keep_what_nobody_can_open(
    folder: Path, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.BACKUP_RECIPIENT = []
    with pytest.raises(CommandError, match=r"Nothing was saved\. BACKUP_RECIPIENT is not set"):
        back_up(capsys)
    assert not folder.exists()


def test_one_at_a_time(folder: Path, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with (data / "installation-backup.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(CommandError, match="Another backup or restore"):
            back_up(capsys)
        # Of several that share the folder one does the night's.
        assert back_up(capsys, "--scheduled") == []
    assert not folder.exists()


def test_what_a_killed_process_left_in_clear_goes(data: Path) -> None:
    (data / "installation-backup").mkdir()
    (data / "installation-backup" / "left").touch()
    with work_alone() as work:
        assert list(work.iterdir()) == []
        assert work.stat().st_mode & 0o077 == 0
    assert not work.exists()


def test_what_reads_otherwise_than_it_was_written_gets_no_name(
    event: Event, folder: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that loses a bit between writing and reading."""
    honest = os.fsync

    def lose_a_bit(handle: int) -> None:
        honest(handle)
        for part in folder.glob("*.part"):
            whole = bytearray(part.read_bytes())
            if len(whole) > 9_000:
                whole[9_000] ^= 1
                part.write_bytes(whole)

    monkeypatch.setattr(os, "fsync", lose_a_bit)
    with (
        work_alone() as work,
        pytest.raises(InstallationBackupError, match="What was written reads otherwise"),
    ):
        save_installation(work)
    assert list(folder.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_told(
    settings: Any, folder: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (data / "file").touch()
    settings.BACKUP_FOLDER = data / "file" / "backups"
    with pytest.raises(CommandError, match=f"Nothing was saved: .*{data}/file"):
        back_up(capsys)


def test_faults_of_a_copy_of_sqlite_are_found(tmp_path: Path) -> None:
    copy = tmp_path / "database.sqlite3"
    with closing(sqlite3.connect(copy)) as database:
        database.execute("CREATE TABLE logged (event TEXT)")
        database.executemany("INSERT INTO logged VALUES (?)", [(str(n) * 50,) for n in range(999)])
        database.commit()
    sqlite.check(copy)
    whole = bytearray(copy.read_bytes())
    whole[4096 * 3 : 4096 * 4] = b"\xff" * 4096
    copy.write_bytes(whole)
    with pytest.raises(InstallationBackupError, match="its database"):
        sqlite.check(copy)
    copy.write_bytes(b"no database" * 1000)
    with pytest.raises(InstallationBackupError, match="file is not a database"):
        sqlite.check(copy)
