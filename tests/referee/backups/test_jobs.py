"""A backup of a large event is saved by a worker: asked for once, followed, resumed, told of."""

from datetime import timedelta
from io import BytesIO
from pathlib import Path
from shutil import rmtree
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.utils import timezone

from referee.backups import jobs
from referee.backups.jobs import back_up, request_restore, resume_backups, run_backup, take_in
from referee.backups.numbers import Numbers
from referee.backups.restoring import restore_backup
from tests.accounts import ORGANISER, signed_in, staff
from tests.referee.backups.saving import empty_the_server, saved
from tests.referee.log.test_chief import play
from tests.referee.tables import golden, log_events, make_table, paired
from tests.tournament.making import BY, make_event
from tournament.backups.files import BackupFile, backups_of, folder_of, upload_of, uploads
from tournament.backups.selectors import backups_and_job, latest_upload, upload_sentence
from tournament.events.services.events import update_event
from tournament.models import AuditEntry, BackupJob, Event
from tournament.practice.services import delete_practice_event

pytestmark = pytest.mark.django_db
STATE = "/organise/open/backups/state/"
UPLOAD_STATE = "/organise/restore/state/"


@pytest.fixture
def event(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Event:
    """A game of which one event more is logged than is saved at once."""
    settings.DATA_DIR = tmp_path
    cache.clear()
    lines = golden("03")
    game = play(paired(make_table(lines[0], slug="open", published=True)), log_events(lines))
    monkeypatch.setattr(jobs, "AT_ONCE", game.head_seq - 1)
    return game.table.round.event


def reloaded(job: BackupJob) -> BackupJob:
    return BackupJob.objects.get(pk=job.pk)


def asked(event: Event) -> BackupJob:
    job = back_up(event=event, by="olga")
    assert isinstance(job, BackupJob)
    return job


def lose(job: BackupJob) -> None:
    """Its worker was killed two minutes ago."""
    before = timezone.now() - timedelta(minutes=2)
    BackupJob.objects.filter(pk=job.pk).update(status="running", seen_at=before)


def test_a_small_event_is_saved_while_one_waits(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "AT_ONCE", jobs.AT_ONCE + 1)
    assert isinstance(back_up(event=event, by="olga"), BackupFile)
    assert not BackupJob.objects.exists()


def test_a_large_one_is_asked_for_once_and_saved_by_the_worker(event: Event) -> None:
    job = asked(event)
    assert asked(event) == job
    assert (backups_and_job(event).running, backups_of(event)) == (job, [])
    run_backup(job_pk=job.pk)
    run_backup(job_pk=job.pk)
    found = backups_and_job(event)
    assert (len(found.files), found.running, found.failure) == (1, None, "")
    assert reloaded(job).status == "finished"
    assert AuditEntry.objects.get(action="back up").by == "olga"


def test_how_far_it_is_is_told_up_to_its_end(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    monkeypatch.setattr(BackupJob, "tell", lambda _job, percent: told.append(percent))
    run_backup(job_pk=asked(event).pk)
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0, 99)


def test_the_page_follows_it(event: Event) -> None:
    client, job = signed_in(staff("olga", *ORGANISER)), asked(event)
    page = client.get("/organise/open/backups/").content.decode()
    assert "A backup waits for its turn." in page
    assert "Save a backup now" not in page
    BackupJob.objects.filter(pk=job.pk).update(status="running", seen_at=timezone.now())
    job.tell(40)
    assert "A backup is being saved…" in client.get("/organise/open/r/1/").content.decode()
    text = "A backup is being saved… You can go on working."
    assert client.get(STATE).json() == {"running": True, "progress": 40, "text": text}
    run_backup(job_pk=job.pk)
    (file,) = backups_of(event)
    assert client.get(STATE).json() == {
        "running": False,
        "progress": 100,
        "text": f"Saved: {file.name}",
    }


def test_a_failure_is_told_until_one_is_saved(event: Event, tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("in the way")
    client, job = signed_in(staff("olga", *ORGANISER)), asked(event)
    run_backup(job_pk=job.pk)
    assert reloaded(job).status == "failed"
    assert "Nothing was saved" in client.get(STATE).json()["text"]
    for address in ("/organise/open/backups/", "/organise/open/r/1/"):
        assert "The last backup was not saved." in client.get(address).content.decode()
    (tmp_path / "backups").unlink()
    run_backup(job_pk=asked(event).pk)
    assert backups_and_job(event).failure == ""


def test_one_whose_worker_is_gone_stands_in_nobodys_way(event: Event) -> None:
    lost = asked(event)
    lose(lost)
    assert backups_and_job(event).failure == "The worker that was at it was lost."
    assert asked(event) != lost
    assert reloaded(lost).status == "failed"


def test_one_that_tells_how_far_it_is_is_not_lost(event: Event) -> None:
    job = asked(event)
    lose(job)
    job.tell(7)
    assert backups_and_job(event).running == job


def test_after_the_death_of_the_server_it_is_saved_again(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = asked(event)
    lose(job)
    given: list[int] = []
    monkeypatch.setattr(jobs.run_backup_job, "delay", given.append)
    resume_backups()
    assert given == [job.pk]
    run_backup(job_pk=job.pk)
    assert reloaded(job).status == "finished"


def test_of_an_event_that_is_gone_nothing_is_saved(event: Event) -> None:
    job = asked(event)
    Event.objects.filter(pk=event.pk).update(practice=True, published=False)
    delete_practice_event(event=event, by=BY)
    run_backup(job_pk=job.pk)
    assert not BackupJob.objects.exists()


def test_an_event_goes_back_to_a_backup_by_its_typed_address(event: Event) -> None:
    run_backup(job_pk=asked(event).pk)
    (file,) = backups_of(event)
    update_event(event=event, by=BY, venue="Elsewhere")
    client = signed_in(staff("olga", *ORGANISER))
    address = f"/organise/open/backups/{file.name}/back/"
    assert f'href="{address}"' in client.get("/organise/open/backups/").content.decode()
    said = "Codes of tables that were printed since the backup stop working"
    assert said in client.get(address).content.decode()
    assert "Type “open”" in client.post(address, {"typed": "opem"}).content.decode()
    assert client.post(address, {"typed": "open"})["Location"] == "/organise/open/backups/"
    job = BackupJob.objects.get(restores=file.name)
    assert "is being put back" in client.get(STATE).json()["text"]
    # One of another second: what is there before is saved first.
    AuditEntry.objects.filter(action="back up").delete()
    run_backup(job_pk=job.pk)
    assert AuditEntry.objects.filter(action="back up").count() == 1
    assert Event.objects.get().venue != "Elsewhere"
    assert client.get(STATE).json()["text"] == f"The event is as it was in {file.name}."
    assert f"as it was in {file.name}" in client.get("/organise/open/backups/").content.decode()


def test_while_the_event_is_saved_before_it_goes_back_its_worker_is_not_lost(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_backup(job_pk=asked(event).pk)
    (file,) = backups_of(event)
    job = request_restore(event=event, name=file.name, by=BY)
    told: list[tuple[int, int]] = []

    def tell(_job: BackupJob, percent: int) -> None:
        told.append((percent, AuditEntry.objects.filter(action="back up").count()))

    monkeypatch.setattr(BackupJob, "tell", tell)
    run_backup(job_pk=job.pk)
    # Saved once when it is asked for, and again before it goes back.
    assert told.count((0, 1)) > 2
    assert told[-1][1] == 2
    assert told == sorted(told)


def test_one_that_cannot_be_put_back_is_told_and_changes_nothing(event: Event) -> None:
    run_backup(job_pk=asked(event).pk)
    (file,) = backups_of(event)
    job = request_restore(event=event, name=file.name, by=BY)
    with pytest.raises(ValidationError, match="wait for that"):
        request_restore(event=event, name="another.zip", by=BY)
    (folder_of(event) / file.name).write_bytes(b"no zip")
    run_backup(job_pk=job.pk)
    assert reloaded(job).status == "failed"
    page = signed_in(staff("olga", *ORGANISER)).get("/organise/open/backups/").content.decode()
    assert "The backup was not put back: the event is as it was." in page
    assert "damaged, or no backup" in page


def test_an_event_that_the_server_has_lost_is_put_back_from_an_uploaded_file(event: Event) -> None:
    content = saved(event).read_bytes()
    olga = staff("olga", *ORGANISER)
    client, brought = signed_in(olga), ContentFile(content, "open.zip")
    refused = client.post("/organise/restore/", {"file": brought}).content.decode()
    assert "has an event with the address “open”" in refused
    for wrong in (ContentFile(b"photo", "open.zip"), ""):
        page = client.post("/organise/restore/", {"file": wrong}).content.decode()
        assert "no backup" in page or "Choose the file" in page
    empty_the_server(event)
    brought.seek(0)
    sent = client.post("/organise/restore/", {"file": brought})
    assert sent["Location"] == "/organise/restore/"
    assert not Event.objects.exists()
    assert "is being put back" in client.get("/organise/restore/").content.decode()
    assert client.get(UPLOAD_STATE).json()["running"]
    run_backup(job_pk=BackupJob.objects.get().pk)
    found = Event.objects.get()
    assert (found.published, found.rounds.count()) == (True, event.number_of_rounds)
    assert found.memberships.get().person == olga
    assert client.get(UPLOAD_STATE).json()["text"].startswith("The event is as it was in open-")
    for address in ("/organise/restore/", "/organise/open/backups/"):
        assert "as it was in open-" in client.get(address).content.decode()
    assert [file.name for file in backups_of(found)] == [BackupJob.objects.get().restores]
    assert list(uploads().iterdir()) == []


@pytest.fixture
def upload(event: Event) -> BackupJob:
    """An event that this server has not, uploaded by somebody, and not put back yet."""
    content = saved(event).read_bytes()
    empty_the_server(event)
    return take_in(file=BytesIO(content), by=staff("olga", *ORGANISER))


def test_an_upload_whose_address_is_taken_meanwhile_leaves_nothing(upload: BackupJob) -> None:
    other = make_event("open", name="Another")
    run_backup(job_pk=upload.pk)
    assert Event.objects.get() == other
    assert reloaded(upload).status == "failed"
    assert list(uploads().iterdir()) == []
    page = signed_in(User.objects.get(username="olga")).get("/organise/restore/").content.decode()
    assert "was not put back: This server has an event with the address “open”" in page


def test_an_upload_that_breaks_off_is_told_as_our_fault_and_leaves_no_event(
    upload: BackupJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_given: object) -> None:
        raise TypeError("a fault of ours")

    monkeypatch.setattr(Numbers, "place", broken)
    with pytest.raises(TypeError):
        run_backup(job_pk=upload.pk)
    assert "see the server’s log" in reloaded(upload).error
    assert (Event.objects.exists(), list(uploads().iterdir())) == (False, [])


def test_an_upload_whose_server_was_killed_is_put_back_after_its_start(
    upload: BackupJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(**_given: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr(jobs, "restore_backup", killed)
        # A killed process unlinks nothing.
        patched.setattr(Path, "unlink", lambda _path, **_how: None)
        with pytest.raises(SystemExit):
            run_backup(job_pk=upload.pk)
    assert not Event.objects.exists()
    given: list[int] = []
    monkeypatch.setattr(jobs.run_backup_job, "delay", given.append)
    resume_backups()
    run_backup(job_pk=given[0])
    assert Event.objects.get().slug == "open"


def test_who_uploads_again_meanwhile_waits_for_the_first(upload: BackupJob, event: Event) -> None:
    content = BytesIO(upload_of(upload.pk).read_bytes())
    olga = User.objects.get(username="olga")
    with pytest.raises(ValidationError, match="wait for that"):
        take_in(file=content, by=olga)
    assert [path.name for path in uploads().iterdir()] == [f"{upload.pk}.zip"]
    lose(upload)
    assert "was lost" in upload_sentence(latest_upload("olga"))
    content.seek(0)
    assert take_in(file=content, by=olga) != upload


def test_a_full_disk_is_no_damaged_file(event: Event, tmp_path: Path) -> None:
    brought = BytesIO(saved(event).read_bytes())
    empty_the_server(event)
    rmtree(tmp_path / "backups")
    (tmp_path / "backups").write_text("in the way")
    with pytest.raises(OSError, match="exists"):
        take_in(file=brought, by=BY)
    assert not Event.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_while_a_file_is_read_that_is_none(
    django_assert_num_queries: Any, tmp_path: Path, settings: Any
) -> None:
    settings.DATA_DIR, photo = tmp_path, tmp_path / "photo.zip"
    photo.write_bytes(b"photo")
    for put_back in (take_in, restore_backup):
        # Not even that a transaction begins, which on SQLite keeps all others from writing.
        with django_assert_num_queries(0), pytest.raises(ValidationError, match="no backup"):
            put_back(file=photo.open("rb"), by=BY)
