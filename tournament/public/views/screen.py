"""The big screen of an event, for a projector in the hall."""

from collections.abc import Sequence
from math import ceil

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.common.or_404 import or_404
from tournament.events.edition_display import edition_display_of
from tournament.public.selectors.running import running_round
from tournament.public.selectors.versions import newest_state
from tournament.standings.selectors.pages import published_page
from tournament.standings.selectors.podium import podium_of
from tournament.standings.selectors.standings import StandingsRow

ROWS_IN_COLUMN = 10
"""As many as a panel of one column has, and half as many as a panel's most."""


@require_safe
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the first rows of the standings, or the podium once the event has ended.

    The page's script draws the rest and follows the event. The page is dark unless its address has
    `?theme=light`.
    """
    page = or_404(published_page(slug))
    podium = podium_of(page.standings) if page.has_ended else ()
    context = {
        "event": page.event,
        "edition_display": edition_display_of(page.event),
        "standings": page.standings,
        "podium": podium,
        "columns": () if podium else _first_columns(page.standings.rows),
        "hall": running_round(newest_state(page.event.pk)),
        "theme": "light" if request.GET.get("theme") == "light" else "dark",
    }
    return render(request, "tournament/public/screen.html", context)


def _first_columns(rows: Sequence[StandingsRow]) -> list[Sequence[StandingsRow]]:
    """Return the rows of the first panel by column.

    `screen_panels.js` divides them in the same way.
    """
    pages = ceil(len(rows) / (2 * ROWS_IN_COLUMN)) or 1
    shown = rows[: ceil(len(rows) / pages)]
    half = len(shown) if pages == 1 and len(shown) <= ROWS_IN_COLUMN else ceil(len(shown) / 2)
    return [column for column in (shown[:half], shown[half:]) if column]
