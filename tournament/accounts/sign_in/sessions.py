"""The lifetime of sessions, and the ban on caching pages of the staff."""

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import add_never_cache_headers

from tournament.accounts.services.account_sessions import note_seen, record_session
from tournament.accounts.sign_in.ages import is_recent
from tournament.accounts.sign_in.devices import device_of

logger = logging.getLogger(__name__)
WRITTEN_EVERY = 60
"""Seconds between two writes that record a session as still in use."""
OF_STAFF = ("/admin/", "/organise/", "/api/v1/organise/")
SAFE = ("GET", "HEAD", "OPTIONS")
WITH_SECOND_FACTOR = "second_factor"
"""Session key: the user proved more than a password in this session."""
CONFIRMED = "confirmed"
CONFIRMED_SECONDS = 15 * 60
"""How long after a sign-in, or a retyped password, the account may be changed."""


def begin_session(request: HttpRequest, person: User) -> None:
    """Begin the time of a session in which somebody has signed in now."""
    now = int(time.time())
    request.session.set_expiry(None)
    request.session["started"] = request.session["seen"] = request.session[CONFIRMED] = now
    list_session(request, person)


def list_session(request: HttpRequest, person: User) -> None:
    """Keep a session in its person's list, after it got its name or another one."""
    if request.session.session_key is None:
        request.session.cycle_key()
    device = device_of(request.headers.get("User-Agent", ""))
    key = request.session.session_key
    assert key is not None  # noqa: S101 - it was made above
    record_session(person=person, session_key=key, device=device)


def staff_sessions(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """End expired sessions before anything asks for their user."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if _has_session(request):
            _look_at(request)
        return _forbid_caching(request, get_response(request))

    return middleware


def _has_session(request: HttpRequest) -> bool:
    """Return False for tablets and visitors: nothing is asked for them."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES


def _look_at(request: HttpRequest) -> None:
    session, now = request.session, int(time.time())
    if SESSION_KEY not in session:
        return
    if is_over(session):
        session.flush()
        logger.info("A session ended: its time was over.")
    elif now - session.get("seen", 0) >= WRITTEN_EVERY and _by_hand(request):
        note_seen(session=session, now=now)


def is_over(session: SessionBase) -> bool:
    """Return whether the time of a signed-in session is over; write nothing."""
    seen, started = session.get("seen", 0), session.get("started", 0)
    is_seen = is_recent(seen, settings.SESSION_IDLE_AGE)
    return not (is_seen and is_recent(started, settings.SESSION_COOKIE_AGE))


def _by_hand(request: HttpRequest) -> bool:
    """Return False for what an open page asks by itself, where the browser says so."""
    mode = request.headers.get("Sec-Fetch-Mode", "navigate")
    return mode == "navigate" or request.method not in SAFE


def _forbid_caching(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    if request.path.startswith(OF_STAFF):
        add_never_cache_headers(response)
    return response
