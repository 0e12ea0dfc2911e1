"""The work of Celery, where Celery looks for it."""

from tournament.draws.services.draw_worker import run_draw_job

__all__ = ["run_draw_job"]
