"""Access to the organisers' pages.

Users have to be signed in and permitted in this event; the pages are never cached.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404

from tournament.access import Action, require
from tournament.models import Event, Membership, Registration

View = Callable[..., HttpResponseBase]
EventOf = Callable[..., Event | None]
OfEvent = TypeVar("OfEvent", Membership, Registration)


class StaffRequest(HttpRequest):
    """A request whose user is allowed to do what the page is for."""

    user: User


def event_at(slug: str, **_rest: Any) -> Event:
    """Return the event that an address names; Http404."""
    return get_object_or_404(Event, slug=slug)


def if_still_there(rows: QuerySet[OfEvent], slug: str, key: int | None) -> OfEvent | None:
    """Return the event's row with this key; None if somebody has deleted it.

    Http404 if the row belongs to another event.
    """
    found = rows.filter(pk=key or 0).first()
    if found is not None and found.event.slug != slug:
        raise Http404
    return found


def no_event(**_named: Any) -> None:
    """Return None, for pages that belong to no event."""


def staff_may(action: Action, event_of: EventOf = event_at) -> Callable[[View], Any]:
    """Restrict a view to users who may do `action` in the event.

    `event_of` finds the event from the parts of the address. Other users are sent to the sign-in
    page (302), or get 403; 404 if the event is hidden from them.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapper(request: StaffRequest, **named: Any) -> HttpResponseBase:
            require(request.user, action, event_of(**named))
            return view(request, **named)

        return login_required(wrapper)

    return decorate


@contextmanager
def refusals_shown(request: HttpRequest) -> Iterator[None]:
    """Show the refusals of services called inside on the next page."""
    try:
        yield
    except ValidationError as error:
        show_refusal(request, error)


def show_refusal(request: HttpRequest, error: ValidationError) -> None:
    """Show a refusal on the next page."""
    messages.error(request, " ".join(error.messages))
