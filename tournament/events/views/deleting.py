"""Delete an event that was made by mistake."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.access import Action
from tournament.console.pressed_once import pressed_once
from tournament.console.staff import StaffRequest, event_at, refusals_shown, staff_may
from tournament.events.services.events import delete_event


@require_POST
@staff_may(Action.DELETE_EVENT)
@pressed_once
def delete(request: StaffRequest, slug: str) -> HttpResponse:
    """Delete an event for good once its address was typed; one that has results stays."""
    event = event_at(slug)
    if request.POST.get("typed", "").strip() != slug:
        text = _("Type “%(typed)s” to delete the event: nothing was done.")
        messages.error(request, text % {"typed": slug})
        return redirect("tournament:settings", slug)
    with refusals_shown(request):
        delete_event(event=event, by=request.user)
        messages.success(request, _("“%(event)s” is deleted.") % {"event": event.name})
        return redirect("tournament:organise")
    return redirect("tournament:settings", slug)
