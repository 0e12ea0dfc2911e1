"""Work for Celery; each task only calls its service."""

from celery import shared_task

from tournament.services.draw_jobs import run_draw


@shared_task  # type: ignore[untyped-decorator]
def run_draw_job(job_pk: int) -> None:
    """Run a queued draw."""
    run_draw(job_pk=job_pk)
