"""The organisers' page of announcements.

Organisers write announcements, look at the outbox, send and withdraw there.
"""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import Action
from tournament.common.or_404 import or_404
from tournament.common.parameters import free_text
from tournament.console.crumbs import Crumb, to_console
from tournament.console.pressed_once import pressed_once
from tournament.console.staff import StaffRequest, refusals_shown, staff_may
from tournament.events.selectors.announcements import announcements_of
from tournament.events.selectors.events import event_detail
from tournament.events.services.announcements import (
    announce,
    send_announcement,
    withdraw_announcement,
    write_announcement,
)
from tournament.models import Announcement, Event
from tournament.models.announcements import MAX_TEXT
from tournament.visibility import Reader


@require_http_methods(["GET", "POST"])
@staff_may(Action.ANNOUNCE)
@pressed_once
def announcements(request: StaffRequest, slug: str) -> HttpResponse:
    """Show the outbox and the announcements that were sent.

    A form writes an announcement and sends it now or later.
    """
    if request.method == "POST":
        _write(request, get_object_or_404(Event, slug=slug))
        return redirect("tournament:announcements", slug)
    event = or_404(event_detail(slug, Reader.STAFF))
    context = {
        "event": event,
        "longest": MAX_TEXT,
        "lists": announcements_of(event.pk),
        "crumbs": to_console(event, Crumb(gettext("Announcements"))),
    }
    return render(request, "tournament/events/announcements.html", context)


@require_POST
@staff_may(Action.ANNOUNCE)
def step(request: StaffRequest, slug: str, key: int) -> HttpResponse:
    """Send one that waits in the outbox, or withdraw one."""
    found = get_object_or_404(
        Announcement.objects.select_related("event"), pk=key, event__slug=slug
    )
    with refusals_shown(request):
        if request.POST.get("step") == "send":
            send_announcement(announcement=found, by=request.user)
            messages.success(request, gettext("Sent: tablets, hall and public pages show it."))
        else:
            withdraw_announcement(announcement=found, by=request.user)
            messages.success(request, gettext("Withdrawn: it is shown nowhere."))
    return redirect("tournament:announcements", slug)


def _write(request: StaffRequest, event: Event) -> None:
    with refusals_shown(request):
        text = free_text(request.POST.get("text", ""), MAX_TEXT)
        if request.POST.get("step") == "send":
            announce(event=event, text=text, by=request.user)
            messages.success(request, gettext("Sent: tablets, hall and public pages show it."))
        else:
            write_announcement(event=event, text=text, by=request.user)
            messages.success(request, gettext("It waits in the outbox."))
