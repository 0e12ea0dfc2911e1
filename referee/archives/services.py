"""Archive jobs in the background: request, cancel, run and resume.

Open jobs are taken up again after a restart.
"""

import time
from collections.abc import Callable
from threading import Thread

from celery import shared_task
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from referee.archives.writing import parts_for, site_for, write_archive
from tournament import audit
from tournament.audit import Actor
from tournament.backups.archives import archive_file, new_archive
from tournament.common.rate_limits import allow_attempt
from tournament.events.services.background_jobs import cancel_job
from tournament.events.services.events import lock_event
from tournament.exports.archives import jobs_of
from tournament.models import ArchiveJob, Event

MOST = 10
WITHIN_SECONDS = 3600
"""So many archives a person may ask for in so many seconds."""
MAX_QUEUED = 4
"""The most archives that wait or are made at once, of all events: each takes of a core."""
REPORT_SECONDS = 0.5
Status = ArchiveJob.Status


class ArchiveStoppedError(Exception):
    """Somebody has stopped the job."""


@transaction.atomic
def request_archive(*, event: Event, by: User, site: bool = False) -> ArchiveJob:
    """Queue an archive of what the person may see, or return the open job of theirs.

    With `site` it is a copy of the public pages. It replaces the person's earlier one. Raise
    ValidationError if there is nothing they may see, or after too many.
    """
    event = lock_event(event)
    earlier = jobs_of(by, event, site=site)
    for job in earlier.filter(status__in=ArchiveJob.OPEN):
        if job.is_open:
            return job
        _end(job.pk, Status.FAILED, _("The worker that was at it was lost."))
    parts = site_for(by, event) if site else parts_for(by, event)
    if not parts:
        raise ValidationError(_("Your role in this event shows you none of its tables."))
    if not allow_attempt(f"archives:{by.pk}", MOST, WITHIN_SECONDS):
        raise ValidationError(_("You asked for many archives: try again in an hour."))
    if ArchiveJob.objects.filter(status__in=ArchiveJob.OPEN).count() >= MAX_QUEUED:
        raise ValidationError(_("Many archives are being made: try again in a few minutes."))
    old = list(earlier.values_list("pk", flat=True))
    job = ArchiveJob(event=event, person=by, parts=parts)
    job.requested_by, job.language = audit.name_of(by), get_language() or ""
    audit.insert(job, by=by, event=event)
    transaction.on_commit(lambda: _begin(job.pk, old))
    return job


def _begin(job: int, old: list[int]) -> None:
    for each in old:
        archive_file(each).unlink(missing_ok=True)
    run_archive_job.delay(job)


def cancel_archive(*, job: ArchiveJob, by: Actor) -> ArchiveJob:
    """Stop a job; nothing happens to one that is over."""
    return cancel_job(job=job, event=job.event, by=by)


@shared_task(name="referee.tasks.run_archive_job")  # type: ignore[untyped-decorator]
def run_archive_job(job_pk: int) -> None:
    """Make a queued archive. Celery finds it through `referee.tasks`.

    In the serving process there is one thread for all tasks: a draw must not wait for minutes.
    """
    if settings.REDIS_URL:
        make_archive(job_pk=job_pk)
    else:
        Thread(target=_make_and_close, args=(job_pk,), name="archive", daemon=True).start()


def _make_and_close(job_pk: int) -> None:
    try:
        make_archive(job_pk=job_pk)
    finally:
        connection.close()


def make_archive(*, job_pk: int) -> None:
    """Make a queued archive; called by the worker.

    Ignore a job that is over or was lost.
    """
    job = ArchiveJob.objects.select_related("event", "person").filter(pk=job_pk).first()
    if job is None or not job.is_open:
        return
    ArchiveJob.objects.filter(pk=job_pk, status__in=ArchiveJob.OPEN).update(
        status=Status.RUNNING, seen_at=timezone.now()
    )
    with override(job.language or None):
        try:
            _make(job)
        except ArchiveStoppedError:
            return
        except ValidationError as error:
            _end(job_pk, Status.FAILED, " ".join(error.messages))
        except OSError as error:
            _end(job_pk, Status.FAILED, error.strerror or str(error))
        except Exception:
            _end(job_pk, Status.FAILED, _("It broke off: see the server’s log."))
            raise


def _make(job: ArchiveJob) -> None:
    # Rights may have been taken away since it was asked for.
    allowed = [*parts_for(job.person, job.event), *site_for(job.person, job.event)]
    parts = [part for part in job.parts if part in allowed]
    report = reporter(job.pk)
    with new_archive(job.pk) as out:
        write_archive(out, job.event, parts, report)
        report(100, 100)
    if not _end(job.pk, Status.FINISHED):
        archive_file(job.pk).unlink(missing_ok=True)


def reporter(job_pk: int) -> Callable[[int, int], None]:
    """Return a function that notes the progress now and then.

    It raises ArchiveStoppedError once the job was stopped, or is gone.
    """
    last = 0.0

    def report(done: int, total: int) -> None:
        nonlocal last
        if done < total and time.monotonic() - last < REPORT_SECONDS:
            return
        last = time.monotonic()
        running = ArchiveJob.objects.filter(pk=job_pk, status=Status.RUNNING)
        percent = 100 * done // total if total else 100
        if not running.update(progress=percent, seen_at=timezone.now()):
            raise ArchiveStoppedError

    return report


def _end(job: int, status: str, error: str = "") -> bool:
    """End a job, and return whether it was still open."""
    still_open = ArchiveJob.objects.filter(pk=job, status__in=ArchiveJob.OPEN)
    return bool(still_open.update(status=status, error=error, finished_at=timezone.now()))


def resume_archives() -> None:
    """Queue the open jobs again after the death of a process.

    That process held its tasks in memory.
    """
    left = ArchiveJob.objects.filter(status__in=ArchiveJob.OPEN)
    left.update(seen_at=timezone.now())
    for pk in left.order_by("pk").values_list("pk", flat=True):
        run_archive_job.delay(pk)
