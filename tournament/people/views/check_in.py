"""The organiser's page of players who are there: rows to tap, and a forecast.

The forecast says what a draw would make of them.
"""

from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import Action, may
from tournament.common.event_time import local_time, moment_of
from tournament.common.parameters import free_text, whole_number
from tournament.console.event_time_field import EventTimeField
from tournament.console.page import console_page
from tournament.console.staff import StaffRequest, event_at, refusals_shown, staff_may
from tournament.models import Entry, Event
from tournament.people.attendance import check_in_page
from tournament.people.services import check_in as services
from tournament.people.services.personal_links import entry_by
from tournament.people.views.players import MAX_SEARCH

MAX_CODE = 500
may_edit = staff_may(Action.EDIT_PLAYERS)


class DeadlineForm(forms.Form):
    """Until when players check in, as clocks show it where the event is."""

    until = EventTimeField(label=gettext_lazy("Check-in ends"))


@require_safe
@staff_may(Action.SEE_PLAYERS)
def check_in(request: StaffRequest, slug: str) -> HttpResponseBase:
    """Show everybody who has not dropped out, by name.

    `?part=live` answers with the part that changes, with an ETag; `?search=…` narrows the list.
    """
    event = event_at(slug)
    edits = may(request.user, Action.EDIT_PLAYERS, event)
    search = free_text(request.GET.get("search", ""), MAX_SEARCH)
    page = check_in_page(event, search, now=timezone.now())
    etag = f'"{page.digest}-{get_language()}-{event.leaves_out_absent}-{edits}"'
    context = {"page": page, "search": search, "edits": edits, "etag": etag}
    if request.GET.get("part") == "live":
        answer = get_conditional_response(request, etag=etag)
        template = "tournament/people/partials/check_in_live.html"
        answer = answer or render(request, template, {**context, "event": event})
        answer["ETag"] = etag
        return answer
    form = DeadlineForm(initial={"until": local_time(event.check_in_until, event.time_zone)})
    context |= {"form": form, **console_page(event, _("Check-in"))}
    return render(request, "tournament/people/check_in.html", context)


@require_POST
@may_edit
def tap(request: StaffRequest, slug: str) -> HttpResponse:
    """Check the tapped player in or out.

    `in` or `out` is the entry's key, and says what was wanted, so that two who tap the same row
    want the same.
    """
    wanted = "in" if "in" in request.POST else "out"
    key = whole_number(request.POST.get(wanted, ""))
    entries = Entry.objects.select_related("event")
    entry = get_object_or_404(entries, event__slug=slug, pk=key)
    with refusals_shown(request):
        if wanted == "in":
            services.check_in(entry=entry, by=request.user)
        else:
            services.undo_check_in(entry=entry, by=request.user)
    return redirect(f"{_page_address(request, slug)}#e{entry.pk}")


@require_POST
@may_edit
def scan(request: StaffRequest, slug: str) -> HttpResponse:
    """Check in the player of a scanned or typed `code`.

    It is a personal link, a badge's address of a player's page, or the number on the badge.
    """
    entry = _entry_of_code(event_at(slug), request.POST.get("code", ""))
    if entry is None:
        messages.error(request, _("This code is of no player of the event."))
        return redirect("tournament:check-in", slug)
    with refusals_shown(request):
        services.check_in(entry=entry, by=request.user)
        messages.success(request, _("%(player)s is checked in.") % {"player": entry.name})
    return redirect(f"{_page_address(request, slug)}#e{entry.pk}")


def _entry_of_code(event: Event, code: str) -> Entry | None:
    """Return the player of a code, whatever host is printed in it."""
    parts = code.strip()[:MAX_CODE].split("?")[0].rstrip("/").split("/")
    if len(parts) >= 2 and parts[-2] == "me":
        entry = entry_by(parts[-1])
        return entry if entry is not None and entry.event_id == event.pk else None
    seed = whole_number(parts[-1], 1)
    if seed is None or parts[-4:-1] not in ([], ["e", event.slug, "p"]):
        return None
    entries = Entry.objects.select_related("event")
    return entries.filter(event=event, seed=seed).first()


@require_POST
@may_edit
def handle_absent(request: StaffRequest, slug: str) -> HttpResponse:
    """Check absent players in, leave them out, seat everybody again, or begin anew.

    The form's `do` is `check_in`, `leave`, `seat` or `anew`. Its `round` leads back to the draw of
    that round.
    """
    event, does = event_at(slug), request.POST.get("do", "")
    if does == "anew":
        services.begin_check_in_anew(event=event, by=request.user)
        messages.success(request, _("Nobody is checked in any more."))
    elif does == "check_in":
        count = services.check_in_all(event=event, by=request.user)
        text = ngettext(
            "%(count)d player is checked in.", "%(count)d players are checked in.", count
        )
        messages.success(request, text % {"count": count})
    elif does in ("leave", "seat"):
        services.leave_out_absent(event=event, leave_out=does == "leave", by=request.user)
        if does == "leave":
            messages.success(request, _("Draws seat only players who have checked in."))
        else:
            messages.success(request, _("Draws seat everybody, checked in or not."))
    number = whole_number(request.POST.get("round", ""), 1)
    if number is not None:
        return redirect("tournament:organise-draw", slug, number)
    return redirect("tournament:check-in", slug)


@require_POST
@may_edit
def deadline(request: StaffRequest, slug: str) -> HttpResponse:
    """Set the time at which check-in ends; an empty field removes it."""
    event, form = event_at(slug), DeadlineForm(request.POST)
    if form.is_valid():
        until = moment_of(form.cleaned_data["until"], event.time_zone)
        services.set_check_in_deadline(event=event, until=until, by=request.user)
        messages.success(request, _("Saved: when check-in ends."))
    else:
        messages.error(request, _("Write day and time, such as 2026-05-16 09:30."))
    return redirect("tournament:check-in", slug)


def _page_address(request: HttpRequest, slug: str) -> str:
    """Return the address of the page, with the search that was on it."""
    address = reverse("tournament:check-in", args=[slug])
    search = free_text(request.POST.get("search", ""), MAX_SEARCH)
    return f"{address}?{urlencode({'search': search})}" if search else address
