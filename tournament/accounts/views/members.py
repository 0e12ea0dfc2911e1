"""The page of an event's members and invitations, and the way in by a link."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.forms import UserCreationForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import Action, forget_roles, may
from tournament.accounts.services import members as services
from tournament.accounts.sign_in.backends import BACKEND
from tournament.accounts.sign_in.gate import limited_response
from tournament.common.mail_server import no_mail_server
from tournament.common.names import validate_name
from tournament.common.venue_address import tablet_address
from tournament.console.page import console_page
from tournament.console.pressed_once import pressed_once
from tournament.console.staff import (
    StaffRequest,
    event_at,
    if_still_there,
    refusals_shown,
    staff_may,
)
from tournament.models import EventRole, Invitation, Membership

may_manage = staff_may(Action.MANAGE_STAFF)


class InvitationForm(forms.Form):
    """The form of an invitation."""

    role = forms.ChoiceField(
        label=gettext_lazy("Role in the event"), choices=EventRole.choices, initial="chief-referee"
    )
    name = forms.CharField(
        label=gettext_lazy("For whom"),
        required=False,
        max_length=100,
        validators=[validate_name],
        help_text=gettext_lazy("Only to tell invitations apart; may stay empty."),
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        required=False,
        max_length=254,
        help_text=gettext_lazy(
            "Where the link is sent; empty: you give it to the person yourself."
        ),
    )


class AccountForm(UserCreationForm):  # type: ignore[type-arg]
    """A new account of somebody who was invited."""

    class Meta(UserCreationForm.Meta):  # type: ignore[name-defined, misc]
        labels = {"username": pgettext_lazy("account", "Name to sign in with")}


@require_http_methods(["GET", "HEAD", "POST"])
@may_manage
@pressed_once
def members(request: StaffRequest, slug: str) -> HttpResponse:
    """Show members and open invitations, and invite people.

    A new invitation's link is shown in this answer only.
    """
    event, link, emailed = event_at(slug), "", ""
    form = InvitationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            language = get_language() or "en"
            made = services.invite(
                event=event, by=request.user, language=language, **form.cleaned_data
            )
        except ValidationError as error:
            form.add_error(None, error)
        else:
            link, form = _link(request, made.token), InvitationForm()
            emailed = made.invitation.email
    context = {
        **console_page(event, _("Staff")),
        "members": event.memberships.select_related("person"),
        "invitations": services.open_invitations(event),
        "roles": EventRole.choices,
        "form": form,
        "link": link,
        "emailed": emailed,
        **no_mail_server(),
    }
    return render(request, "tournament/accounts/members.html", context)


def _link(request: HttpRequest, token: str) -> str:
    """Return the link of an invitation, as other devices can open it.

    The laptop's own `localhost` leads nowhere on another device.
    """
    return tablet_address(request, reverse("tournament:join", args=[token]))


@require_POST
@may_manage
def withdraw(request: StaffRequest, slug: str, key: int) -> HttpResponse:
    """Withdraw an invitation."""
    invitation = get_object_or_404(Invitation, event__slug=slug, pk=key)
    with refusals_shown(request):
        services.withdraw_invitation(invitation=invitation, by=request.user)
        messages.success(request, _("The invitation was withdrawn."))
    return redirect("tournament:members", slug)


@require_POST
@may_manage
def change_role(request: StaffRequest, slug: str, key: int) -> HttpResponse:
    """Give a member another role."""
    member = get_object_or_404(Membership, event__slug=slug, pk=key)
    with refusals_shown(request):
        services.change_role(member=member, role=request.POST.get("role", ""), by=request.user)
        messages.success(request, _("The role was changed."))
    return _redirect_back(request, slug)


@require_POST
@may_manage
@pressed_once
def remove(request: StaffRequest, slug: str, key: int) -> HttpResponse:
    """Remove a member."""
    member = if_still_there(Membership.objects.select_related("event"), slug, key)
    if member is None:
        messages.info(request, _("This person is no member any more."))
        return _redirect_back(request, slug)
    with refusals_shown(request):
        withdrawn = services.remove_member(member=member, by=request.user)
        messages.success(request, _("The member was removed. A new invitation brings them back."))
        if withdrawn:
            text = ngettext(
                "%(count)d open invitation that they had made was withdrawn.",
                "%(count)d open invitations that they had made were withdrawn.",
                withdrawn,
            )
            messages.info(request, text % {"count": withdrawn})
    return _redirect_back(request, slug)


def _redirect_back(request: StaffRequest, slug: str) -> HttpResponse:
    """Redirect to the members, or to the events once the right to them is gone."""
    forget_roles(request.user)
    if may(request.user, Action.MANAGE_STAFF, event_at(slug)):
        return redirect("tournament:members", slug)
    return redirect("tournament:organise")


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
def join(request: HttpRequest, token: str) -> HttpResponseBase:
    """Show the page of an invitation's link.

    It makes an account, or takes the one that is signed in.
    """
    invitation = services.invitation_by(token)
    if invitation is None or request.method != "POST":
        status = 200 if invitation else 404
        return _invitation_page(request, invitation, AccountForm(), status)
    if not request.user.is_authenticated:
        return limited_response(request, lambda asked: _new_account(asked, invitation, token), "")
    with refusals_shown(request):
        services.accept_invitation(token=token, by=request.user)
    return redirect("tournament:organise-event", invitation.event.slug)


def _new_account(request: HttpRequest, invitation: Invitation, token: str) -> HttpResponse:
    form = AccountForm(request.POST)
    if not form.is_valid():
        return _invitation_page(request, invitation, form)
    chosen = form.cleaned_data
    try:
        member = services.join_with_new_account(
            token=token, username=chosen["username"], password=chosen["password1"]
        )
    except ValidationError as error:
        form.add_error(None, error.messages)
        return _invitation_page(request, invitation, form)
    login(request, member.person, BACKEND)
    return redirect("tournament:organise-event", invitation.event.slug)


def _invitation_page(
    request: HttpRequest, invitation: Invitation | None, form: AccountForm, status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {"invitation": invitation, "form": form}
    return render(request, "tournament/accounts/join.html", context, status=status)
