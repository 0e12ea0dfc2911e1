"""Celery's tasks, in the module where Celery looks for them."""

from tournament.careers.curve_worker import run_career_rating
from tournament.draws.services.draw_worker import run_draw_job
from tournament.seasons.services.ratings import run_season_rating

__all__ = ["run_career_rating", "run_draw_job", "run_season_rating"]
