"""The publisher: the process that publishes the rows in the outboxes.

It is the process that holds the lease. Several may publish at once without harm
(`versions.publish`); the lease spares them the work, and its `beat` shows that publishing
is alive.
"""

import datetime as dt
import logging
import threading
import time
import uuid
from collections.abc import Iterable
from typing import NamedTuple

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import Max, Min
from django.utils import timezone

from referee.live.publishing.versions import publish, told_from
from referee.live.publishing.wall_clock import WallClock, steady_seconds
from referee.models import Outbox
from tournament.common.publisher_wakeup import woken
from tournament.models import Change, PublicVersion, PublisherLease
from tournament.rounds.services.clock import follow_moved_clock

INTERVAL = dt.timedelta(seconds=0.5)
"""The shortest time between two versions of an event: changes in between share one."""
LEASE = dt.timedelta(seconds=4)
"""Pages take a stream for dead after six silent seconds, and need not where a publisher died."""
RENEWED = dt.timedelta(seconds=1)
ASKED = dt.timedelta(seconds=1)
"""The longest time between two looks without a wake-up.

A process may have been killed after a commit, before its wake-up, or Redis may be down.
"""
ASKED_ALONE = dt.timedelta(seconds=0.1)
"""The longest nap without Redis, when another process cannot wake this one."""
GAP_SECONDS = 0.05
"""The shortest time between two looks, however often the publisher is woken."""
THE_ROW = 1
BY = "publisher"

logger = logging.getLogger(__name__)


def waiting_events(*, now: dt.datetime) -> dict[int, dt.datetime]:
    """Return when each event (by key) with waiting rows may be published (3 queries).

    That is some time after its newest version, and for delayed boards after their delay.
    """
    event = "game__table__round__event"
    boards = Outbox.objects.order_by().values_list(event, f"{event}__board_delay")
    oldest = boards.annotate(oldest=Min("created_at"))
    found = {key: told_from(at, delay, now=now) for key, delay, at in oldest}
    changed = Change.objects.order_by().values_list("event", flat=True).distinct()
    found |= dict.fromkeys(changed, now)
    if found:
        for key, at in _just_published(found, now):
            found[key] = max(found[key], at + INTERVAL)
    return found


def _just_published(events: Iterable[int], now: dt.datetime) -> Iterable[tuple[int, dt.datetime]]:
    fresh = PublicVersion.objects.filter(event__in=events, created_at__gt=now - INTERVAL)
    fresh = fresh.filter(created_at__lte=now)
    return fresh.order_by().values_list("event").annotate(Max("created_at"))


class PublishPass(NamedTuple):
    """The events that a pass published, and the wait until the next one.

    `again_in` is the time until the next pass is worth while.
    """

    published: int
    again_in: dt.timedelta


def publish_due(*, now: dt.datetime, longest_wait: dt.timedelta | None = None) -> PublishPass:
    """Publish every event that is due at this moment.

    `longest_wait` is the longest time until the next pass; without it, ASKED or ASKED_ALONE is.
    """
    found = waiting_events(now=now)
    ready = sorted(event for event, at in found.items() if at <= now)
    published = sum(_is_published(event, now) for event in ready)
    # Look again for what another process published meanwhile, or what was too much for one version.
    again = [INTERVAL] if ready else []
    later = [at - now for at in found.values() if at > now]
    longest_wait = longest_wait or (ASKED if settings.REDIS_URL else ASKED_ALONE)
    return PublishPass(published, min([longest_wait, *again, *later]))


def _is_published(event: int, now: dt.datetime) -> bool:
    try:
        return publish(event, now=now)
    except DatabaseError:
        raise
    except Exception:
        # One event that cannot be published must not silence all others.
        logger.exception("Event %d is not published.", event)
        return False


def is_silent(beat: dt.datetime, *, now: dt.datetime) -> bool:
    """Return whether the holder's lease has ended by its last `beat`.

    A beat in the future is of a clock that was put right since.
    """
    return abs(beat - now) >= LEASE


def hold_lease(holder: uuid.UUID, *, now: dt.datetime) -> bool:
    """Take or renew the publisher's lease, and return whether this process holds it."""
    row = PublisherLease.objects.filter(pk=THE_ROW)
    found = row.first()
    if found is None:
        first = PublisherLease(pk=THE_ROW, holder=holder, beat=now)
        PublisherLease.objects.bulk_create([first], ignore_conflicts=True)
        return row.filter(holder=holder).exists()
    if found.holder != holder and not is_silent(found.beat, now=now):
        return False
    seen = row.filter(holder=found.holder, beat=found.beat)
    return bool(seen.update(holder=holder, beat=now))


class Publisher:
    """One process's part in publishing: `step` is called again and again."""

    def __init__(self, longest_wait: dt.timedelta | None = None) -> None:
        """Store `longest_wait`, the longest time between two looks.

        It applies to a process that nobody wakes.
        """
        self._longest_wait = longest_wait
        self._holder = uuid.uuid4()
        self._holds = False
        self._asked_at: dt.datetime | None = None
        self._wall_clock = WallClock()
        self.published = threading.Event()
        """Set with each version; cleared by whoever waits for it."""

    @property
    def holds_lease(self) -> bool:
        """Return whether this process holds the lease and publishes."""
        return self._holds

    def step(self, *, now: dt.datetime, steady: float | None = None) -> dt.timedelta:
        """Ask for the lease when it is time to, and publish what is due while it is held.

        Return the seconds until the next step if nobody wakes this process before. `steady` are the
        seconds of a clock that nobody sets.
        """
        if self._asked_at is None or not self._asked_at <= now < self._asked_at + RENEWED:
            self._holds = self._request_lease(now, steady)
            self._asked_at = now
            self._wall_clock.look(now, steady)
        if not self._holds:
            return RENEWED
        looked = publish_due(now=now, longest_wait=self._longest_wait)
        if looked.published:
            self.published.set()
        return looked.again_in

    def _request_lease(self, now: dt.datetime, steady: float | None) -> bool:
        last = _last_beat() if self._asked_at is None else None
        told = self._wall_clock.told_before(now, steady, last)
        if told is None:
            return hold_lease(self._holder, now=now)
        return hold_lease_of_moved_clock(self._holder, told=told, now=now)


def _last_beat() -> dt.datetime | None:
    return PublisherLease.objects.filter(pk=THE_ROW).values_list("beat", flat=True).first()


@transaction.atomic
def hold_lease_of_moved_clock(holder: uuid.UUID, *, told: dt.datetime, now: dt.datetime) -> bool:
    """Take or keep the publisher's lease after the machine's clock was changed.

    `told` is what the clock would show had it not been changed. Only the process that takes
    over a lease renewed before the change moves the rounds' clocks, once. Return whether
    `holder` holds it.
    """
    beat = _last_beat()
    holds = hold_lease(holder, now=now)
    if holds and beat is not None and is_silent(beat, now=now):
        moved = follow_moved_clock(before=told, now=now, by=BY)
        logger.warning("The clock was set: it told %s. Clocks that follow: %d.", told, moved)
    return holds


def run(stop: threading.Event, publisher: Publisher) -> None:
    """Publish until told to stop, retrying after any failure."""
    next_at = time.monotonic()
    while not stop.wait(GAP_SECONDS):
        woken.wait(next_at - time.monotonic())
        woken.clear()
        next_at = time.monotonic()
        try:
            next_at += publisher.step(now=timezone.now(), steady=steady_seconds()).total_seconds()
        except Exception:
            logger.exception("Publishing has to wait.")
            connection.close()
            stop.wait(RENEWED.total_seconds())
