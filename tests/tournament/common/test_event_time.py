"""Day and time as clocks show them where an event is. Pure."""

import datetime as dt

from tests.present import present
from tournament.common.event_time import local_time, moment_of

NOON = dt.datetime(2026, 7, 1, 12, tzinfo=dt.UTC)


def test_what_is_typed_is_the_time_of_the_event():
    typed = dt.datetime(2026, 7, 1, 14, tzinfo=dt.UTC)
    assert moment_of(typed, "Europe/Paris") == NOON
    assert local_time(NOON, "Europe/Paris") == typed.replace(tzinfo=None)
    assert moment_of(None, "UTC") is local_time(None, "UTC") is None


def test_an_hour_that_clocks_repeat_is_the_first():
    typed = dt.datetime(2026, 10, 25, 2, 30, tzinfo=dt.UTC)
    moment = present(moment_of(typed, "Europe/Paris")).astimezone(dt.UTC)
    assert moment == dt.datetime(2026, 10, 25, 0, 30, tzinfo=dt.UTC)
