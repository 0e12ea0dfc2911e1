"""The days of an event in words.

They are markup in pages, and text for pictures, prints and e-mails.
"""

import datetime as dt

from django.utils import formats
from django.utils.html import format_html
from django.utils.safestring import SafeString


def days_text(first: dt.date, last: dt.date) -> str:
    """Return one day, or the first and last of several, in the reader's language."""
    begin, end = (formats.date_format(day, "DATE_FORMAT") for day in (first, last))
    return begin if first == last else f"{begin} – {end}"


def days_markup(first: dt.date, last: dt.date) -> SafeString:
    """Return the days of an event as `<time>` elements.

    A script rewrites them as the reader's region does.
    """
    begin = _day(first)
    return begin if first == last else format_html("{} – {}", begin, _day(last))


def _day(day: dt.date) -> SafeString:
    words = formats.date_format(day, "DATE_FORMAT")
    return format_html('<time datetime="{}" data-moment="day">{}</time>', day.isoformat(), words)
