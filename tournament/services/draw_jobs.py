"""Draws that take longer than a request should: asked for, run by a worker, stopped."""

import time

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.draws import problem_of
from tournament.models import DrawJob, Event, Round
from tournament.seating import Draw
from tournament.services import audit
from tournament.services.audit import Actor
from tournament.services.drawing import draw_round, new_draw_seed
from tournament.services.events import lock

OPEN = (DrawJob.Status.QUEUED, DrawJob.Status.RUNNING)
# How often a running draw says how far it is and looks whether it is to stop, in seconds.
REPORT_EVERY = 0.5
LOST = _("The worker that drew was lost: draw again.")


@transaction.atomic
def request_draw(
    *,
    round: Round,
    by: Actor,
    all_rounds: bool = False,
    time_limit: int = 60,
    seed: int | None = None,
) -> DrawJob:
    """Queue a draw for a worker, which starts once this transaction is committed (ValidationError
    if the round cannot be drawn, or is being drawn already)."""
    from tournament.tasks import run_draw_job

    event = lock(round.event)
    round = Round.objects.select_related("event").get(pk=round.pk)
    if open_jobs(event):
        raise ValidationError(_("A draw of this event is running: wait for it, or stop it."))
    seed = new_draw_seed() if seed is None else seed
    problem_of(round, seed=seed, all_rounds=all_rounds)
    job = DrawJob(
        round=round,
        all_rounds=all_rounds,
        seed=str(seed),
        time_limit=time_limit,
        requested_by=audit.name_of(by),
    )
    audit.insert(job, by=by, event=event)
    transaction.on_commit(lambda: run_draw_job.delay(job.pk))
    return job


@transaction.atomic
def cancel_draw(*, job: DrawJob, by: Actor) -> DrawJob:
    """Ask a draw to stop: one that runs keeps the best seats found so far, one that waits keeps
    the round as it is. A draw that is over stays as it is."""
    event = lock(job.round.event)
    job = give_up_lost(DrawJob.objects.select_for_update().get(pk=job.pk))
    if job.status not in OPEN:
        return job
    changes: dict[str, object] = {"cancel_requested": True}
    if job.status == DrawJob.Status.QUEUED:
        changes |= {"status": DrawJob.Status.CANCELLED, "finished_at": timezone.now()}
    return audit.update(job, changes, by=by, event=event, action="cancel")


def open_jobs(event: Event) -> list[DrawJob]:
    """The draws of an event that wait or run, once those that were lost are given up."""
    jobs = DrawJob.objects.filter(round__event=event, status__in=OPEN)
    return [job for job in map(give_up_lost, jobs) if job.status in OPEN]


def give_up_lost(job: DrawJob) -> DrawJob:
    """Close a draw whose worker is gone: nobody else would."""
    if job.is_lost:
        _finish(job.pk, DrawJob.Status.FAILED, error=str(LOST))
        job.refresh_from_db()
    return job


def resume_draws() -> None:
    """Hand the draws that are not over to a worker again: those that waited or ran in a process
    which kept its tasks to itself, and died with them."""
    from tournament.tasks import run_draw_job

    left = DrawJob.objects.filter(status__in=OPEN)
    left.update(seen_at=timezone.now())
    for pk in left.order_by("pk").values_list("pk", flat=True):
        run_draw_job.delay(pk)


def run_draw(*, job_pk: int) -> None:
    """Run a queued draw to its end; called by the worker. A job that is over, or was delivered
    for the second time while it runs elsewhere, changes nothing twice: the same seed draws the
    same seats. One that comes after it was lost is not run: by then nobody waits for it."""
    for lost in DrawJob.objects.filter(pk=job_pk):
        give_up_lost(lost)
    started = DrawJob.objects.filter(pk=job_pk, status__in=OPEN)
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
            cancelled=reporter.cancelled,
        )
    except ValidationError as error:
        _finish(job_pk, DrawJob.Status.FAILED, error="\n".join(error.messages))
    except Exception:
        _finish(job_pk, DrawJob.Status.FAILED, error=str(_("The draw broke off: see the log.")))
        raise
    else:
        stopped = reporter.stop
        _finish(job_pk, DrawJob.Status.CANCELLED if stopped else DrawJob.Status.FINISHED, made)


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

    def cancelled(self) -> bool:
        """True once somebody asked to stop."""
        now = time.monotonic()
        if now - self._read >= REPORT_EVERY:
            self._read = now
            self.stop = self.job.filter(cancel_requested=True).exists()
        return self.stop


def _finish(job_pk: int, status: str, made: Draw | None = None, error: str = "") -> None:
    """A run that failed has no say where another, of the same job, has come to its end."""
    best = dict(made.certificate.violations) if made else None
    job = DrawJob.objects.filter(pk=job_pk)
    (job if made else job.filter(status__in=OPEN)).update(
        status=status,
        progress=100 if made else 0,
        best=best,
        error=error,
        finished_at=timezone.now(),
    )
