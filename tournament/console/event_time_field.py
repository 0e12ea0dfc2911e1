"""A field of day and time, as clocks show it where the event is."""

import datetime as dt
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator

# Any other year is a slip of the finger, and the first and the last have moments that no other zone
# has.
FIRST, LAST = (dt.datetime(year, 1, 1, tzinfo=dt.UTC) for year in (2000, 2101))


class EventTimeField(forms.DateTimeField):
    """A field of day and time with the browser's own calendar and clock.

    Its value is a moment only once the event's zone is known:
    `tournament.common.event_time.moment_of`.
    """

    default_validators = [MinValueValidator(FIRST), MaxValueValidator(LAST)]

    def __init__(self, **kwargs: Any) -> None:
        attributes = {"type": "datetime-local", "step": "60"}
        widget = forms.DateTimeInput(attrs=attributes, format="%Y-%m-%dT%H:%M")
        super().__init__(required=False, widget=widget, **kwargs)
