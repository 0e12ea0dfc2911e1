"""The page of an event's uploads: where it is sent, and who may send it here."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from referee.uploads.keys import (
    accept_conflicts,
    is_in_force,
    issue_key,
    key_of,
    revoke_key,
)
from referee.uploads.targets import remove_target, set_target, target_of
from tournament.access import Action
from tournament.console.crumbs import Crumb
from tournament.console.page import console_page
from tournament.console.pressed_once import pressed_once
from tournament.console.staff import StaffRequest, event_at, refusals_shown, staff_may
from tournament.models import Event

Do = Callable[[StaffRequest, Event], None]


@require_http_methods(["GET", "HEAD", "POST"])
@staff_may(Action.DELETE_EVENT)
@pressed_once
def uploads(request: StaffRequest, slug: str) -> HttpResponse:
    """Show where the event is sent and what is received of it, or do one thing: `do`.

    A new key is shown in this answer only.
    """
    event = event_at(slug)
    if request.method != "POST":
        return _page(request, event)
    if request.POST.get("do") == "issue":
        return _page(request, event, key=issue_key(event=event, by=request.user))
    do = _DOES.get(request.POST.get("do", ""))
    if do is not None:
        with refusals_shown(request):
            do(request, event)
    return redirect("chief:uploads", slug)


def _page(request: StaffRequest, event: Event, *, key: str = "") -> HttpResponse:
    above = Crumb(_("Backups"), reverse("chief:backups", args=[event.slug]))
    received = key_of(event)
    context = {
        **console_page(event, _("Uploads"), above),
        "target": target_of(event),
        "received": received,
        "in_force": received is not None and is_in_force(received),
        "key": key,
        "address": _address(request, event),
    }
    return render(request, "referee/uploads/uploads.html", context)


def _address(request: HttpRequest, event: Event) -> str:
    """Return the address to which a hall sends this event."""
    return request.build_absolute_uri(reverse("tablet_api:upload", args=[event.slug]))


def _send(request: StaffRequest, event: Event) -> None:
    found = target_of(event)
    set_target(
        event=event,
        url=request.POST.get("url", ""),
        key=request.POST.get("key", ""),
        continuous=bool(request.POST.get("continuous")),
        now=timezone.now(),
        by=request.user,
    )
    if found is not None and found.sent_at is not None:
        # The page itself says so of the first upload, until it arrived.
        messages.success(request, _("The event is on its way."))


def _stop(request: StaffRequest, event: Event) -> None:
    remove_target(event=event, by=request.user)
    messages.success(request, _("The event is no longer sent, and the key is forgotten."))


def _accept(request: StaffRequest, event: Event) -> None:
    accept_conflicts(event=event, seen=request.POST.get("seen", ""), by=request.user)


_DOES: dict[str, Do] = {
    "send": _send,
    "stop": _stop,
    "revoke": lambda request, event: revoke_key(event=event, by=request.user),
    "accept": _accept,
}
