"""The end of an event, by the calendar of the place where it is played. Pure."""

import datetime as dt
from zoneinfo import ZoneInfo

GRACE = dt.timedelta(days=1)
"""How long an event lasts beyond its last day: a game may go on past midnight, or a result be
corrected the next morning."""


def day_at(time_zone: str, now: dt.datetime) -> dt.date:
    """Return the date in this time zone."""
    return now.astimezone(ZoneInfo(time_zone)).date()


def earliest_last_day(time_zone: str, now: dt.datetime) -> dt.date:
    """Return the earliest last day of an event in this time zone that is not over yet."""
    return day_at(time_zone, now) - GRACE


def is_over(last_day: dt.date, time_zone: str, now: dt.datetime) -> bool:
    """Return whether a whole day has passed since the event's last day."""
    return last_day < earliest_last_day(time_zone, now)
