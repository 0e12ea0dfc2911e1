"""Celery's tasks, in the module where Celery looks for them."""

from tournament.draws.services.draw_worker import run_draw_job

__all__ = ["run_draw_job"]
