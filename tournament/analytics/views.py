"""The page of an event's analytics."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.access import Action
from tournament.analytics.selectors import analytics_of
from tournament.common.or_404 import or_404
from tournament.console.page import console_page
from tournament.console.staff import StaffRequest, event_at, staff_may
from tournament.events.edition_display import edition_display_of
from tournament.standings.selectors.pages import event_page
from tournament.visibility import Reader


@require_safe
@staff_may(Action.PUBLISH)
def analytics(request: StaffRequest, slug: str) -> HttpResponse:
    """Show results by role and seat, lengths, deeds, dice, and how the logs were kept."""
    event = event_at(slug)
    page = or_404(event_page(slug, Reader.STAFF))
    context = {
        **console_page(event, _("Analytics")),
        "edition_display": edition_display_of(page.event),
        "analytics": analytics_of(event, page),
    }
    return render(request, "tournament/analytics/analytics.html", context)
