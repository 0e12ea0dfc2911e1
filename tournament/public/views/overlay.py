"""The overlay of a video stream: one table, or the standings.

The stream lays it over its picture.
"""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.common.addresses import overlay_table
from tournament.common.or_404 import or_404
from tournament.events.edition_display import edition_display_of
from tournament.standings.selectors.pages import EventPage, published_page
from tournament.standings.selectors.standings import StandingsRow

ROWS = 10
"""How many rows of the standings are shown at once."""


@require_safe
def overlay(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a transparent page with a plate.

    Its script fills the plate from the event's public state. The standings stand there before
    that state comes, unless places are hidden.

    `?table=3` shows that table of the last round that has one. The plate is dark unless the
    address has `?theme=light`.
    """
    page = or_404(published_page(slug))
    table = overlay_table(request.GET)
    context = {
        "event": page.event,
        "edition_display": edition_display_of(page.event),
        "table": table,
        "standings": page.standings,
        "rows": () if table else _first_rows(page),
        "most": ROWS,
        "theme": "light" if request.GET.get("theme") == "light" else "dark",
    }
    return render(request, "tournament/public/overlay.html", context)


def _first_rows(page: EventPage) -> Sequence[StandingsRow]:
    """Return the rows of the first page.

    There are none before the first result, or while any are hidden.
    """
    hides = page.event.frozen_at and page.event.revealed_to != 1
    shows_all = page.standings.as_of and not hides
    return page.standings.rows[:ROWS] if shows_all else ()
