"""The announced starts of an event's rounds as a calendar."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournament.common.calendars import calendar_response
from tournament.common.or_404 import or_404
from tournament.rounds.calendar import round_appointment
from tournament.standings.selectors.pages import published_page


@require_safe
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with the published rounds whose start is announced."""
    page = or_404(published_page(slug))
    found = (round_appointment(request, page.event, item) for item in page.rounds)
    return calendar_response(request, page.event.name, filter(None, found))
