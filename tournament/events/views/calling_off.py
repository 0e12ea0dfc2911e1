"""Cancel or postpone an event, and take that back."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.access import Action
from tournament.console.pressed_once import pressed_once
from tournament.console.staff import StaffRequest, event_at, refusals_shown, staff_may
from tournament.events.services.calling_off import call_off_event, hold_event
from tournament.models.event import MAX_CALLED_OFF_REASON


@require_POST
@staff_may(Action.PUBLISH)
@pressed_once
def call_off(request: StaffRequest, slug: str) -> HttpResponse:
    """Take the step that was pressed: `cancelled`, `postponed` or `hold`."""
    event, step = event_at(slug), request.POST.get("step", "")
    with refusals_shown(request):
        if step == "hold":
            hold_event(event=event, by=request.user)
            messages.success(request, _("The event takes place."))
        else:
            reason = request.POST.get("reason", "")[:MAX_CALLED_OFF_REASON]
            event = call_off_event(event=event, how=step, reason=reason, by=request.user)
            said = {
                "cancelled": _("The event is cancelled, and says so everywhere."),
                "postponed": _("The event is postponed, and says so everywhere."),
            }
            messages.success(request, said[event.called_off])
    return redirect("tournament:settings", slug)
