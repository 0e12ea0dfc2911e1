"""Everything of an event in one file: what the person may see, followed, stopped, deleted."""

import csv
import io
import json
from datetime import timedelta
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from referee.archives import services
from referee.archives.services import (
    ArchiveStoppedError,
    cancel_archive,
    make_archive,
    reporter,
    request_archive,
    resume_archives,
)
from referee.archives.writing import write_archive
from tests.accounts import signed_in
from tests.referee.log.test_chief import confirm, play
from tests.referee.tables import golden, log_events, make_table, paired
from tests.tournament.making import make_event
from tournament.backups.archives import archive_file, archives_folder
from tournament.exports.archives import archive_for
from tournament.exports.registry import EXPORTS
from tournament.exports.writers import FORMATS
from tournament.models import ArchiveJob, AuditEntry, Event, Membership

pytestmark = pytest.mark.django_db
PAGE = "/organise/open/downloads/"
TABLES = {f"{export.name}.{ending}" for export in EXPORTS for ending in FORMATS}


@pytest.fixture(autouse=True)
def _disk(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    cache.clear()


@pytest.fixture
def event() -> Event:
    """A game that was logged and confirmed."""
    lines = golden("03")
    tablet = paired(make_table(lines[0], slug="open", published=True))
    game = play(tablet, log_events(lines))
    confirm(tablet, *(player["id"] for player in lines[0]["players"]))
    return game.table.round.event


def member(event: Event, role: str) -> User:
    person = User.objects.create_user(role)
    Membership.objects.create(event=event, person=person, role=role)
    return person


@pytest.fixture
def olga(event: Event) -> User:
    return member(event, "organiser")


def made(event: Event, person: User) -> ZipFile:
    job = request_archive(event=event, by=person)
    make_archive(job_pk=job.pk)
    return ZipFile(archive_file(job.pk))


def download(client: Client) -> Any:
    return client.get(f"{PAGE}archive.zip")


def test_an_organiser_gets_everything(event: Event, olga: User) -> None:
    with made(event, olga) as archive:
        assert archive.testzip() is None
        names = set(archive.namelist())
        players = json.loads(archive.read("players.json"))
        rows = csv.reader(io.StringIO(archive.read("players.csv").decode("utf-8-sig")))
    records = {"records/round-1/table-1.amr.jsonl", "records/round-1/table-1.statement.json"}
    assert names == TABLES | records
    assert [row[2] for row in list(rows)[1:]] == [player["name"] for player in players]
    assert AuditEntry.objects.filter(kind="archivejob", action="create", by="organiser").exists()


def test_the_tables_are_those_of_the_page(event: Event, olga: User) -> None:
    """But the audit log, which goes on."""
    client = signed_in(olga)
    with made(event, olga) as archive:
        for name in TABLES - {f"audit.{ending}" for ending in FORMATS}:
            if not name.endswith(".xlsx"):
                assert archive.read(name) == client.get(PAGE + name).getvalue(), name


@pytest.mark.parametrize(
    ("role", "tables", "records"),
    [
        ("reader", {"players", "check-in", "results", "penalties"}, False),
        ("registrar", {"players", "check-in"}, False),
        ("chief-referee", {"players", "check-in", "seats", "results", "penalties"}, True),
    ],
)
def test_others_get_what_they_may_see(
    event: Event, role: str, tables: set[str], records: bool
) -> None:
    with made(event, member(event, role)) as archive:
        names = archive.namelist()
    assert {name.split(".")[0] for name in names if "/" not in name} == tables
    assert any(name.startswith("records/") for name in names) == records


def test_it_is_the_persons_own_and_only_while_they_may_see_it(event: Event, olga: User) -> None:
    with made(event, olga):
        pass
    other = User.objects.create_user("oscar")
    Membership.objects.create(event=event, person=other, role="organiser")
    assert download(signed_in(other)).status_code == 404
    client = signed_in(olga)
    answer = download(client)
    assert answer["Content-Disposition"] == 'attachment; filename="open-archive.zip"'
    assert ZipFile(io.BytesIO(answer.getvalue())).namelist()
    Membership.objects.filter(person=olga).update(role="reader")
    assert download(client).status_code == 404


def test_rights_that_were_lost_meanwhile_count(event: Event, olga: User) -> None:
    job = request_archive(event=event, by=olga)
    Membership.objects.filter(person=olga).update(role="reader")
    make_archive(job_pk=job.pk)
    with ZipFile(archive_file(job.pk)) as archive:
        names = {name.split(".")[0] for name in archive.namelist()}
    assert names == {"players", "check-in", "results", "penalties"}


def test_a_second_request_waits_for_the_first_and_a_later_one_replaces_it(
    event: Event,
    olga: User,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    begun = list[int]()
    monkeypatch.setattr(services.run_archive_job, "delay", begun.append)
    job = request_archive(event=event, by=olga)
    assert request_archive(event=event, by=olga) == job
    make_archive(job_pk=job.pk)
    make_archive(job_pk=job.pk)
    assert archive_file(job.pk).exists()
    with django_capture_on_commit_callbacks(execute=True):
        again = request_archive(event=event, by=olga)
    assert begun == [again.pk]
    assert not archive_file(job.pk).exists()


def test_a_stopped_one_leaves_nothing(event: Event, olga: User) -> None:
    job = request_archive(event=event, by=olga)
    ArchiveJob.objects.update(status="running", seen_at=timezone.now())

    def stop_then_report(done: int, total: int) -> None:
        if done == 3:
            cancel_archive(job=job, by=olga)
        reporter(job.pk)(done, total)

    with pytest.raises(ArchiveStoppedError):
        write_archive(io.BytesIO(), event, job.parts, stop_then_report)
    make_archive(job_pk=job.pk)
    found = archive_for(olga, event)
    assert (found.is_running, found.is_ready, found.sentence) == (False, False, "")
    assert not list(archives_folder().glob("*"))
    assert AuditEntry.objects.filter(kind="archivejob", action="cancel").count() == 1


def test_progress_is_told(event: Event, olga: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "REPORT_SECONDS", 0)
    job, seen = request_archive(event=event, by=olga), list[int]()
    ArchiveJob.objects.update(status="running")

    def report(done: int, total: int) -> None:
        reporter(job.pk)(done, total)
        seen.append(ArchiveJob.objects.get().progress)

    write_archive(io.BytesIO(), event, job.parts, report)
    assert seen == sorted(seen)
    assert seen[0] == 0
    assert 90 < seen[-1] <= 100


def test_a_full_disk_is_told(event: Event, olga: User, settings: Any) -> None:
    (Path(settings.DATA_DIR) / "archives").write_text("in the way")
    job = request_archive(event=event, by=olga)
    make_archive(job_pk=job.pk)
    page = signed_in(olga).get(PAGE).content.decode()
    assert "The archive was not made" in page


def test_a_lost_worker_is_told_and_another_may_be_asked_for(event: Event, olga: User) -> None:
    job = request_archive(event=event, by=olga)
    before = timezone.now() - timedelta(minutes=2)
    ArchiveJob.objects.update(status="running", seen_at=before)
    assert "lost" in archive_for(olga, event).sentence
    make_archive(job_pk=job.pk)
    assert not archive_file(job.pk).exists()
    assert request_archive(event=event, by=olga) != job


def test_open_ones_are_taken_up_after_a_restart(
    event: Event, olga: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    job, begun = request_archive(event=event, by=olga), list[int]()
    monkeypatch.setattr(services.run_archive_job, "delay", begun.append)
    resume_archives()
    assert begun == [job.pk]


def test_too_many_are_refused(event: Event, olga: User) -> None:
    for _time in range(services.MOST):
        request_archive(event=event, by=olga)
        ArchiveJob.objects.update(status="cancelled")
    with pytest.raises(ValidationError, match="in an hour"):
        request_archive(event=event, by=olga)


def test_few_wait_at_once(event: Event, olga: User) -> None:
    """A draw of another event waits behind them, in the same worker."""
    other = User.objects.create_user("oscar")
    for _time in range(4):
        request_archive(event=event, by=olga)
        ArchiveJob.objects.update(person=other)
    with pytest.raises(ValidationError, match="in a few minutes"):
        request_archive(event=event, by=olga)


def test_the_page_leads_from_asking_to_the_file(event: Event, olga: User) -> None:
    client = signed_in(olga)
    assert "Make the archive" in client.get(PAGE).content.decode()
    client.post(f"{PAGE}archive/make/")
    page = client.get(PAGE).content.decode()
    assert "The archive is being made" in page
    assert client.get(f"{PAGE}archive/state/").json()["running"]
    client.post(f"{PAGE}archive/stop/")
    assert not client.get(f"{PAGE}archive/state/").json()["running"]
    client.post(f"{PAGE}archive/make/")
    make_archive(job_pk=ArchiveJob.objects.latest("pk").pk)
    assert "Download the archive" in client.get(PAGE).content.decode()
    assert client.get(f"{PAGE}archive/state/").json()["text"] == "The archive is ready."
    archive_file(ArchiveJob.objects.latest("pk").pk).unlink()
    assert "Make the archive" in client.get(PAGE).content.decode()
    assert download(client).status_code == 404


def test_who_sees_no_table_gets_no_archive(event: Event) -> None:
    other = make_event("others")
    stranger = member(other, "organiser")
    assert signed_in(stranger).post(f"{PAGE}archive/make/").status_code == 403
    assert not ArchiveJob.objects.exists()


def test_the_public_pages_are_made_beside_the_archive(event: Event, olga: User) -> None:
    client, pages = signed_in(olga), f"{PAGE}site"
    assert "Copy the pages" in client.get(PAGE).content.decode()
    with made(event, olga):
        client.post(f"{pages}/make/")
    assert client.get(f"{pages}/state/").json()["running"]
    assert not client.get(f"{PAGE}archive/state/").json()["running"]
    make_archive(job_pk=ArchiveJob.objects.latest("pk").pk)
    assert client.get(f"{pages}/state/").json()["text"] == "The copy is ready."
    page = client.get(PAGE).content.decode()
    assert "Download the copy" in page
    assert "Download the archive" in page
    answer = client.get(f"{pages}.zip")
    assert answer["Content-Disposition"] == 'attachment; filename="open-site.zip"'
    with ZipFile(io.BytesIO(answer.getvalue())) as archive:
        assert "open/index.html" in archive.namelist()
    assert "players.csv" in ZipFile(io.BytesIO(download(client).getvalue())).namelist()


def test_pages_that_the_public_does_not_see_are_not_copied(event: Event, olga: User) -> None:
    job = request_archive(event=event, by=olga, site=True)
    Event.objects.update(published=False)
    make_archive(job_pk=job.pk)
    told = archive_for(olga, event, site=True).sentence
    assert told.startswith("The pages were not copied: The public does not see this event")
    assert not list(archives_folder().glob("*"))


def test_a_copy_is_stopped_as_an_archive_is(event: Event, olga: User) -> None:
    client = signed_in(olga)
    client.post(f"{PAGE}site/make/")
    client.post(f"{PAGE}site/stop/")
    make_archive(job_pk=ArchiveJob.objects.get().pk)
    assert archive_for(olga, event, site=True).sentence == ""
    assert client.get(f"{PAGE}site.zip").status_code == 404
