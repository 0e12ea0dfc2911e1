"""Work in the background that belongs to an event: stopped by its staff."""

from typing import TypeVar

from django.db import transaction
from django.utils import timezone

from tournament import audit
from tournament.audit import Actor
from tournament.events.services.events import lock_event
from tournament.models import Event
from tournament.models.background import CANCELLED, BackgroundJob

Job = TypeVar("Job", bound=BackgroundJob)


@transaction.atomic
def cancel_job(*, job: Job, event: Event, by: Actor) -> Job:
    """Stop a job of the event; nothing happens to one that is over."""
    event = lock_event(event)
    job = type(job)._default_manager.select_for_update().get(pk=job.pk)
    if job.status not in job.OPEN:
        return job
    changes = {"status": CANCELLED, "finished_at": timezone.now()}
    return audit.update(job, changes, by=by, event=event, action="cancel")
