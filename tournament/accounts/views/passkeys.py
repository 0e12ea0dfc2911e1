"""Making a passkey, signing in with one, removing it."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST

from tournament.access import Action, may
from tournament.accounts.services import second_factor as services
from tournament.accounts.sign_in import passkeys
from tournament.accounts.sign_in.address import client_address
from tournament.accounts.sign_in.confirmation import (
    AccountRequest,
    next_address,
    recently_confirmed,
)
from tournament.accounts.sign_in.devices import device_of
from tournament.accounts.sign_in.second_step import sign_in_fully
from tournament.accounts.views.pages import after_removal, proved_second_factor
from tournament.common.rate_limits import allow_attempt
from tournament.console.staff import show_refusal
from tournament.models import Passkey
from tournament.models.accounts import MAX_PASSKEY_NAME

MAX_ASKED = 30
ASKED_WITHIN = 60
"""The window for MAX_ASKED requests of an address, in seconds; each one writes a session."""


@require_POST
def ask_to_sign(request: HttpRequest) -> HttpResponse:
    """Answer with the challenge that a passkey has to sign for signing in."""
    if not passkeys.passkeys_work(request):
        return JsonResponse({}, status=404)
    if not allow_attempt(f"passkey:{client_address(request)}", MAX_ASKED, ASKED_WITHIN):
        return JsonResponse({}, status=429, headers={"Retry-After": str(ASKED_WITHIN)})
    return JsonResponse(passkeys.ask_to_sign(request))


@require_POST
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in by what a passkey signed: it stands for a password and a second step."""
    next = next_address(request, "tournament:organise")
    try:
        passkey, counter = passkeys.signed_by(request, request.POST.get("answer", ""))
        if not may(passkey.person, Action.ORGANISE, None):
            raise passkeys.refusal()
        services.use_passkey(passkey=passkey, counter=counter)
    except ValidationError as error:
        show_refusal(request, error)
        return redirect("tournament:sign-in")
    sign_in_fully(request, passkey.person)
    return redirect(next)


@require_POST
@recently_confirmed
def ask_to_make(request: AccountRequest) -> HttpResponse:
    """Answer with the options a browser needs to create a passkey."""
    if not passkeys.passkeys_work(request):
        return JsonResponse({}, status=404)
    return JsonResponse(passkeys.ask_to_make(request, request.user))


@require_POST
@sensitive_variables("codes")
@recently_confirmed
def make(request: AccountRequest) -> HttpResponse:
    """Keep the passkey that the browser made."""
    name = request.POST.get("name", "").strip()[:MAX_PASSKEY_NAME]
    name = name or device_of(request.headers.get("User-Agent", "")) or gettext("Passkey")
    try:
        made = passkeys.register_passkey(
            request, request.user, request.POST.get("answer", ""), name
        )
        codes = services.add_passkey(
            passkey=made, session_key=request.session.session_key or "", by=request.user
        )
    except ValidationError as error:
        show_refusal(request, error)
        return redirect("tournament:account")
    messages.success(request, gettext("From now on you can sign in with this passkey."))
    return proved_second_factor(request, codes)


@require_POST
@recently_confirmed
def remove(request: AccountRequest, key: int) -> HttpResponse:
    """Remove a passkey from the account."""
    passkey = get_object_or_404(Passkey, pk=key, person=request.user)
    services.remove_passkey(
        passkey=passkey, session_key=request.session.session_key or "", by=request.user
    )
    messages.success(request, gettext("The passkey was removed."))
    return after_removal(request)
