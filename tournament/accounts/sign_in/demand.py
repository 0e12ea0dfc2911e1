"""The platform's demand for a second factor (`SECOND_FACTOR_FROM`).

Organisers are led to the page on which they set it up.
"""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone

from tournament.access import Action, may
from tournament.accounts.sign_in.sessions import OF_STAFF, SAFE, WITH_SECOND_FACTOR

LATER = "second_factor_later"
"""Session key: the user was asked for a second factor and chose to continue without one."""
ALWAYS_OPEN = (
    "/organise/account/",
    "/organise/join/",
    "/organise/password/",
    "/organise/sign-in/",
    "/organise/sign-out/",
)

Person = AbstractBaseUser | AnonymousUser


def is_demanded_of(person: Person) -> bool:
    """Return whether the platform wants a second factor of this person.

    It does of who runs events, or enters the admin.
    """
    if settings.SECOND_FACTOR_FROM is None or not person.is_authenticated:
        return False
    return may(person, Action.MANAGE_STAFF, None) or may(person, Action.ENTER_ADMIN, None)


def may_wait() -> bool:
    """Return whether the day from which the second factor is needed is to come."""
    day = settings.SECOND_FACTOR_FROM
    return day is None or timezone.localdate() < day


def lacks_second_factor(session: SessionBase, person: Person) -> bool:
    """Return whether the session opens nothing until there is a second factor."""
    return not may_wait() and not session.get(WITH_SECOND_FACTOR) and is_demanded_of(person)


def second_factor_demand(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Lead users who have to set up a second factor to their account's page.

    Before the day set for it this happens once a session, and from then on instead of every page of
    the staff.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if _concerns(request) and _is_led_away(request):
            return redirect("tournament:account")
        return get_response(request)

    return middleware


def _concerns(request: HttpRequest) -> bool:
    """Return whether anything is demanded of the request.

    Where nothing is, not even the session is read.
    """
    if settings.SECOND_FACTOR_FROM is None or settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return False
    return request.path.startswith(OF_STAFF) and not request.path.startswith(ALWAYS_OPEN)


def _is_led_away(request: HttpRequest) -> bool:
    session = request.session
    if SESSION_KEY not in session or session.get(WITH_SECOND_FACTOR):
        return False
    if may_wait() and (session.get(LATER) or request.method not in SAFE):
        return False
    return is_demanded_of(request.user)
