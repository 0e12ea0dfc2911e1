"""The door of every organisers' page: signed in, allowed to do this in this event, never cached."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.admin.views.decorators import staff_member_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404

from tournament.access import Action, require
from tournament.models import Event

View = Callable[..., HttpResponseBase]
EventOf = Callable[..., Event]


class StaffRequest(HttpRequest):
    """A request that was let through because its user is of the staff."""

    user: User


def event_at(slug: str, **_rest: Any) -> Event:
    """The event of an address that names it; Http404."""
    return get_object_or_404(Event, slug=slug)


def staff_may(action: Action, event_of: EventOf = event_at) -> Callable[[View], Any]:
    """Let a view be used by who may do `action` in the event that `event_of` finds from what the
    address names. Others are sent to the sign-in page (302), or get 403; 404 where the event is
    hidden from them."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: StaffRequest, **named: Any) -> HttpResponseBase:
            require(request.user, action, event_of(**named))
            return view(request, **named)

        return staff_member_required(guarded)

    return decorate
