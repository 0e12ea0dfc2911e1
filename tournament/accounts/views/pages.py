"""The account page, and setting up the second factors of signing in."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.accounts.one_time_codes import app_address, new_secret
from tournament.accounts.services import second_factor as services
from tournament.accounts.services.names import MAX_NAME, rename_account
from tournament.accounts.sign_in import demand
from tournament.accounts.sign_in.confirmation import AccountRequest, recently_confirmed
from tournament.accounts.sign_in.passkeys import passkeys_work
from tournament.accounts.sign_in.sessions import WITH_SECOND_FACTOR
from tournament.accounts.views.sessions import listed_sessions
from tournament.common.parameters import free_text
from tournament.common.qr_codes import qr_svg
from tournament.console.crumbs import Crumb
from tournament.console.staff import refusals_shown
from tournament.models import AuthenticatorApp, Passkey

OF_NEW_APP = "new_app"
"""Session key: the secret of an app that has not shown a code yet."""


class FirstCodeForm(forms.Form):
    """The first code of a new app, which shows that it has the secret."""

    code = forms.CharField(
        label=gettext_lazy("Code that the app shows"),
        max_length=12,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )


@require_safe
@login_required
def account(request: AccountRequest) -> HttpResponse:
    """Show the account's ways to sign in and where it is signed in (some 6 queries)."""
    person = request.user
    app = AuthenticatorApp.objects.filter(person=person).first()
    passkeys = list(Passkey.objects.filter(person=person))
    has_one = app is not None or bool(passkeys)
    context = {
        "app": app,
        "passkeys": passkeys,
        "passkeys_work": passkeys_work(request),
        "has_second_factor": has_one,
        "codes_left": services.recovery_codes_left(person) if has_one else 0,
        "sessions": listed_sessions(request),
        "is_demanded": not has_one and demand.is_demanded_of(person),
        "may_wait": demand.may_wait() and not request.session.get(demand.LATER),
        "demanded_from": settings.SECOND_FACTOR_FROM,
        "most_of_name": MAX_NAME,
        "crumbs": account_crumbs(),
    }
    return render(request, "tournament/accounts/account.html", context)


@require_POST
@login_required
def rename(request: AccountRequest) -> HttpResponse:
    """Set the name that others read."""
    name = free_text(request.POST.get("name", ""), MAX_NAME)
    with refusals_shown(request):
        rename_account(person=request.user, name=name, by=request.user)
        messages.success(request, gettext("From now on others read this name."))
    return redirect("tournament:account")


@require_POST
@login_required
def postpone_second_factor(request: AccountRequest) -> HttpResponse:
    """Continue without a second factor, as long as the platform allows that."""
    request.session[demand.LATER] = True
    return redirect("tournament:organise")


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
@sensitive_variables("secret", "codes")
@recently_confirmed
def set_up_app(request: AccountRequest) -> HttpResponse:
    """Show the secret for a new app as a QR code, then the recovery codes once.

    The recovery codes follow when a code shows that the app has the secret.
    """
    secret = request.session.get(OF_NEW_APP)
    form = FirstCodeForm(request.POST or None)
    if request.method == "POST" and secret and form.is_valid():
        try:
            codes = services.set_up_app(
                person=request.user,
                secret=secret,
                code=form.cleaned_data["code"],
                session_key=request.session.session_key or "",
                by=request.user,
            )
        except ValidationError as error:
            form.add_error("code", error)
        else:
            del request.session[OF_NEW_APP]
            messages.success(request, gettext("From now on a code of the app is asked for."))
            return proved_second_factor(request, codes)
    if not secret:
        secret = request.session[OF_NEW_APP] = new_secret()
    return _app_page(request, form, secret)


def proved_second_factor(request: AccountRequest, codes: list[str]) -> HttpResponse:
    """Mark the session as proved by a second factor, and answer the request.

    The answer shows the recovery codes, or without any codes leads to the account.
    """
    request.session[WITH_SECOND_FACTOR] = True
    return codes_page(request, codes) if codes else redirect("tournament:account")


def codes_page(request: AccountRequest, codes: list[str]) -> HttpResponse:
    """Show new recovery codes; they appear in this answer only."""
    context = {"codes": codes, "crumbs": account_crumbs(Crumb(gettext("Recovery codes")))}
    return render(request, "tournament/accounts/recovery_codes.html", context)


@require_POST
@recently_confirmed
def remove_app(request: AccountRequest) -> HttpResponse:
    """Stop asking for codes of the app."""
    services.remove_app(
        person=request.user, session_key=request.session.session_key or "", by=request.user
    )
    messages.success(request, gettext("The app was removed."))
    return after_removal(request)


def after_removal(request: AccountRequest) -> HttpResponse:
    """Redirect to the account after a second factor was removed.

    Without any second factor left, the session counts as unproved.
    """
    if not services.has_second_factor(request.user):
        request.session.pop(WITH_SECOND_FACTOR, None)
    return redirect("tournament:account")


@require_POST
@sensitive_variables("codes")
@recently_confirmed
def new_recovery_codes(request: AccountRequest) -> HttpResponse:
    """Replace the recovery codes of a user who has a second factor."""
    if not services.has_second_factor(request.user):
        return redirect("tournament:account")
    codes = services.new_recovery_codes(person=request.user, by=request.user)
    return codes_page(request, codes)


def _app_page(request: HttpRequest, form: FirstCodeForm, secret: str) -> HttpResponse:
    address = app_address(secret, request.user.get_username())
    qr = qr_svg(address)
    context: dict[str, Any] = {
        "form": form,
        "address": address,
        "qr": qr,
        "secret": " ".join(secret[at : at + 4] for at in range(0, len(secret), 4)),
        "crumbs": account_crumbs(Crumb(gettext("Authenticator app"))),
    }
    return render(request, "tournament/accounts/app.html", context)


def account_crumbs(*rest: Crumb) -> list[Crumb]:
    """Return the way to a page of the account."""
    home = Crumb(gettext("Organise"), reverse("tournament:organise"))
    own = Crumb(gettext("Your account"), reverse("tournament:account") if rest else "")
    return [home, own, *rest]
