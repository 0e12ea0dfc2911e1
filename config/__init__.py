"""Settings, addresses, middleware and processes of Treasurer.

It has no rule of a game or an event.
"""

from config.celery import app as celery_app

__all__ = ["celery_app"]
