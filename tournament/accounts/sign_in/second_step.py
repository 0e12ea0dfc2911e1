"""The second step of signing in: a code after the right password.

It is asked of users who have a second factor. Nobody is signed in before it.
"""

import time
from typing import NamedTuple

from django import forms
from django.contrib import messages
from django.contrib.auth import SESSION_KEY, login
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournament.access import Action, may
from tournament.accounts.services.second_factor import Code, recovery_codes_left, use_code
from tournament.accounts.sign_in.ages import is_recent
from tournament.accounts.sign_in.backends import BACKEND
from tournament.accounts.sign_in.gate import count_failure, limited_account_response
from tournament.accounts.sign_in.passkeys import passkeys_work
from tournament.accounts.sign_in.sessions import WITH_SECOND_FACTOR

PENDING = "second_step"
PENDING_SECONDS = 600


class Pending(NamedTuple):
    """A user whose password was right, and the page they asked for."""

    person: User
    next: str


class CodeForm(forms.Form):
    """A code of either kind."""

    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=60,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autofocus": True, "autocapitalize": "none"}
        ),
        help_text=gettext_lazy("Six digits from the app, or one of your recovery codes."),
    )


def begin(request: HttpRequest, person: User, next: str) -> None:
    """Note in the session that the password was right, and start the second step.

    The session is renamed, and nobody is signed in yet. `next` is an address already found to
    be of this site.
    """
    if SESSION_KEY in request.session:
        request.session.flush()
    else:
        request.session.cycle_key()
    request.session[PENDING] = {
        "person": person.pk,
        "password": person.get_session_auth_hash(),
        "at": int(time.time()),
        "next": next,
    }


def pending_sign_in(request: HttpRequest) -> Pending | None:
    """Return the user whose second step is pending.

    None without a right password, and if it was changed or is too long ago.
    """
    noted = request.session.get(PENDING)
    if noted is None or not is_recent(noted["at"], PENDING_SECONDS):
        return None
    person = User.objects.filter(pk=noted["person"]).first()
    if person is None or not may(person, Action.ORGANISE, None):
        return None
    if not constant_time_compare(noted["password"], person.get_session_auth_hash()):
        return None
    return Pending(person, noted["next"])


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
def second_step(request: HttpRequest) -> HttpResponseBase:
    """Ask for a code after the password, within the same limits."""
    found = pending_sign_in(request)
    if found is None:
        messages.info(request, gettext("Sign in again: the second step follows the password."))
        return redirect("tournament:sign-in")
    if request.method != "POST":
        return _page(request, CodeForm(), found)
    account = found.person.get_username()
    return limited_account_response(request, lambda asked: _check_code(asked, found), account)


def sign_in_fully(request: HttpRequest, person: User) -> None:
    """Sign a person in whose second step succeeded, and mark the session so."""
    login(request, person, BACKEND)
    request.session[WITH_SECOND_FACTOR] = True
    request.session.pop(PENDING, None)


def _check_code(request: HttpRequest, found: Pending) -> HttpResponse:
    form = CodeForm(request.POST)
    if not form.is_valid():
        return _page(request, form, found)
    code = use_code(person=found.person, code=form.cleaned_data["code"])
    if code in (Code.OF_APP, Code.RECOVERY):
        sign_in_fully(request, found.person)
        if code is Code.RECOVERY:
            _say_what_is_left(request, found.person)
        return redirect(found.next)
    if code is Code.WRONG:
        count_failure(request, found.person.get_username())
    form.add_error("code", _refusal(code))
    return _page(request, form, found)


def _refusal(code: Code) -> ValidationError:
    if code is Code.WRONG:
        return ValidationError(
            gettext("This code is not right, or was used already: wait for the app’s next one."),
            code="wrong_code",
        )
    return ValidationError(
        gettext(
            "Too many wrong codes: the app’s count again within an hour. Recovery codes and"
            " passkeys work."
        ),
        code="too_many_wrong_codes",
    )


def _say_what_is_left(request: HttpRequest, person: User) -> None:
    left = recovery_codes_left(person)
    text = ngettext(
        "This recovery code is used up; %(count)d is left.",
        "This recovery code is used up; %(count)d are left.",
        left,
    )
    messages.warning(request, text % {"count": left})


def _page(request: HttpRequest, form: CodeForm, found: Pending) -> HttpResponse:
    context = {"form": form, "next": found.next, "passkeys": passkeys_work(request)}
    return render(request, "tournament/accounts/sign_in/second_step.html", context)
