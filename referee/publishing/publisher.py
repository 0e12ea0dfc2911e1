"""The publisher: whoever holds the lease takes what waits in the outboxes, event by event.

Several may publish at once without harm (`versions.publish`); the lease spares them the work, and
its `beat` says that publishing is alive.
"""

import datetime as dt
import logging
import threading
import uuid
from collections.abc import Iterable

from django.db import DatabaseError, connection
from django.db.models import Min
from django.utils import timezone

from referee.models import Outbox
from referee.publishing.versions import is_due, publish
from tournament.models import Change, PublicVersion, PublisherLease

INTERVAL = dt.timedelta(seconds=0.5)
"""Two versions of one event are at least so far apart: what comes meanwhile is taken together."""
LEASE = dt.timedelta(seconds=10)
RENEWED = dt.timedelta(seconds=2)
NAP_SECONDS = 0.2
SHORT_NAP_SECONDS = 0.05
"""Between two looks while something is published: an event waits for its half second only."""
BUSY = dt.timedelta(seconds=2)
"""For so long after a version the next one is expected."""
THE_ROW = 1

logger = logging.getLogger(__name__)


def due(*, now: dt.datetime) -> list[int]:
    """The events (by key) for which rows wait, their newest version old enough (3 queries). What is
    told later waits until then."""
    changed = Change.objects.order_by().values_list("event", flat=True).distinct()
    event = "game__table__round__event"
    boards = Outbox.objects.order_by().values_list(event, f"{event}__board_delay")
    oldest = boards.annotate(oldest=Min("created_at"))
    told = {key for key, delay, at in oldest if is_due(at, delay, now=now)}
    waiting = {*changed, *told}
    return sorted(waiting - set(_just_published(waiting, now))) if waiting else []


def _just_published(events: Iterable[int], now: dt.datetime) -> Iterable[int]:
    fresh = PublicVersion.objects.filter(event__in=events, created_at__gt=now - INTERVAL)
    return fresh.order_by().values_list("event", flat=True).distinct()


def publish_due(*, now: dt.datetime) -> int:
    """Publish what is due at this moment; the number of events that were."""
    return sum(publish(event, now=now) for event in due(now=now))


def hold_lease(holder: uuid.UUID, *, now: dt.datetime) -> bool:
    """Whether this process publishes: it takes or renews the lease, or another one has it."""
    row = PublisherLease.objects.filter(pk=THE_ROW)
    found = row.first()
    if found is None:
        first = PublisherLease(pk=THE_ROW, holder=holder, beat=now)
        PublisherLease.objects.bulk_create([first], ignore_conflicts=True)
        return row.filter(holder=holder).exists()
    # A beat in the future is of a clock that was put right since.
    silent = not now - LEASE < found.beat < now + LEASE
    if found.holder != holder and not silent:
        return False
    seen = row.filter(holder=found.holder, beat=found.beat)
    return bool(seen.update(holder=holder, beat=now))


class Publisher:
    """One process's part in publishing: `step` is called again and again."""

    def __init__(self) -> None:
        self._holder = uuid.uuid4()
        self._holds = False
        self._asked_at: dt.datetime | None = None
        self._published_at: dt.datetime | None = None
        self.published = threading.Event()
        """Set with each version; cleared by whoever waits for it."""

    @property
    def holds(self) -> bool:
        """Whether this process is the one that publishes."""
        return self._holds

    def step(self, *, now: dt.datetime) -> float:
        """Ask for the lease when it is time to, and publish what is due while it is held; the
        seconds until the next step."""
        if self._asked_at is None or not self._asked_at <= now < self._asked_at + RENEWED:
            self._holds = hold_lease(self._holder, now=now)
            self._asked_at = now
        if self._holds and publish_due(now=now):
            self._published_at = now
            self.published.set()
        busy = self._published_at is not None and now < self._published_at + BUSY
        return SHORT_NAP_SECONDS if busy else NAP_SECONDS


def run(stop: threading.Event, publisher: Publisher) -> None:
    """Publish until told to stop; a database that does not answer is asked again."""
    nap = NAP_SECONDS
    while not stop.wait(nap):
        try:
            nap = publisher.step(now=timezone.now())
        except DatabaseError:
            logger.exception("Publishing has to wait for the database.")
            connection.close()
            stop.wait(RENEWED.total_seconds())
