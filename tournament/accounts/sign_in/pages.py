"""The pages where a password is typed."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView, LogoutView, PasswordChangeView
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournament.accounts.services.passwords import set_password
from tournament.accounts.services.second_factor import has_second_factor
from tournament.accounts.sign_in import second_step
from tournament.accounts.sign_in.gate import (
    count_failure,
    limited_account_response,
    limited_response,
)
from tournament.accounts.sign_in.passkeys import passkeys_work
from tournament.accounts.sign_in.sessions import list_session


class _SignIn(LoginView):
    template_name = "tournament/accounts/sign_in/form.html"

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Sign the user in, or begin the second step if the account has one."""
        person = form.get_user()
        assert isinstance(person, User)  # noqa: S101 - our backends know no other
        if not has_second_factor(person):
            return super().form_valid(form)
        second_step.begin(self.request, person, self.get_success_url())
        return redirect("tournament:second-step")

    def get_context_data(self, **more: object) -> dict[str, object]:
        """Add to the template context whether passkeys can work here."""
        return super().get_context_data(**more, passkeys=passkeys_work(self.request))


class _OwnPassword(PasswordChangeView):
    template_name = "tournament/accounts/sign_in/password.html"
    success_url = reverse_lazy("tournament:account")

    def form_valid(self, form: Any) -> HttpResponse:
        """Set the password; only this browser stays signed in."""
        person = form.user
        set_password(person=person, password=form.cleaned_data["new_password1"], by=person)
        update_session_auth_hash(self.request, person)
        list_session(self.request, person)
        messages.success(self.request, gettext("Your password was changed."))
        return redirect(self.get_success_url())


_sign_in = _SignIn.as_view()
_password = _OwnPassword.as_view()
sign_out = LogoutView.as_view(next_page=reverse_lazy("tournament:events"))


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
def sign_in(request: HttpRequest) -> HttpResponseBase:
    """Show and handle the sign-in form of everybody who helps to run events."""
    if request.method != "POST":
        return _sign_in(request)
    return limited_response(request, _sign_in, request.POST.get("username", ""))


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
@login_required
def change_password(request: HttpRequest) -> HttpResponseBase:
    """Let users change their own password.

    The form asks for the old password, within the limits of signing in, so that nobody can guess it
    at a browser left open.
    """
    if request.method != "POST":
        return _password(request)
    return limited_account_response(request, _own_password, request.user.get_username())


def _own_password(request: HttpRequest) -> HttpResponseBase:
    """Answer with the page, and count a wrong old password as a failed sign-in."""
    response = _password(request)
    form = (getattr(response, "context_data", None) or {}).get("form")
    if form is not None and form.has_error("old_password", "password_incorrect"):
        count_failure(request, request.user.get_username())
    return response
