"""The Celery application.

The publisher, the mailer, the webhooks, the pushed seats, the chances, the studies, the clean-up
and the backups are threads wherever tasks are done: in the serving process, or beside Redis in each
worker. They ask the database what there is to publish, to send, to compute and to delete, so that
nothing hangs on a message: one that comes has the publisher ask at once.
"""

import datetime as dt
import logging
import os
import signal
import sys
import threading
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import django.conf  # noqa: F401 (before Celery has changed from where is imported)
from celery import Celery
from celery.signals import worker_ready

from config.installed import IS_INSTALLED

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

logger = logging.getLogger(__name__)
_PATHS = sys.path.copy()
app = Celery("treasurer")
if IS_INSTALLED:
    # Celery puts the current folder first, where anybody's module may be called like one of ours.
    sys.path[:] = _PATHS
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

_started = threading.Lock()


def start_inline_worker() -> None:
    """Start the in-process worker thread, once.

    With a Redis broker there is none to start.
    """
    from django.conf import settings

    if settings.REDIS_URL or not _started.acquire(blocking=False):
        return
    # The command that started this process has made Django's checks: a second of work.
    os.environ["CELERY_SKIP_CHECKS"] = "1"
    threading.Thread(target=_work, name="tasks", daemon=True).start()
    _start_threads()


@worker_ready.connect  # type: ignore[untyped-decorator]
def _publish_in_worker(**_signal: Any) -> None:
    """Start publishing in a worker beside Redis.

    A worker thread leaves that to its server, and one of heavy tasks alone to the others.
    """
    from django.conf import settings

    if settings.REDIS_URL:
        # Every worker is told of changes, and complains of a command that it does not know.
        import_module("referee.live.publishing.publish_signal")
        if app.conf.task_default_queue in app.amqp.queues.consume_from:
            _start_threads()


def _start_threads() -> None:
    from config import clean_up
    from referee.backups.installation import schedule
    from referee.chances import worker as chances
    from referee.fairness import worker as studies
    from referee.uploads import worker as uploads
    from tournament.emails import mailer
    from tournament.push.sender import PushSender
    from tournament.webhooks import sender

    stop = threading.Event()
    _start_publishing(stop)
    sent = (stop, mailer.Mailer())
    threading.Thread(target=mailer.run, args=sent, name="mailer", daemon=True).start()
    told = (stop, sender.Sender())
    threading.Thread(target=sender.run, args=told, name="webhooks", daemon=True).start()
    pushed = (stop, PushSender())
    threading.Thread(target=sender.run, args=pushed, name="push", daemon=True).start()
    threading.Thread(target=chances.run, args=(stop,), name="chances", daemon=True).start()
    threading.Thread(target=studies.run, args=(stop,), name="studies", daemon=True).start()
    threading.Thread(target=clean_up.run, args=(stop,), name="clean-up", daemon=True).start()
    threading.Thread(target=uploads.run, args=(stop,), name="uploads", daemon=True).start()
    threading.Thread(target=schedule.run, args=(stop,), name="backups", daemon=True).start()


def _start_publishing(
    stop: threading.Event, longest_wait: dt.timedelta | None = None
) -> threading.Thread:
    """Start the publisher and return its thread.

    This also starts the thread that tells nginx of the versions.
    """
    from django.conf import settings

    from referee.live.publishing.publisher import Publisher, run
    from referee.live.streams import nchan

    publisher = Publisher(longest_wait)
    thread = threading.Thread(target=run, args=(stop, publisher), name="publisher", daemon=True)
    thread.start()
    if settings.NCHAN_URL:
        given = (stop, settings.NCHAN_URL, publisher)
        threading.Thread(target=nchan.run, args=given, name="nchan", daemon=True).start()
    return thread


def publish() -> None:
    """Publish until a signal says to stop.

    No process can wake this one, so it asks often.
    """
    from referee.live.publishing.publisher import ASKED_ALONE

    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_given: stop.set())
    _start_publishing(stop, ASKED_ALONE).join()


def run_worker(options: Sequence[str]) -> None:
    """Run a worker with Celery's options; raise ImproperlyConfigured without Redis."""
    from celery.bin.celery import celery as celery_command
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured

    if not settings.REDIS_URL:
        raise ImproperlyConfigured("without REDIS_URL the server does its tasks itself.")
    celery_command.main(args=["-A", "config", "worker", *options], prog_name="treasurer worker")


def _work() -> None:
    from django.db import DatabaseError

    from referee.archives.services import resume_archives
    from referee.backups.jobs import resume_backups
    from tournament.draws.services.draw_jobs import resume_draws

    # The tasks of this broker are gone with the process that had them.
    try:
        resume_draws()
        resume_backups()
        resume_archives()
    except DatabaseError:
        # Tasks to come are done all the same once the database is there.
        logger.exception("The draws, backups and archives that were left cannot be resumed.")
    app.WorkController(
        app=app, pool="threads", concurrency=1, without_gossip=True, without_mingle=True
    ).start()
