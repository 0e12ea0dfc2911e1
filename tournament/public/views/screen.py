"""The big screen of an event, for a projector in the hall."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.common.or_404 import or_404
from tournament.events.edition_display import edition_display_of
from tournament.public.selectors.running import running_round
from tournament.public.selectors.versions import newest_state
from tournament.standings.selectors.pages import published_page

ROWS_IN_COLUMN = 10


@require_safe
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the first rows of the standings.

    The page's script draws the rest and follows the event. The page is dark unless its address has
    `?theme=light`.
    """
    page = or_404(published_page(slug))
    rows = page.standings.rows
    columns = [rows[:ROWS_IN_COLUMN], rows[ROWS_IN_COLUMN : 2 * ROWS_IN_COLUMN]]
    context = {
        "event": page.event,
        "edition_display": edition_display_of(page.event),
        "standings": page.standings,
        "columns": [column for column in columns if column],
        "hall": running_round(newest_state(page.event.pk)),
        "theme": "light" if request.GET.get("theme") == "light" else "dark",
    }
    return render(request, "tournament/public/screen.html", context)
