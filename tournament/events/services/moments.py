"""Moments of decisions in an event, by a clock that may have been set back since."""

import datetime as dt

from django.utils import timezone

from tournament.models import AuditEntry, Event

NEXT = dt.timedelta(microseconds=1)


def moment_in(event: Event) -> dt.datetime:
    """Return now, but no moment before a freeze that has begun.

    Otherwise a clock set back would let the public see what is decided during the freeze. The
    event's audit log shows if the clock was set back (1 query if the freeze lies ahead).
    """
    now, frozen_at = timezone.now(), event.frozen_at
    if frozen_at is None or frozen_at < now:
        return now
    reached = AuditEntry.objects.filter(event_slug=event.slug, at__gte=frozen_at)
    return frozen_at + NEXT if reached.exists() else now
