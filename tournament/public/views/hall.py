"""The hall page of an event, for a projector.

It shows the clock, the seats of players, and announcements.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.common.or_404 import or_404
from tournament.public.selectors.running import running_round
from tournament.public.selectors.versions import newest_state
from tournament.public.views.pages import told_announcements
from tournament.standings.selectors.pages import published_page
from tournament.standings.selectors.seat_list import seat_list

LINES_SHOWN = 30


@require_safe
def hall(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the clock and the first seats by name.

    The page's script pages through all the seats and follows the event. The page is dark unless its
    address says `?theme=light`.
    """
    page = or_404(published_page(slug))
    state = newest_state(page.event.pk)
    seats = seat_list(page)
    seated = [line for line in seats.lines if line.table is not None]
    context = {
        "event": page.event,
        "is_hall": True,
        "hall": running_round(state),
        "seats": seats,
        "lines": seated[:LINES_SHOWN],
        "announcements": told_announcements(state),
        "theme": "light" if request.GET.get("theme") == "light" else "dark",
    }
    return render(request, "tournament/public/hall.html", context)
