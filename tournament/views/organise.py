"""Where organisers begin: the events they may know of, and the ways on from each."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from tournament import selectors
from tournament.access import Action, own_events
from tournament.views.crumbs import Crumb, to_event
from tournament.views.public import or_404
from tournament.views.staff import StaffRequest, no_event, staff_may
from tournament.visibility import Reader


@require_safe
@staff_may(Action.ORGANISE, no_event)
def events(request: StaffRequest) -> HttpResponse:
    """The events one may work in, the latest first."""
    shown = own_events(request.user).defer("edition_file")
    return render(request, "tournament/organise/events.html", {"events": shown})


@require_safe
@staff_may(Action.ORGANISE)
def event(request: StaffRequest, slug: str) -> HttpResponse:
    """One event: its rounds, and what its staff may do there."""
    page = or_404(selectors.event_page(slug, Reader.STAFF))
    context = {
        "event": page.event,
        "rounds": page.rounds,
        "crumbs": to_event(page.event, Crumb(gettext("Organise"))),
    }
    return render(request, "tournament/organise/event.html", context)
