"""Before an account itself is changed, its person is asked for the password again."""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournament.accounts.sign_in.ages import is_recent
from tournament.accounts.sign_in.gate import count_failure, limited_account_response
from tournament.accounts.sign_in.sessions import CONFIRMED, CONFIRMED_SECONDS

View = Callable[..., HttpResponseBase]


class AccountRequest(HttpRequest):
    """A request of somebody who is signed in."""

    user: User


class PasswordForm(forms.Form):
    """One's own password."""

    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password", "autofocus": True}),
    )


def recently_confirmed(view: View) -> View:
    """Require that the user gave a password or passkey a short while ago.

    Others are asked for it, and return to the page, or to their account if they sent a form.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, **named: Any) -> HttpResponseBase:
        if is_recent(request.session.get(CONFIRMED, 0), CONFIRMED_SECONDS):
            return view(request, **named)
        back = request.path if request.method in ("GET", "HEAD") else reverse("tournament:account")
        return redirect(f"{reverse('tournament:confirm-password')}?{urlencode({'next': back})}")

    return login_required(wrapper)


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
@login_required
def confirm_password(request: AccountRequest) -> HttpResponseBase:
    """Ask for the password again, within the limits of signing in."""
    if request.method != "POST":
        return _page(request, PasswordForm())
    return limited_account_response(request, _check_password, request.user.get_username())


def _check_password(request: HttpRequest) -> HttpResponse:
    form = PasswordForm(request.POST)
    if form.is_valid():
        if request.user.check_password(form.cleaned_data["password"]):
            request.session[CONFIRMED] = int(time.time())
            return redirect(next_address(request, "tournament:account"))
        count_failure(request, request.user.get_username())
        form.add_error("password", gettext("This is not your password."))
    return _page(request, form)


def next_address(request: HttpRequest, otherwise: str) -> str:
    """Return where a form says to go on, if that is on this site.

    Else return the address of the page named `otherwise`.
    """
    given = request.POST.get("next", "") or request.GET.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        given, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return given if safe else reverse(otherwise)


def _page(request: HttpRequest, form: PasswordForm) -> HttpResponse:
    context = {"form": form, "next": next_address(request, "tournament:account")}
    return render(request, "tournament/accounts/confirm_password.html", context)
