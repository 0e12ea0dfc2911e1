"""A spark line of a player's worth, as a small SVG.

It shows how the worth went, beside the figure of now.
"""

from collections.abc import Sequence

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from tournament.templatetags.treasurer import money

register = template.Library()

WIDTH, HEIGHT = 60, 16


@register.simple_tag
def spark(values: Sequence[int], bounds: tuple[int, int], currency: str) -> SafeString | str:
    """Return a line through these values, between `bounds`; blank for fewer than two."""
    if len(values) < 2:
        return ""
    return format_html(
        '<svg class="spark" viewBox="0 0 {} {}" role="img" aria-label="{}">'
        '<polyline points="{}"/></svg>',
        WIDTH,
        HEIGHT,
        pgettext("worth of a player", "%(first)s at first, %(last)s now")
        % {"first": money(values[0], currency), "last": money(values[-1], currency)},
        spark_points(values, bounds),
    )


def spark_points(values: Sequence[int], bounds: tuple[int, int]) -> str:
    """Return the points of the line; `spark.js` writes the same."""
    last, (least, most) = len(values) - 1, bounds
    return " ".join(
        f"{index * WIDTH // last},"
        f"{HEIGHT - 1 - (value - least) * (HEIGHT - 2) // max(most - least, 1)}"
        for index, value in enumerate(values)
    )
