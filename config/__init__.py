"""Settings, addresses and processes of Treasurer: wiring, no logic."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
