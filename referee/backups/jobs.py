"""Backups and restores in the background: queue them, run them, resume them."""

from contextlib import suppress
from typing import IO

from celery import shared_task
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from referee.backups.archive import LIMITS, open_backup
from referee.backups.restoring import (
    SEALED_LEFT,
    Restored,
    refuse_known_address,
    restore_backup,
)
from referee.backups.services import save_backup
from referee.models import LoggedEvent
from tournament import audit
from tournament.audit import Actor
from tournament.backups import files as backup_files
from tournament.backups.files import BackupFile
from tournament.backups.selectors import failure_of, latest_upload
from tournament.events.services.events import lock_event
from tournament.models import BackupJob, Event

AT_ONCE = 5_000
"""The most logged events to save while the organiser waits: they take half a second."""
MAX_UNPACKED = 1024**3
"""The most bytes of an uploaded backup, unpacked: it is read once while the organiser waits."""
UPLOAD_LIMITS = LIMITS._replace(seconds=60, patience=120)


def back_up(*, event: Event, by: Actor) -> BackupFile | BackupJob:
    """Save a small event now, or queue a backup of a large one.

    Raises OSError if the disk is full.
    """
    played = LoggedEvent.objects.filter(game__table__round__event=event)
    if played[: AT_ONCE + 1].count() <= AT_ONCE:
        return save_backup(event=event, by=by)
    return request_backup(event=event, by=by)


def request_backup(*, event: Event, by: Actor) -> BackupJob:
    """Queue a backup, or return the event's job that is waiting or running."""
    return _queue(event=event, by=by)


def request_restore(*, event: Event, name: str, by: Actor) -> BackupJob:
    """Queue restoring an event from one of its backups on this server.

    Raises ValidationError while the event is being saved or restored.
    """
    job = _queue(event=event, by=by, restores=name)
    if job.restores != name:
        raise ValidationError(_("A backup is being saved or put back: wait for that."))
    return job


def take_in(*, file: IO[bytes], by: Actor) -> BackupJob:
    """Queue restoring an event that this server does not have from an uploaded backup.

    The event appears once all of it is restored, with `by` as its organiser. Raises ValidationError
    as `restore_backup` does, and while another upload of theirs is being restored; OSError if the
    disk is full.
    """
    with backup_files.stored_upload(file) as upload:
        # Nobody who writes waits while it is read.
        with open_backup(upload, max_bytes=MAX_UNPACKED, limits=UPLOAD_LIMITS) as backup:
            refuse_known_address(backup)
            name = backup_files.name_of(backup.event, backup.made_at)
        return _queue_upload(upload=upload, name=name, by=by)


@transaction.atomic
def _queue_upload(*, upload: IO[bytes], name: str, by: Actor) -> BackupJob:
    last = latest_upload(audit.name_of(by))
    if last and last.is_open:
        raise ValidationError(_("A backup is being saved or put back: wait for that."))
    job = _insert_job(BackupJob(restores=name, uploaded=True), by=by)
    backup_files.keep_upload(upload, job.pk)
    return job


@transaction.atomic
def _queue(*, event: Event, by: Actor, restores: str = "") -> BackupJob:
    """Queue a job unless the event has an open one; return either.

    A worker starts it once this transaction is committed.
    """
    event = lock_event(event)
    for job in BackupJob.objects.filter(event=event, status__in=BackupJob.OPEN):
        if job.is_open:
            return job
        _end(job, failure=failure_of(job))
    return _insert_job(BackupJob(event=event, restores=restores), by=by)


def _insert_job(job: BackupJob, *, by: Actor) -> BackupJob:
    job.requested_by, job.language = audit.name_of(by), get_language() or ""
    asked = audit.insert(job, by=by, event=job.event)
    transaction.on_commit(lambda: run_backup_job.delay(asked.pk))
    return asked


@shared_task(name="referee.tasks.run_backup_job")  # type: ignore[untyped-decorator]
def run_backup_job(job_pk: int) -> None:
    """Run a queued job. Celery finds it through `referee.tasks`."""
    run_backup(job_pk=job_pk)


def run_backup(*, job_pk: int) -> None:
    """Run a queued backup or restore; called by the worker.

    Ignore a job that is over, or was lost before its task arrived: nobody waits for it any more.
    """
    job = BackupJob.objects.select_related("event").filter(pk=job_pk).first()
    if job is None or not job.is_open:
        return
    BackupJob.objects.filter(pk=job_pk).update(status="running", seen_at=timezone.now())
    with override(job.language or None):
        try:
            _work_on(job)
        except OSError as error:
            _end(job, failure=error.strerror or str(error))
        except ValidationError as error:
            _end(job, failure=" ".join(error.messages))
        except Exception:
            _end(job, failure=_("It broke off: see the server’s log."))
            raise


def _work_on(job: BackupJob) -> None:
    if job.uploaded:
        _put_new(job)
    elif job.event is not None and job.restores:
        _put_back(job, job.event)
    elif job.event is not None:
        save_backup(event=job.event, by=job.requested_by, progress=job.tell)
        _end(job)


def _put_new(job: BackupJob) -> None:
    """Restore an uploaded event, and move the file to its backups.

    The file is deleted on failure.
    """
    asked_by = User.objects.filter(username=job.requested_by, is_active=True).first()
    by, path = asked_by or job.requested_by, backup_files.upload_of(job.pk)

    def done(found: Restored) -> None:
        _end(job, note="" if found.unsealed else str(SEALED_LEFT), event=found.event)

    try:
        found = restore_backup(file=path, by=by, name=job.restores, progress=job.tell, also=done)
        # The event is here, with its file or without.
        with suppress(OSError):
            backup_files.move_upload(job.pk, found.event, job.restores)
    finally:
        path.unlink(missing_ok=True)


def _put_back(job: BackupJob, into: Event) -> None:
    """Save the present state, then restore the backup over it.

    The job's end is stored in the same transaction: if the server dies later, it does not restore
    again over what was entered since.
    """

    def done(found: Restored) -> None:
        _end(job, note="" if found.unsealed else str(SEALED_LEFT))

    path = backup_files.path_of(into, job.restores)
    if path is None:
        raise ValidationError(_("This backup is not on this server any more."))
    # Held open: saving another makes room by deleting the oldest.
    with path.open("rb") as file:
        # A sign of life each time; how far it is tells the putting back.
        save_backup(event=into, by=job.requested_by, progress=lambda _part: job.tell(0))
        restore_backup(file=file, by=job.requested_by, into=into, progress=job.tell, also=done)


def resume_backups() -> None:
    """Queue the open jobs again after the death of a process.

    That process held its tasks in memory.
    """
    left = BackupJob.objects.filter(status__in=BackupJob.OPEN)
    left.update(seen_at=timezone.now())
    for pk in left.order_by("pk").values_list("pk", flat=True):
        run_backup_job.delay(pk)


def _end(job: BackupJob, *, failure: str = "", note: str = "", event: Event | None = None) -> None:
    status = BackupJob.Status.FAILED if failure else BackupJob.Status.FINISHED
    BackupJob.objects.filter(pk=job.pk).update(
        status=status, error=failure or note, event=event or job.event, finished_at=timezone.now()
    )
