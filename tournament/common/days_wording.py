"""The days of an event in words, where there is no markup: pictures and e-mails."""

import datetime as dt

from django.utils import formats


def days_text(first: dt.date, last: dt.date) -> str:
    """Return one day, or the first and last of several, in the reader's language."""
    begin, end = (formats.date_format(day, "DATE_FORMAT") for day in (first, last))
    return begin if first == last else f"{begin} – {end}"
