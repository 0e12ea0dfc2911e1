"""The organiser's side of personal links, and of the players' reports.

Links are made, revoked and printed.
"""

from collections.abc import Iterable
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.access import Action, may
from tournament.common.parameters import whole_number
from tournament.common.qr_codes import qr_svgs
from tournament.common.venue_address import venue_address
from tournament.console.page import console_page, to_players
from tournament.console.pressed_once import pressed_once
from tournament.console.staff import StaffRequest, event_at, staff_may
from tournament.models import Entry, PlayerReport
from tournament.people.services.personal_links import renew_links, resolve_report, revoke_link

may_edit = staff_may(Action.EDIT_PLAYERS)
MAX_AT_ONCE = 100
"""The most links made by one click: a hundred printed codes fill ten sheets."""


class LinkCard(NamedTuple):
    """A link that was just made: shown once, with its QR code (SVG)."""

    entry: Entry
    address: str
    qr: str


@require_http_methods(["GET", "HEAD", "POST"])
@may_edit
@pressed_once
def links(request: StaffRequest, slug: str) -> HttpResponse:
    """Make links for players who have none (`do=make`), renew one, or revoke one.

    `do=renew` and `do=revoke` take `entry=KEY`. New links are shown in this answer only.
    """
    event, cards = event_at(slug), []
    entries = Entry.objects.filter(event=event).select_related("event").order_by("seed")
    without = entries.filter(personal_link=None, status=Entry.Status.ACTIVE)
    does = request.POST.get("do", "")
    if does == "make":
        cards = _cards(request, without[:MAX_AT_ONCE])
    elif does in ("renew", "revoke"):
        entry = get_object_or_404(entries, pk=whole_number(request.POST.get("entry", "")))
        if does == "revoke":
            revoke_link(entry=entry, by=request.user)
            text = _("The link of %(player)s opens nothing any more.")
            messages.success(request, text % {"player": entry.name})
            return redirect("tournament:edit-player", slug, entry.pk)
        cards = _cards(request, [entry])
    context = {
        "cards": cards,
        "without": without.count(),
        "at_once": MAX_AT_ONCE,
        **console_page(event, _("Personal links"), to_players(event)),
    }
    return render(request, "tournament/people/personal_links.html", context)


def _cards(request: StaffRequest, entries: Iterable[Entry]) -> list[LinkCard]:
    made = [
        (entry, venue_address(request, reverse("tournament:me", args=[token])))
        for entry, token in renew_links(entries=entries, by=request.user)
    ]
    drawn = qr_svgs(address for _entry, address in made)
    return [LinkCard(entry, address, qr) for (entry, address), qr in zip(made, drawn, strict=True)]


@require_safe
@staff_may(Action.SEE_PLAYERS)
def reports(request: StaffRequest, slug: str) -> HttpResponse:
    """Show the reports that are not resolved, the oldest first."""
    event = event_at(slug)
    found = PlayerReport.objects.filter(entry__event=event, resolved_at=None)
    context = {
        "reports": found.select_related("entry")[:200],
        "edits": may(request.user, Action.EDIT_PLAYERS, event),
        **console_page(event, _("Reports of players"), to_players(event)),
    }
    return render(request, "tournament/people/reports.html", context)


@require_POST
@may_edit
def resolve(request: StaffRequest, slug: str) -> HttpResponse:
    """Mark a report as resolved."""
    found = PlayerReport.objects.select_related("entry__event")
    key = whole_number(request.POST.get("report", ""))
    report = get_object_or_404(found, entry__event__slug=slug, pk=key)
    resolve_report(report=report, by=request.user)
    messages.success(request, _("The report was seen to."))
    return redirect("tournament:player-reports", slug)
