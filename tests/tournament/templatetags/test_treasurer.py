"""Moments and days as pages say them."""

import datetime as dt
from types import SimpleNamespace

from django.template import Context, Template

MOMENT = dt.datetime(2026, 5, 23, 13, 7, 5, 123456, tzinfo=dt.UTC)


def rendered(tag: str, **context: object) -> str:
    template = Template("{% load treasurer %}{% " + tag + " %}")
    return template.render(Context({"at": MOMENT, "day": MOMENT.date(), **context}))


def test_a_moment_is_told_by_the_clocks_of_its_event():
    paris = SimpleNamespace(time_zone="Europe/Paris")
    assert "3:07 p.m. CEST</time>" in rendered("moment at 'time'", event=paris)
    assert "1:07 p.m. UTC</time>" in rendered("moment at 'time'")


def test_a_script_is_told_the_moment_in_milliseconds_and_a_day_without_a_zone():
    assert 'datetime="2026-05-23T13:07:05.123+00:00"' in rendered("moment at")
    assert '<time datetime="2026-05-23" data-moment="day">' in rendered("days day day")
