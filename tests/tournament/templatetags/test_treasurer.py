"""Moments and days as pages say them."""

import datetime as dt
import re
from types import SimpleNamespace

from django.template import Context, Template

from tournament.common.days_wording import days_text

MOMENT = dt.datetime(2026, 5, 23, 13, 7, 5, 123456, tzinfo=dt.UTC)


def rendered(tag: str, **context: object) -> str:
    template = Template("{% load treasurer %}{% " + tag + " %}")
    return template.render(Context({"at": MOMENT, "day": MOMENT.date(), **context}))


def test_a_moment_is_told_by_the_clocks_of_its_event():
    paris = SimpleNamespace(time_zone="Europe/Paris")
    assert "3:07 PM CEST</time>" in rendered("moment at 'time'", event=paris)
    assert "1:07 PM UTC</time>" in rendered("moment at 'time'")


def test_a_script_is_told_the_moment_in_milliseconds_and_a_day_without_a_zone():
    assert 'datetime="2026-05-23T13:07:05.123+00:00"' in rendered("moment at")
    assert '<time datetime="2026-05-23" data-moment="day">' in rendered("days day day")


def test_days_in_english_are_written_alike_with_and_without_markup() -> None:
    first, last = MOMENT.date(), dt.date(2026, 9, 1)
    assert days_text(first, last) == "May 23, 2026 – Sep 1, 2026"
    marked = rendered("days day last", last=last)
    assert re.sub(r"<[^>]*>", "", marked) == days_text(first, last)
