"""Events that have had their prize-giving."""

import datetime as dt
from collections.abc import Iterable
from typing import Protocol

from tournament.models import AuditEntry


class RevealingEvent(Protocol):
    """An event whose places may be revealed one by one."""

    @property
    def pk(self) -> int:
        """The key of the event."""

    @property
    def slug(self) -> str:
        """The event's name in its address."""

    @property
    def frozen_at(self) -> dt.datetime | None:
        """Since when later results are hidden."""

    @property
    def revealed_to(self) -> int | None:
        """The best place that is shown."""


def are_prizes_given(event: RevealingEvent) -> bool:
    """Return whether the event's prize-giving is over (1 query at most)."""
    return event.pk in events_with_prizes_given([event])


def events_with_prizes_given(events: Iterable[RevealingEvent]) -> set[int]:
    """Return the keys of the events whose prize-giving is over (1 query at most).

    All places are revealed, or results that had been frozen are all shown again.
    """
    known = list(events)
    found = {event.pk for event in known if event.revealed_to == 1}
    shown = {event.pk: event.slug for event in known if event.frozen_at is None}
    if shown:
        rows = AuditEntry.objects.filter(
            event_slug__in=shown.values(), kind="event", object_id__in=shown, action="show"
        )
        found |= {row.object_id for row in rows.only("object_id") if row.object_id}
    return found
