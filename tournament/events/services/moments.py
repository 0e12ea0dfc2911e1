"""When something was decided in an event, by a clock that may have been set back since."""

import datetime as dt

from django.utils import timezone

from tournament.models import AuditEntry, Event

NEXT = dt.timedelta(microseconds=1)


def moment_in(event: Event) -> dt.datetime:
    """Now; but once the results of an event are frozen, no moment before the freeze: what is
    decided then would be shown to the public. That the clock has told the moment of the freeze
    before, and was set back, is known by the event's audit log (1 query where it lies ahead)."""
    now, frozen_at = timezone.now(), event.frozen_at
    if frozen_at is None or frozen_at < now:
        return now
    reached = AuditEntry.objects.filter(event_slug=event.slug, at__gte=frozen_at)
    return frozen_at + NEXT if reached.exists() else now
