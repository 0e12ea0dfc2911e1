"""The staff's pages of registrations, and of the e-mails to players.

The registrations are of people who are no players yet.
"""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_POST, require_safe

from tournament.access import Action
from tournament.common.mail_server import no_mail_server
from tournament.common.parameters import whole_number
from tournament.console.page import console_page, to_players
from tournament.console.pressed_once import pressed_once
from tournament.console.staff import (
    StaffRequest,
    event_at,
    if_still_there,
    refusals_shown,
    staff_may,
)
from tournament.events.services.events import update_event
from tournament.models import Email, Event, Registration
from tournament.outbox.services import mark_returned, send_again
from tournament.people.selectors.registrations import places_of, registrations_of
from tournament.people.services.registration import (
    VALID_HOURS,
    enter_registration,
    enter_unconfirmed,
    remove_registration,
)
from tournament.people.views.over_limit import first_passed, warn_of_limit

may_edit = staff_may(Action.EDIT_PLAYERS)
may_see = staff_may(Action.SEE_PLAYERS)
MAX_ON_PAGE = 100


@require_safe
@may_see
def registrations(request: StaffRequest, slug: str) -> HttpResponse:
    """List who waits for a place, and who has not confirmed."""
    event = event_at(slug)
    context = {
        "found": registrations_of(event),
        "hours": VALID_HOURS,
        "places": places_of(event),
        **no_mail_server(),
        **console_page(event, _("Registrations"), to_players(event)),
    }
    return render(request, "tournament/people/registrations.html", context)


@require_POST
@may_edit
@pressed_once
def step(request: StaffRequest, slug: str) -> HttpResponse:
    """Enter a player despite the limit, or delete a registration.

    The request says `do=enter` or `do=remove`.
    """
    key = whole_number(request.POST.get("registration", ""))
    found = if_still_there(Registration.objects.select_related("event"), slug, key)
    if found is None:
        messages.info(request, _("Somebody has entered or deleted this registration already."))
        return redirect("tournament:registrations", slug)
    name = {"player": found.name}
    with refusals_shown(request):
        if request.POST.get("do") == "enter":
            passed = first_passed(found.event, found)
            enter_registration(registration=found, by=request.user)
            messages.success(request, _("%(player)s is entered.") % name)
            warn_of_limit(request, found.event, passed)
        elif request.POST.get("do") == "remove":
            remove_registration(registration=found, by=request.user)
            messages.success(request, _("The registration of %(player)s was deleted.") % name)
    return redirect("tournament:registrations", slug)


@require_POST
@may_edit
@pressed_once
def enter_all(request: StaffRequest, slug: str) -> HttpResponse:
    """Enter everybody whom no e-mail can ask to confirm, as far as there are places."""
    with refusals_shown(request):
        entered = enter_unconfirmed(event=event_at(slug), by=request.user)
        text = ngettext("%(number)d player is entered.", "%(number)d players are entered.", entered)
        (messages.success if entered else messages.info)(request, text % {"number": entered})
    return redirect("tournament:registrations", slug)


@require_POST
@staff_may(Action.EDIT_EVENT)
def close(request: StaffRequest, slug: str) -> HttpResponse:
    """Close the registration, from the list of players."""
    with refusals_shown(request):
        closed = Event.Registering.CLOSED
        update_event(event=event_at(slug), registration=closed, by=request.user)
        messages.success(request, _("Registration is closed. The settings open it again."))
    return redirect("tournament:organise-players", slug)


@require_safe
@may_see
def emails(request: StaffRequest, slug: str) -> HttpResponse:
    """Show the outbox, the newest first, and what became of each: `?page=2`."""
    event = event_at(slug)
    found = event.emails.select_related("entry", "registration", "invitation", "round").order_by(
        "-pk"
    )
    page = Paginator(found, MAX_ON_PAGE).get_page(whole_number(request.GET.get("page", "")) or 1)
    context = {
        "slice": page,
        "search": "",
        **no_mail_server(),
        **console_page(event, pgettext("pages", "E-mails"), to_players(event)),
    }
    return render(request, "tournament/people/emails.html", context)


@require_POST
@may_edit
def resend_email(request: StaffRequest, slug: str) -> HttpResponse:
    """Send an e-mail again that failed or was refused."""
    with refusals_shown(request):
        send_again(email=_email(request, slug), by=request.user)
        messages.success(request, _("The e-mail is sent again."))
    return redirect("tournament:player-emails", slug)


@require_POST
@may_edit
def mark_email_returned(request: StaffRequest, slug: str) -> HttpResponse:
    """Mark an e-mail as returned: its address gets no more of them."""
    email = _email(request, slug)
    with refusals_shown(request):
        mark_returned(email=email, by=request.user)
        text = _("Nothing more is sent to %(address)s until you send an e-mail there again.")
        messages.success(request, text % {"address": email.address})
    return redirect("tournament:player-emails", slug)


def _email(request: StaffRequest, slug: str) -> Email:
    key = whole_number(request.POST.get("email", ""))
    return get_object_or_404(Email.objects.select_related("event"), event__slug=slug, pk=key)
