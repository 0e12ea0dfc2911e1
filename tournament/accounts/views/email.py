"""The page for the e-mail address of one's account.

The link for a forgotten password goes to this address.
"""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from tournament.accounts.services.account_emails import ask_to_confirm_address, confirm_address
from tournament.accounts.sign_in.confirmation import AccountRequest, recently_confirmed
from tournament.accounts.views.pages import account_crumbs
from tournament.accounts.views.password_by_email import AddressForm
from tournament.common.mail_server import delivers_emails
from tournament.console.crumbs import Crumb
from tournament.console.staff import refusals_shown
from tournament.outbox.account_tokens import address_in


@require_http_methods(["GET", "HEAD", "POST"])
@recently_confirmed
def change(request: AccountRequest) -> HttpResponse:
    """Enter a new address; it counts once the link sent to it is opened."""
    form = AddressForm(request.POST or None)
    if request.method == "POST" and delivers_emails() and form.is_valid():
        try:
            ask_to_confirm_address(
                person=request.user,
                address=form.cleaned_data["email"],
                language=get_language() or "en",
            )
        except ValidationError as error:
            form.add_error("email", error)
        else:
            text = gettext("An e-mail is on its way: the address counts once you open its link.")
            messages.success(request, text)
            return redirect("tournament:account")
    context = {"form": form, "sends_emails": delivers_emails(), "crumbs": _crumbs()}
    return render(request, "tournament/accounts/email.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables("token")
@login_required
def confirm(request: AccountRequest, token: str) -> HttpResponse:
    """Show the page of the link, and confirm the address when its button is pressed.

    Opening the page changes nothing, because programs open links, too.
    """
    address = address_in(token, request.user)
    if request.method != "POST" or address is None:
        return _confirm_page(request, address)
    with refusals_shown(request):
        confirm_address(person=request.user, token=token, by=request.user)
        messages.success(request, gettext("The address of your account is confirmed."))
    return redirect("tournament:account")


def _confirm_page(request: HttpRequest, address: str | None) -> HttpResponse:
    context = {"address": address, "crumbs": _crumbs()}
    status = 200 if address else 404
    return render(request, "tournament/accounts/confirm_email.html", context, status=status)


def _crumbs() -> list[Crumb]:
    return account_crumbs(Crumb(gettext("E-mail address")))
