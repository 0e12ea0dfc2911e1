"""Limits on every page where a secret is typed, and the pages that explain them."""

from collections.abc import Callable

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.auth.signals import user_login_failed
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from tournament.accounts.sign_in import limits, receivers
from tournament.accounts.sign_in.address import client_address

RETRY_WHEN_FULL = 5
View = Callable[[HttpRequest], HttpResponseBase]
places = limits.PasswordCheckSlots()


def limited_response(request: HttpRequest, view: View, account: str) -> HttpResponseBase:
    """Return the view's response, or a page that says which limit was reached."""
    address = client_address(request)
    seconds = limits.seconds_to_wait(address)
    if seconds:
        receivers.logger.warning("Sign-in slowed: from %s", address)
        return _page(request, "slowed", 429, seconds)
    try:
        with places.hold_slot(address):
            response = view(request)
    except limits.NoFreeSlotError:
        receivers.logger.warning("Sign-in refused, too many at once: from %s", address)
        return _page(request, "full", 503, RETRY_WHEN_FULL)
    if getattr(request, "axes_locked_out", False):
        return _page(request, "locked", 429, limits.seconds_locked(account, address))
    return response


def limited_account_response(request: HttpRequest, view: View, account: str) -> HttpResponseBase:
    """Return the view's response, within the limits of an account known beforehand.

    While the account is locked, the view is not called. The view reports a wrong secret to
    `count_failure`.
    """

    def unless_locked(request: HttpRequest) -> HttpResponseBase:
        if not AxesProxyHandler.is_allowed(request, {"username": account}):
            request.axes_locked_out = True  # type: ignore[attr-defined]
            return HttpResponse()
        return view(request)

    return limited_response(request, unless_locked, account)


def count_failure(request: HttpRequest, account: str) -> None:
    """Count a wrong secret as a failed sign-in.

    It may lock the account for the address.
    """
    credentials = {"username": account}
    user_login_failed.send(__name__, credentials=credentials, request=request)


def _page(request: HttpRequest, why: str, status: int, seconds: int) -> HttpResponse:
    minutes = -(-seconds // 60)
    context = {"why": why, "seconds": seconds, "minutes": minutes}
    response = render(request, "tournament/accounts/sign_in/refused.html", context, status=status)
    response["Retry-After"] = str(seconds)
    return response
