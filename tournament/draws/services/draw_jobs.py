"""Requests for draws that take longer than a request should.

A draw is requested, stopped, and handed to a worker.
"""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.draws.problem import problem_to_draw
from tournament.draws.services.draw_worker import give_up_lost, run_draw_job
from tournament.draws.services.drawing import new_draw_seed
from tournament.events.services.events import lock_event
from tournament.models import DrawJob, Event, Round
from tournament.rounds.services.guards import refuse_changed


@transaction.atomic
def request_draw(
    *,
    round: Round,
    by: Actor,
    all_rounds: bool = False,
    time_limit: int = 60,
    seed: int | None = None,
    seen: str | None = None,
) -> DrawJob:
    """Queue a draw for a worker, which starts once this transaction is committed.

    `seen` is the round's state when its form was shown (`seen_of`), blank if there was no round.
    Raise ValidationError if the round cannot be drawn, is being drawn already, or was changed
    meanwhile.
    """
    event = lock_event(round.event)
    round = Round.objects.select_related("event").get(pk=round.pk)
    if open_jobs(event):
        raise ValidationError(_("A draw of this event is running: wait for it, or stop it."))
    if seen or (seen is not None and round.seats.exists()):
        refuse_changed(round, seen)
    seed = new_draw_seed() if seed is None else seed
    problem_to_draw(round, seed=seed, all_rounds=all_rounds)
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
    """Ask a draw to stop.

    A running draw keeps the best seats found so far, a waiting one leaves the round as it is, and
    one that is over does not change.
    """
    event = lock_event(job.round.event)
    job = give_up_lost(DrawJob.objects.select_for_update().get(pk=job.pk))
    if job.status not in DrawJob.OPEN:
        return job
    changes: dict[str, object] = {"cancel_requested": True}
    if job.status == DrawJob.Status.QUEUED:
        changes |= {"status": DrawJob.Status.CANCELLED, "finished_at": timezone.now()}
    return audit.update(job, changes, by=by, event=event, action="cancel")


def open_jobs(event: Event) -> list[DrawJob]:
    """Return the draws of an event that wait or run.

    Draws that were lost are given up first.
    """
    jobs = DrawJob.objects.filter(round__event=event, status__in=DrawJob.OPEN)
    return [job for job in map(give_up_lost, jobs) if job.status in DrawJob.OPEN]


def resume_draws() -> None:
    """Queue unfinished draws again: those that waited or ran in a process that ended."""
    left = DrawJob.objects.filter(status__in=DrawJob.OPEN)
    left.update(seen_at=timezone.now())
    for pk in left.order_by("pk").values_list("pk", flat=True):
        run_draw_job.delay(pk)
