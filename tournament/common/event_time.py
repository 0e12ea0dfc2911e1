"""Moments as clocks show them where an event is played.

Organisers type them into fields of day and time. Pure.
"""

import datetime as dt
from zoneinfo import ZoneInfo


def local_time(moment: dt.datetime | None, time_zone: str) -> dt.datetime | None:
    """Return a moment as the clocks of a zone show it, without the zone, for a field."""
    return moment and moment.astimezone(ZoneInfo(time_zone)).replace(tzinfo=None)


def moment_of(typed: dt.datetime | None, time_zone: str) -> dt.datetime | None:
    """Return the moment at which the clocks of a zone show the typed day and time.

    The zone that the form field gave is ignored. When the clocks go back, the first of the two
    moments counts; a skipped hour is read by the clock before the change.
    """
    return typed and typed.replace(tzinfo=ZoneInfo(time_zone), fold=0)
