"""The overlay that a video stream lays over its picture: one table, or the standings."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.common.addresses import overlay_table
from tournament.common.or_404 import or_404
from tournament.events.edition_display import edition_display_of
from tournament.standings.selectors.pages import published_page


@require_safe
def overlay(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a transparent page with a plate, which its script fills from the event's public state.

    `?table=3` shows that table of the last round that has one. The plate is dark unless the address
    has `?theme=light`.
    """
    page = or_404(published_page(slug))
    context = {
        "event": page.event,
        "edition_display": edition_display_of(page.event),
        "table": overlay_table(request.GET),
        "theme": "light" if request.GET.get("theme") == "light" else "dark",
    }
    return render(request, "tournament/public/overlay.html", context)
