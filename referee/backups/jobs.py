"""Backups that take longer than a request should: handed to a worker, watched, resumed."""

from celery import shared_task
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.backups.services import save_backup
from referee.models import LoggedEvent
from tournament.backup_files import BackupFile
from tournament.models import BackupJob, Event
from tournament.selectors.backups import failure_of
from tournament.services import audit
from tournament.services.audit import Actor
from tournament.services.events import lock_event

AT_ONCE = 5_000
"""So many events of tables are saved while the organiser waits: half a second of work."""


def back_up(*, event: Event, by: Actor) -> BackupFile | BackupJob:
    """Save the event, a small one now, a large one in the background. Raises OSError where the disk
    takes no more."""
    played = LoggedEvent.objects.filter(game__table__round__event=event)
    if played[: AT_ONCE + 1].count() <= AT_ONCE:
        return save_backup(event=event, by=by)
    return request_backup(event=event, by=by)


@transaction.atomic
def request_backup(*, event: Event, by: Actor) -> BackupJob:
    """Queue a backup for a worker, which starts once this transaction is committed; where one
    waits or runs, that one."""
    event = lock_event(event)
    for job in BackupJob.objects.filter(event=event, status__in=BackupJob.OPEN):
        if job.is_open:
            return job
        _end(job, failure_of(job))
    asked = audit.insert(BackupJob(event=event, requested_by=audit.name_of(by)), by=by, event=event)
    transaction.on_commit(lambda: run_backup_job.delay(asked.pk))
    return asked


@shared_task(name="referee.tasks.run_backup_job")  # type: ignore[untyped-decorator]
def run_backup_job(job_pk: int) -> None:
    """Run a queued backup. Celery finds it by way of `referee.tasks`."""
    run_backup(job_pk=job_pk)


def run_backup(*, job_pk: int) -> None:
    """Save a backup that was asked for; called by the worker. One that is over, or was lost before
    it was delivered again, is not saved: by then nobody waits for it."""
    job = BackupJob.objects.select_related("event").filter(pk=job_pk).first()
    if job is None or not job.is_open:
        return
    BackupJob.objects.filter(pk=job_pk).update(status="running", seen_at=timezone.now())
    try:
        save_backup(event=job.event, by=job.requested_by, progress=job.tell)
    except OSError as error:
        _end(job, error.strerror or str(error))
    except Exception:
        _end(job, _("It broke off: see the server’s log."))
        raise
    else:
        _end(job)


def resume_backups() -> None:
    """Hand the backups that are not over to a worker again, after the death of the process that
    kept its tasks to itself."""
    left = BackupJob.objects.filter(status__in=BackupJob.OPEN)
    left.update(seen_at=timezone.now())
    for pk in left.order_by("pk").values_list("pk", flat=True):
        run_backup_job.delay(pk)


def _end(job: BackupJob, failure: str = "") -> None:
    status = BackupJob.Status.FAILED if failure else BackupJob.Status.FINISHED
    BackupJob.objects.filter(pk=job.pk).update(
        status=status, error=failure, finished_at=timezone.now()
    )
