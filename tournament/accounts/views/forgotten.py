"""The reset of a forgotten password on the machine that runs the server.

It is open to people who may read the server's files.
"""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import (
    password_validators_help_text_html,
    validate_password,
)
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournament.accounts.services.passwords import recover_account
from tournament.accounts.sign_in import this_machine
from tournament.accounts.sign_in.gate import limited_response

BY = "this machine"
LOST = "lost, said at the machine that runs the server"


class NewPasswordForm(forms.Form):
    """A new password, of whoever can read a file of the server's."""

    code = forms.CharField(
        label=gettext_lazy("Code in the file"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    username = forms.CharField(
        label=pgettext_lazy("account", "Name to sign in with"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password1 = forms.CharField(
        label=gettext_lazy("New password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=password_validators_help_text_html,
    )
    password2 = forms.CharField(
        label=gettext_lazy("New password, again"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    lost = forms.BooleanField(
        label=gettext_lazy("Take away the second step: phone, passkeys and codes are lost"),
        required=False,
    )

    person: User

    def clean(self) -> dict[str, Any]:
        """Look at the account only when the code is right."""
        given = super().clean() or {}
        if not this_machine.is_code(given.get("code", "")):
            raise ValidationError({"code": gettext("This is not what is in the file.")})
        person = User.objects.filter(username=given.get("username", "")).first()
        if person is None:
            raise ValidationError({"username": gettext("There is no account of this name.")})
        self.person = person
        self._check_passwords(given)
        return given

    def _check_passwords(self, given: dict[str, Any]) -> None:
        first, again = given.get("password1", ""), given.get("password2", "")
        if first != again:
            raise ValidationError({"password2": gettext("The two passwords differ.")})
        try:
            validate_password(first, self.person)
        except ValidationError as error:
            raise ValidationError({"password1": error.messages}) from error


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
def on_this_machine(request: HttpRequest) -> HttpResponseBase:
    """Set a new password by a code in a file, at the machine itself only.

    404 elsewhere.
    """
    if not this_machine.is_from_this_machine(request):
        raise Http404
    if request.method != "POST":
        return _page(request, NewPasswordForm())
    if "make" in request.POST:
        this_machine.make_code()
        return redirect("tournament:new-password-here")
    return limited_response(request, _set_password, "")


def _set_password(request: HttpRequest) -> HttpResponse:
    form = NewPasswordForm(request.POST)
    if not form.is_valid():
        return _page(request, form)
    this_machine.forget_code()
    given = form.cleaned_data
    without = LOST if given["lost"] else ""
    recover_account(person=form.person, password=given["password1"], without=without, by=BY)
    messages.success(request, gettext("The new password is set: sign in with it."))
    return redirect("tournament:sign-in")


def _page(request: HttpRequest, form: NewPasswordForm) -> HttpResponse:
    context = {"form": form, "has_code": this_machine.has_code(), "file": this_machine.code_file()}
    return render(request, "tournament/accounts/sign_in/new_password_here.html", context)
