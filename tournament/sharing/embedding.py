"""The frame in which other sites show an event."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from tournament.common.addresses import (
    DEFAULT_EMBEDDED_ROWS,
    TEAMS,
    absolute_address,
    canonical_query,
)

FRAME_WIDTH = 600
"""In CSS pixels, like all sizes here."""
ROW_HEIGHT = 38
HEIGHT_WITHOUT_ROWS = 190


@dataclass(frozen=True, slots=True)
class Frame:
    """The size of a frame in pixels, and how many rows of the standings are in it."""

    width: int
    height: int
    rows: int


FULL_FRAME = Frame(
    FRAME_WIDTH, HEIGHT_WITHOUT_ROWS + DEFAULT_EMBEDDED_ROWS * ROW_HEIGHT, DEFAULT_EMBEDDED_ROWS
)


def frame_within(width: int | None, height: int | None) -> Frame:
    """Return the frame that fits into a size; it has a row at least."""
    high = min(height or FULL_FRAME.height, FULL_FRAME.height)
    rows = max((high - HEIGHT_WITHOUT_ROWS) // ROW_HEIGHT, 1)
    return Frame(min(width or FRAME_WIDTH, FRAME_WIDTH), high, rows)


def frame_code(
    request: HttpRequest, slug: str, name: str, frame: Frame, *, teams: bool = False
) -> str:
    """Return the HTML that shows an event on another site.

    It is escaped, and itself a plain text.
    """
    path = reverse("tournament:embed", args=[slug])
    address = absolute_address(request, path)
    options = {"rows": str(frame.rows), "show": TEAMS if teams else ""}
    if query := canonical_query(path, options):
        address += f"?{query}"
    code = format_html(
        '<iframe src="{}" title="{}" width="{}" height="{}" loading="lazy"'
        ' style="border:0;max-width:100%"></iframe>',
        address,
        name,
        frame.width,
        frame.height,
    )
    return "".join(code)
