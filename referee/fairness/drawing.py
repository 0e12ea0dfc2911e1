"""A range as a small SVG beside its figures.

Policies are drawn as a bar, the sample as a line around it.
"""

from collections.abc import Mapping
from xml.etree.ElementTree import Element, SubElement

from django.utils.safestring import SafeString

from tournament.common.charts import add_line, markup_of

WIDTH, HEIGHT = 200, 18
MIDDLE = HEIGHT / 2
NARROWEST = 3
"""The least width of the bar, where all policies agree."""


def draw_range(values: Mapping[str, float], even: float | None, mark: str = "") -> SafeString:
    """Return the range of a share from 0 to 1, with an upright line at an even share.

    `mark` is the class of a role. It stands beside its figures, and is hidden from screen readers.
    """
    low, high, least, most = (
        round(WIDTH * values[key], 1) for key in ("low", "high", "least", "most")
    )
    attributes = {"viewBox": f"0 0 {WIDTH} {HEIGHT}", "class": f"range {mark}".strip()}
    svg = Element("svg", {**attributes, "aria-hidden": "true"})
    add_line(svg, 0, MIDDLE, WIDTH, MIDDLE, "range-scale")
    add_line(svg, least, MIDDLE, most, MIDDLE, "range-sample")
    width = max(high - low, NARROWEST)
    begin = min(max(low - (width - high + low) / 2, 0), WIDTH - width)
    bar = {"x": begin, "y": MIDDLE - 5, "width": width, "height": 10}
    SubElement(svg, "rect", {k: str(v) for k, v in bar.items()} | {"class": "range-policies"})
    if even is not None:
        add_line(svg, WIDTH * even, 0, WIDTH * even, HEIGHT, "range-even")
    return markup_of(svg)
