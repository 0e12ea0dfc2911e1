"""A practice event with one press, and away with one."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.access import Action
from tournament.console.pressed_once import pressed_once
from tournament.console.staff import StaffRequest, event_at, no_event, refusals_shown, staff_may
from tournament.practice.services import delete_practice_event, make_practice_event


@require_POST
@staff_may(Action.ADD_EVENT, no_event)
@pressed_once
def make(request: StaffRequest) -> HttpResponse:
    """Create a practice event and go to its page."""
    event = make_practice_event(by=request.user)
    return redirect("tournament:organise-event", event.slug)


@require_POST
@staff_may(Action.DELETE_EVENT)
def delete(request: StaffRequest, slug: str) -> HttpResponse:
    """Delete a practice event with all that was tried in it; any other event stays."""
    with refusals_shown(request):
        delete_practice_event(event=event_at(slug), by=request.user)
        messages.success(request, _("The practice event is deleted."))
        return redirect("tournament:organise")
    return redirect("tournament:organise-event", slug)
