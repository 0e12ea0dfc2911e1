"""Moments as clocks show them where an event is played: what organisers type into fields of day
and time. Pure."""

import datetime as dt
from zoneinfo import ZoneInfo


def local_time(moment: dt.datetime | None, time_zone: str) -> dt.datetime | None:
    """Return a moment as the clocks of a zone show it, without the zone, for a field."""
    return moment and moment.astimezone(ZoneInfo(time_zone)).replace(tzinfo=None)


def moment_of(typed: dt.datetime | None, time_zone: str) -> dt.datetime | None:
    """The moment at which the clocks of a zone show what was typed into a field, whatever zone the
    field gave it. Of an hour that a change of clocks repeats, the first; of one that it skips, the
    moment by the clock before."""
    return typed and typed.replace(tzinfo=ZoneInfo(time_zone), fold=0)
