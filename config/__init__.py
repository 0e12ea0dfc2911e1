"""Settings, addresses, middleware and processes of Treasurer; no rule of the game or of an event."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
