"""The guard of plain HTTP: other machines get only public pages over it.

Anybody on the hall's network can read and change unencrypted traffic: the first request would give
away a password, a session or a tablet's token. Requests from this machine may see everything.
"""

import re
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import is_valid_path

from config.refusals import is_json, refusal_of
from tournament.accounts.sign_in.this_machine import is_from_this_machine

# Public pages with their files, and the steps by which a tablet comes to trust the hall's
# certificate.
PUBLIC = (
    "/e/",
    # A player's own page, which shows the seat and takes a check-in only when it is told.
    "/me/",
    "/replay/",
    "/rules/",
    "/oembed",
    "/api/v1/public/",
    "/language/",
    "/i18n/",
    "/static/",
    "/tablet/setup/",
)
_FRONT_PAGE = "/"
# Below an event's page, but people give their addresses there.
_REGISTRATION = re.compile(r"/e/[-\w]+/register/")

Answer = Callable[[HttpRequest], HttpResponseBase]


def clear_text_guard(get_response: Answer) -> Answer:
    """Refuse private pages over plain HTTP from another machine."""

    def guard(request: HttpRequest) -> HttpResponseBase:
        if not may_pass(request):
            return _refuse(request)
        _mark(request)
        return get_response(request)

    return guard


def may_pass(request: HttpRequest) -> bool:
    """Return whether a request may travel this way.

    This includes the data that it carries and asks for.
    """
    return (
        request.is_secure()
        or is_public(request.path)
        or is_from_this_machine(request)
        or not is_valid_path(request.path_info)
    )


def _mark(request: HttpRequest) -> None:
    """Tell views that others on the network can read the answer."""
    clear = not (request.is_secure() or is_from_this_machine(request))
    request.sent_in_clear = clear  # type: ignore[attr-defined]


def is_public(path: str) -> bool:
    """Return whether a page is public, along with the data its forms send."""
    if _REGISTRATION.match(path):
        return False
    return path == _FRONT_PAGE or path.startswith(PUBLIC)


def _refuse(request: HttpRequest) -> HttpResponse:
    """Answer 403, with a secure address to use instead."""
    if is_json(request.path):
        return refusal_of(request, HTTPStatus.FORBIDDEN)
    origin = settings.TABLET_ORIGIN
    context = {
        "secure": origin and f"{origin}{request.path}",
        "here": f"http://localhost:{request.get_port()}{request.path}",
    }
    return render(request, "clear_text.html", context, status=HTTPStatus.FORBIDDEN)
