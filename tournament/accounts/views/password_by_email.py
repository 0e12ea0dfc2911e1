"""Help for a forgotten password, and an e-mailed link that sets a new one.

Whatever address is given, the answer is the same and takes the same time: the address is
looked up only when the e-mail is sent.
"""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.views import INTERNAL_RESET_SESSION_TOKEN, PasswordResetConfirmView
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext, gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe

from tournament.access import Action, may
from tournament.accounts.secret_links import too_many_requests
from tournament.accounts.services.account_emails import ask_for_new_password
from tournament.accounts.services.passwords import recover_account
from tournament.accounts.sign_in import this_machine
from tournament.accounts.sign_in.address import client_address
from tournament.accounts.sign_in.gate import limited_response
from tournament.common.mail_server import delivers_emails
from tournament.common.rate_limits import allow_attempt
from tournament.outbox.account_tokens import password_tokens

MAX_ASKED, ASKED_SECONDS = 10, 600
"""The most links requested from one address in so many seconds; a venue may share one."""


class AddressForm(forms.Form):
    """The form that asks where to send the password-reset link."""

    email = forms.EmailField(
        label=gettext_lazy("E-mail address of your account"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def forgotten_password(request: HttpRequest) -> HttpResponseBase:
    """Show help for a forgotten password, and e-mail a link on request.

    A link is e-mailed only if the server sends e-mails.
    """
    if request.method != "POST" or not delivers_emails():
        return _page(request, AddressForm())
    return limited_response(request, _send_link, "")


@require_safe
def link_sent(request: HttpRequest) -> HttpResponse:
    """Say that a link is on its way, the same to everybody."""
    context = {"minutes": settings.PASSWORD_RESET_TIMEOUT // 60}
    return render(request, "tournament/accounts/sign_in/forgotten_sent.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
@sensitive_variables("token")
def new_password(request: HttpRequest, account: str, token: str) -> HttpResponseBase:
    """Show the page of the link, which sets a new password once."""
    if request.method != "POST":
        return _new_password(request, uidb64=account, token=token)
    return limited_response(
        request, lambda asked: _new_password(asked, uidb64=account, token=token), ""
    )


class _NewPassword(PasswordResetConfirmView):
    """Django's: it takes the secret out of the address before anything is shown."""

    template_name = "tournament/accounts/sign_in/new_password.html"
    token_generator = password_tokens
    reset_url_token = "set"  # noqa: S105 - what stands in the address then

    def get_user(self, uidb64: str) -> User | None:
        """Return the account of the link, if it may still sign in."""
        person = super().get_user(uidb64)
        return person if isinstance(person, User) and may(person, Action.ORGANISE, None) else None

    def render_to_response(self, context: dict[str, Any], **more: Any) -> HttpResponse:
        """Show no page for a link that is not good any more."""
        return super().render_to_response(context, **more, status=200 if self.validlink else 404)

    def form_valid(self, form: Any) -> HttpResponse:
        """Set it; every browser is signed out, and the second step stays."""
        person = form.user
        recover_account(person=person, password=form.cleaned_data["new_password1"], by=person)
        self.request.session.pop(INTERNAL_RESET_SESSION_TOKEN, None)
        messages.success(self.request, gettext("The new password is set: sign in with it."))
        return redirect("tournament:sign-in")


_new_password = _NewPassword.as_view()


def _send_link(request: HttpRequest) -> HttpResponse:
    if not allow_attempt(f"forgotten:{client_address(request)}", MAX_ASKED, ASKED_SECONDS):
        return too_many_requests(request, ASKED_SECONDS)
    form = AddressForm(request.POST)
    if not form.is_valid():
        return _page(request, form)
    language = get_language() or "en"
    ask_for_new_password(address=form.cleaned_data["email"], language=language)
    return redirect("tournament:forgotten-sent")


def _page(request: HttpRequest, form: AddressForm) -> HttpResponse:
    context = {
        "here": this_machine.is_from_this_machine(request),
        "sends_emails": delivers_emails(),
        "form": form,
    }
    return render(request, "tournament/accounts/sign_in/forgotten.html", context)
