"""Seconds as a clock shows them."""

from math import floor

from django import template
from django.utils.translation import pgettext

register = template.Library()


@register.filter
def countdown(left: float) -> str:
    """Return whole seconds left as `1:59:05`, or `5:00` below an hour.

    Past time it starts with a minus.
    """
    seconds = floor(left)
    sign = "\u2212" if seconds < 0 else ""
    minutes, rest = divmod(abs(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{sign}{hours}:{minutes:02}:{rest:02}" if hours else f"{sign}{minutes}:{rest:02}"


@register.filter
def clock_face(left: float) -> str:
    """Return `countdown(left)`, below an hour with its unit: `5:00 min`."""
    text = countdown(left)
    return pgettext("clock", "%s min") % text if abs(floor(left)) < 3600 else text
