"""Each night a process of its own backs up; a killed one, and a full disk, leave no backup."""

import logging
import resource
import threading
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from referee.backups.installation import age, schedule
from referee.backups.installation.files import newest_backup
from referee.backups.installation.retention import backups_in, name_at
from tests.referee.backups.installation.places import here

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def recipient(folder: Path, identity: age.Identity, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BACKUP_RECIPIENT", str(identity.to_public()))


@pytest.mark.exhaustive
@pytest.mark.long
@pytest.mark.usefixtures("recipient")
def test_it_backs_up_once_a_night(folder: Path) -> None:
    assert newest_backup() is None
    assert schedule.back_up_if_due()
    (made,) = backups_in(folder)
    assert newest_backup() == made.made_at
    assert schedule.back_up_if_due()
    assert backups_in(folder) == [made]


@pytest.mark.exhaustive
@pytest.mark.long
@pytest.mark.usefixtures("recipient")
def test_what_failed_is_in_the_log(
    folder: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BACKUP_RECIPIENT", "age1none")
    with caplog.at_level(logging.ERROR):
        assert not schedule.back_up_if_due()
    assert "was not backed up as it should be: back_up_installation: " in caplog.text
    assert "BACKUP_RECIPIENT does not work" in caplog.text


def test_without_a_recipient_there_is_nothing_to_do(settings: Any, folder: Path) -> None:
    settings.BACKUP_RECIPIENT = []
    schedule.run(threading.Event())


def test_it_ends_when_it_is_told_to(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / name_at(timezone.now())).touch()
    stop = threading.Event()
    thread = threading.Thread(target=schedule.run, args=(stop,))
    thread.start()
    stop.set()
    thread.join(10)
    assert not thread.is_alive()


@pytest.mark.exhaustive
@pytest.mark.long
@pytest.mark.usefixtures("recipient")
def test_a_killed_one_leaves_no_backup(folder: Path) -> None:
    process = here().start("back_up_installation")
    while not list(folder.glob("*.part")):
        assert process.poll() is None
    process.kill()
    process.communicate()
    assert backups_in(folder) == []
    # What it left is neither in the way nor found by anybody.
    code, said = here().manage("back_up_installation")
    assert code == 0, said
    assert len(backups_in(folder)) == 1
    assert not (here().data / "installation-backup").exists()


@pytest.mark.exhaustive
@pytest.mark.usefixtures("recipient")
def test_a_full_disk_leaves_no_backup(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk takes no file beyond so many bytes: less than a database has."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, before[1]))
    try:
        code, said = here().manage("back_up_installation")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert code == 1
    assert "Nothing was saved" in said
    assert list(folder.iterdir()) == []
