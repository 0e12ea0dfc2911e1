"""Each figure after what it measures has happened, as a monitor reads it."""

import datetime as dt
from pathlib import Path
from uuid import uuid4

import pytest
from django.utils import timezone
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from referee.backups.installation.retention import name_at
from referee.log.calls import open_call
from referee.metrics.collector import FigureCollector
from referee.metrics.figures import FIGURES
from referee.models import Call, Device, GameLog, Outbox
from tests.referee.chief.pages import LINES
from tests.referee.tables import make_table, paired
from tournament.backups.files import folder_of, name_of
from tournament.models import Change, DrawJob, Event, PublisherLease, Table

pytestmark = pytest.mark.django_db
AGO = dt.timedelta(seconds=90)
"""What happened then is 90 seconds old, and a little more once it is read."""
ABSENT = {
    *("backup_age_seconds", "installation_backup_age_seconds"),
    *("redis_up", "certificate_left_seconds"),
}
"""What there may be none of."""


@pytest.fixture
def table() -> Table:
    return make_table(LINES[0])


def scrape() -> dict[str, float]:
    """What a monitor reads, by the names without their beginning."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(FigureCollector())
    families = text_string_to_metric_families(generate_latest(registry).decode())
    return {
        sample.name.removeprefix("treasurer_"): sample.value
        for family in families
        for sample in family.samples
    }


def lasts(name: str) -> bool:
    """Whether a figure says that something happened `AGO`."""
    return AGO.total_seconds() <= scrape()[name] < AGO.total_seconds() + 60


def test_every_figure_is_read_and_without_anything_nothing_waits() -> None:
    read = scrape()
    assert read.keys() - ABSENT == {"database_up", *(each.name for each in FIGURES)} - ABSENT
    assert read["database_up"] == 1
    waits = [value for name, value in read.items() if "delay" in name or "wait" in name]
    assert waits == [0, 0, 0, 0]


def test_the_length_of_all_logs_and_the_games_that_are_played(table: Table) -> None:
    paired(table)
    GameLog.objects.update(head_seq=12, state=GameLog.State.PLAYING)
    assert scrape()["logged_events_total"] == 12
    assert scrape()["games_playing"] == 1


def test_how_long_the_publisher_is_silent() -> None:
    assert scrape()["publisher_silence_seconds"] == float("inf")
    PublisherLease.objects.create(holder=uuid4(), beat=timezone.now() - AGO)
    assert lasts("publisher_silence_seconds")


def test_how_long_a_change_waits_to_be_published(table: Table) -> None:
    Change.objects.update(created_at=timezone.now() - AGO)
    assert lasts("publishing_delay_seconds")


def test_a_board_that_is_shown_later_does_not_wait_until_then(table: Table) -> None:
    game = paired(table).game
    Change.objects.all().delete()
    Outbox.objects.create(game_id=game, seq=1, created_at=timezone.now() - 2 * AGO)
    Event.objects.update(board_delay=AGO.total_seconds())
    assert lasts("publishing_delay_seconds")
    Event.objects.update(board_delay=600)
    assert scrape()["publishing_delay_seconds"] == 0


def test_how_long_a_job_in_the_background_is_silent(table: Table) -> None:
    DrawJob.objects.create(round=table.round, seed="1", requested_by="olga")
    DrawJob.objects.update(created_at=timezone.now() - AGO)
    assert lasts("job_silence_seconds")
    DrawJob.objects.update(status=DrawJob.Status.FINISHED)
    assert scrape()["job_silence_seconds"] == 0


def test_how_long_a_call_waits(table: Table) -> None:
    open_call(device=paired(table).device, call_id=uuid4(), topic="rules")
    Call.objects.update(opened_at=timezone.now() - AGO)
    assert scrape()["calls_open"] == 1
    assert lasts("call_wait_seconds")
    Call.objects.update(state=Call.State.CLAIMED)
    assert scrape()["calls_open"] == 0


def test_a_tablet_that_writes_a_game_and_is_silent_is_counted(table: Table) -> None:
    device = paired(table).device
    Device.objects.update(last_seen_at=timezone.now() - AGO)
    assert scrape()["tablets_silent"] == 0
    GameLog.objects.update(state=GameLog.State.PLAYING, lease_device=device)
    assert scrape()["tablets_silent"] == 1


def test_how_old_the_backup_of_a_played_event_is(
    table: Table, settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    event = table.round.event
    assert scrape()["backup_age_seconds"] == float("inf")
    folder = folder_of(event)
    folder.mkdir(parents=True)
    (folder / name_of(event, timezone.now() - AGO)).write_bytes(b"")
    assert lasts("backup_age_seconds")
    Event.objects.update(closed_at=timezone.now())
    assert "backup_age_seconds" not in scrape()


def test_a_figure_that_fails_is_missing_and_the_others_are_there(
    settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    assert "disk_free_bytes" in scrape()
    settings.DATA_DIR = tmp_path / "of a disk that is gone"
    read = scrape()
    assert "disk_free_bytes" not in read
    assert "clock_offset_seconds" in read


def test_how_old_the_newest_backup_of_everything_is(settings: Settings, tmp_path: Path) -> None:
    assert "installation_backup_age_seconds" not in scrape()
    settings.BACKUP_RECIPIENT, settings.BACKUP_FOLDER = ["age1"], tmp_path
    assert scrape()["installation_backup_age_seconds"] == float("inf")
    for ago in (AGO, 2 * AGO):
        (tmp_path / name_at(timezone.now() - ago)).touch()
    assert lasts("installation_backup_age_seconds")
