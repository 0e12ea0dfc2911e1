"""The two pages where a password can be guessed, with their limits, and what they say then."""

from collections.abc import Callable

from axes.handlers.proxy import AxesProxyHandler
from django.contrib import admin
from django.contrib.auth.signals import user_login_failed
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournament.sign_in import limits, receivers
from tournament.sign_in.address import client_address

RETRY_WHEN_FULL = 5
View = Callable[[HttpRequest], HttpResponse]
places = limits.PasswordCheckSlots()


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
def sign_in(request: HttpRequest) -> HttpResponse:
    """The admin's sign-in page."""
    if request.method != "POST":
        return admin.site.login(request)
    return _limited(request, admin.site.login, request.POST.get("username", ""))


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
def change_password(request: HttpRequest) -> HttpResponse:
    """The admin's page to change one's own password, which asks for the old one: who sits down at a
    browser left open may not guess it either."""
    if request.method != "POST" or not admin.site.has_permission(request):
        return _own_password(request)
    return _limited(request, _own_password, request.user.get_username())


def _own_password(request: HttpRequest) -> HttpResponse:
    """The page, unless it is locked; a wrong old password counts as a failed sign-in."""
    page = admin.site.admin_view(admin.site.password_change)
    if request.method != "POST" or not admin.site.has_permission(request):
        return page(request)
    credentials = {"username": request.user.get_username()}
    if not AxesProxyHandler.is_allowed(request, credentials):
        request.axes_locked_out = True  # type: ignore[attr-defined]
        return HttpResponse()
    response = page(request)
    form = (getattr(response, "context_data", None) or {}).get("form")
    if form is not None and form.has_error("old_password", "password_incorrect"):
        user_login_failed.send(__name__, credentials=credentials, request=request)
    return response


def _limited(request: HttpRequest, view: View, account: str) -> HttpResponse:
    """The view within all limits, or a page that says which of them stands in the way."""
    address = client_address(request)
    seconds = limits.seconds_to_wait(address)
    if seconds:
        receivers.logger.warning("Sign-in slowed: from %s", address)
        return _page(request, "slowed", 429, seconds)
    try:
        with places.held(address):
            response = view(request)
    except limits.NoFreeSlotError:
        receivers.logger.warning("Sign-in refused, too many at once: from %s", address)
        return _page(request, "full", 503, RETRY_WHEN_FULL)
    if getattr(request, "axes_locked_out", False):
        return _page(request, "locked", 429, limits.seconds_locked(account, address))
    return response


def _page(request: HttpRequest, why: str, status: int, seconds: int) -> HttpResponse:
    minutes = -(-seconds // 60)
    context = {"why": why, "seconds": seconds, "minutes": minutes}
    response = render(request, "tournament/sign_in.html", context, status=status)
    response["Retry-After"] = str(seconds)
    return response
