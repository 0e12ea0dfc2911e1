"""A draw in the background, as its worker makes it.

It is run to its end, watched, and given up when lost.
"""

import time

from celery import shared_task
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.draws.services.drawing import draw_round
from tournament.models import DrawJob
from tournament.seating import Draw

# How often a running draw says how far it is and looks whether it is to stop, in seconds.
REPORT_EVERY = 0.5
LOST = _("The worker that drew was lost: draw again.")


@shared_task(name="tournament.tasks.run_draw_job")  # type: ignore[untyped-decorator]
def run_draw_job(job_pk: int) -> None:
    """Run a queued draw. Celery finds it by way of `tournament.tasks`."""
    run_draw(job_pk=job_pk)


def run_draw(*, job_pk: int) -> None:
    """Run a queued draw to its end; called by the worker.

    A job that is over, or delivered again while it runs elsewhere, changes nothing twice: the same
    seed draws the same seats. A job that was given up as lost is not run: nobody waits for it.
    """
    for lost in DrawJob.objects.filter(pk=job_pk):
        give_up_lost(lost)
    started = DrawJob.objects.filter(pk=job_pk, status__in=DrawJob.OPEN)
    if not started.update(status=DrawJob.Status.RUNNING, seen_at=timezone.now()):
        return
    job = DrawJob.objects.select_related("round__event").get(pk=job_pk)
    reporter = _Reporter(job_pk)
    try:
        made = draw_round(
            round=job.round,
            by=job.requested_by,
            seed=int(job.seed),
            all_rounds=job.all_rounds,
            time_limit=job.time_limit,
            progress=reporter.progress,
            cancelled=reporter.is_cancelled,
        )
    except ValidationError as error:
        _finish(job_pk, DrawJob.Status.FAILED, error="\n".join(error.messages))
    except Exception:
        _finish(job_pk, DrawJob.Status.FAILED, error=str(_("The draw broke off: see the log.")))
        raise
    else:
        stopped = reporter.stop
        _finish(job_pk, DrawJob.Status.CANCELLED if stopped else DrawJob.Status.FINISHED, made)


def give_up_lost(job: DrawJob) -> DrawJob:
    """Close a draw whose worker is gone: nobody else would."""
    if job.is_lost:
        _finish(job.pk, DrawJob.Status.FAILED, error=str(LOST))
        job.refresh_from_db()
    return job


class _Reporter:
    """Writes the progress of a draw and reads the wish to stop, both now and then."""

    def __init__(self, job_pk: int) -> None:
        self.job = DrawJob.objects.filter(pk=job_pk)
        self.stop = False
        self._written = time.monotonic()
        self._read = self._written

    def progress(self, share: float) -> None:
        """Note that `share` (0 to 1) of the search is done."""
        now = time.monotonic()
        if now - self._written >= REPORT_EVERY:
            self._written = now
            self.job.update(progress=min(99, round(share * 100)), seen_at=timezone.now())

    def is_cancelled(self) -> bool:
        """Return True once somebody asked to stop."""
        now = time.monotonic()
        if now - self._read >= REPORT_EVERY:
            self._read = now
            self.stop = self.job.filter(cancel_requested=True).exists()
        return self.stop


def _finish(job_pk: int, status: str, made: Draw | None = None, error: str = "") -> None:
    """Record how the run ended.

    A run that failed has no say where another, of the same job, has come to its end.
    """
    best = dict(made.certificate.violations) if made else None
    job = DrawJob.objects.filter(pk=job_pk)
    (job if made else job.filter(status__in=DrawJob.OPEN)).update(
        status=status,
        progress=100 if made else 0,
        best=best,
        error=error,
        finished_at=timezone.now(),
    )
