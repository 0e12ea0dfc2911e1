"""A bar beside a figure, for tables."""

from django import template
from django.utils.safestring import SafeString

from tournament.common.charts import draw_bar

register = template.Library()


@register.simple_tag
def bar(value: int, most: int, mark: str) -> SafeString:
    """Return a bar from the middle; `most` is the figure whose bar is longest."""
    return draw_bar(value, most, mark)
