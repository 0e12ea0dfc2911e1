"""Wakes the publisher after each commit that has something to publish.

In a process with its own publisher, this sets a flag. With Redis, a thread tells all Celery
workers, so that no write waits for Redis or fails without it. A message is lost if a process is
killed or Redis is down; the publisher then finds the change itself a moment later.
"""

import logging
import os
import threading
import time

# Celery would import these two on first use, in the thread: a process forked meanwhile would have
# half of them for good, and its thread would end.
import celery.app.amqp
import celery.app.control
from django.conf import settings
from django.db import transaction
from kombu.exceptions import KombuError

from tournament.common.cache_fault import CACHE_FAULT

COMMAND = "look_for_changes"
"""The command sent to Celery's workers (`referee.live.publishing.publish_signal`)."""
GAP_SECONDS = 0.05
"""The shortest time between two commands: commits in between share one."""
PAUSE_SECONDS = 2.0
"""The wait after a failure."""

logger = logging.getLogger(__name__)

woken = threading.Event()
"""Set when there may be something for this process to publish."""


class PublisherNotifier:
    """Notifies Celery's workers by a thread, which the first notification starts."""

    def __init__(self) -> None:
        self._reset()
        os.register_at_fork(
            before=self._hold, after_in_parent=self._go_on, after_in_child=self._reset
        )

    def _reset(self) -> None:
        """Reset to no thread: a forked process has none of its parent's threads."""
        self._committed = threading.Event()
        self._starting = threading.Lock()
        self._sending = threading.Lock()
        self._held = False
        self._started = False

    def _hold(self) -> None:
        """Let nothing be sent during a fork.

        The child would keep locks that nobody releases.
        """
        self._held = self._sending.acquire(timeout=PAUSE_SECONDS)

    def _go_on(self) -> None:
        if self._held:
            self._sending.release()

    def tell(self) -> None:
        """Have all workers notified soon."""
        self._committed.set()
        with self._starting:
            if not self._started:
                self._started = True
                threading.Thread(
                    target=self._broadcast_changes, name="messenger", daemon=True
                ).start()

    def _broadcast_changes(self) -> None:
        while self._committed.wait():
            self._committed.clear()
            try:
                with self._sending:
                    celery.current_app.control.broadcast(COMMAND)
                time.sleep(GAP_SECONDS)
            except (KombuError, CACHE_FAULT, OSError) as error:
                logger.warning("The publisher is not told of changes: %s", error)
                time.sleep(PAUSE_SECONDS)


_notifier = PublisherNotifier()


def notify_publisher() -> None:
    """Wake the publisher once this transaction is committed."""
    transaction.on_commit(_wake)


def _wake() -> None:
    if settings.REDIS_URL:
        _notifier.tell()
    else:
        woken.set()
