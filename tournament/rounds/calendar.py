"""The announced starts of rounds as entries of a calendar."""

import datetime as dt
from typing import Protocol

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.common.addresses import absolute_address, host_in_ids, origin_of
from tournament.common.calendars import Appointment
from tournament.common.finals import number_text
from tournament.events.selectors.events import EventDetail
from tournament.models import Event

_STATUS = {Event.CalledOff.CANCELLED: "CANCELLED", Event.CalledOff.POSTPONED: "TENTATIVE"}


class AnnouncedRound(Protocol):
    """A published round, as the database or a selector has it."""

    @property
    def number(self) -> int:
        """Its number in the event."""

    @property
    def starts_at(self) -> dt.datetime | None:
        """The announced start."""

    @property
    def starts_changed_at(self) -> dt.datetime | None:
        """Since when that start is announced; None of a round from before this was stored."""

    @property
    def published_at(self) -> dt.datetime | None:
        """Since when the public sees the round."""


def round_appointment(
    request: HttpRequest,
    event: EventDetail,
    round_: AnnouncedRound,
    *,
    seed: int = 0,
    table: int = 0,
    seated_at: dt.datetime | None = None,
) -> Appointment | None:
    """Return a round as an entry of a calendar, None without an announced start.

    `seed` is the player's in whose own calendar it is, with the `table` of their seat, and since
    when the round has its seats; the event's calendar has none of them.
    """
    if round_.starts_at is None:
        return None
    own = f"-p{seed}" if seed else ""
    path = reverse("tournament:round", args=[event.slug, round_.number])
    return Appointment(
        uid=f"{event.slug}-r{round_.number}{own}@{host_in_ids(request)}",
        title=_title(event, round_.number, table),
        begins=round_.starts_at,
        ends=round_.starts_at + dt.timedelta(minutes=event.length_minutes),
        changed_at=_changed_at(event, round_, seated_at) or round_.starts_at,
        place=event.venue,
        url=absolute_address(request, path) if origin_of(request) else "",
        status=_STATUS.get(Event.CalledOff(event.called_off), "") if event.called_off else "",
    )


def _title(event: EventDetail, number: int, table: int) -> str:
    values = {"event": event.name, "number": number_text(event, number), "table": table}
    if table:
        return _("%(event)s: round %(number)s, table %(table)d") % values
    return _("%(event)s: round %(number)s") % values


def _changed_at(
    event: EventDetail, round_: AnnouncedRound, seated_at: dt.datetime | None
) -> dt.datetime | None:
    """Return the last of the known moments at which the entry changed."""
    known = (round_.starts_changed_at, round_.published_at, event.called_off_at, seated_at)
    return max(filter(None, known), default=None)
