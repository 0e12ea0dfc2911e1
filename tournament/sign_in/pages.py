"""The pages where a password is typed, with their limits, and what they say then."""

from collections.abc import Callable

from axes.handlers.proxy import AxesProxyHandler
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.signals import user_login_failed
from django.contrib.auth.views import LoginView, LogoutView, PasswordChangeView
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse_lazy
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournament.sign_in import limits, receivers
from tournament.sign_in.address import client_address

RETRY_WHEN_FULL = 5
View = Callable[[HttpRequest], HttpResponseBase]
places = limits.PasswordCheckSlots()
_sign_in = LoginView.as_view(template_name="tournament/sign_in/form.html")
_password = PasswordChangeView.as_view(
    template_name="tournament/sign_in/password.html",
    success_url=reverse_lazy("tournament:organise"),
)
sign_out = LogoutView.as_view(next_page=reverse_lazy("tournament:events"))


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
def sign_in(request: HttpRequest) -> HttpResponseBase:
    """Where everybody who helps to run events signs in."""
    if request.method != "POST":
        return _sign_in(request)
    return limited(request, _sign_in, request.POST.get("username", ""))


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
@login_required
def change_password(request: HttpRequest) -> HttpResponseBase:
    """One's own password. The page asks for the old one: who sits down at a browser left open may
    not guess it either."""
    if request.method != "POST":
        return _password(request)
    return limited(request, _own_password, request.user.get_username())


def _own_password(request: HttpRequest) -> HttpResponseBase:
    """The page, unless it is locked; a wrong old password counts as a failed sign-in."""
    credentials = {"username": request.user.get_username()}
    if not AxesProxyHandler.is_allowed(request, credentials):
        request.axes_locked_out = True  # type: ignore[attr-defined]
        return HttpResponse()
    response = _password(request)
    form = (getattr(response, "context_data", None) or {}).get("form")
    if form is None:
        messages.success(request, gettext("Your password was changed."))
    elif form.has_error("old_password", "password_incorrect"):
        user_login_failed.send(__name__, credentials=credentials, request=request)
    return response


def limited(request: HttpRequest, view: View, account: str) -> HttpResponseBase:
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
    response = render(request, "tournament/sign_in/refused.html", context, status=status)
    response["Retry-After"] = str(seconds)
    return response
