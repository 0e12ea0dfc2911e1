"""The search of an event's console: its pages, settings, players and tables."""

from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import urlencode

from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from tournament.access import Action, may
from tournament.common.parameters import free_text, whole_number
from tournament.console.navigation import page_groups
from tournament.console.page import console_page
from tournament.console.staff import StaffRequest, event_at, staff_may
from tournament.console.ways_back import now_address
from tournament.events.selectors.current_round import current_number, made_rounds, shown_number
from tournament.events.settings.steps import labelled_places
from tournament.models import Entry, Event, Round, Table
from tournament.people.selectors.player_list import entries_of
from tournament.rounds.wording import table_name

MAX_SEARCH = 80
MAX_FOUND = 20
"""The most players, and the most tables, that are shown."""


class Hit(NamedTuple):
    """Something that was found: its kind, name and address."""

    kind: str
    name: str
    url: str


@require_safe
@staff_may(Action.ORGANISE)
def search_console(request: StaffRequest, slug: str) -> HttpResponse:
    """Show what matches `q`; a single hit is opened at once."""
    event = event_at(slug)
    sought = free_text(request.GET.get("q", ""), MAX_SEARCH)
    hits = list(_hits(request, event, sought)) if sought else []
    if len(hits) == 1:
        return redirect(hits[0].url)
    context = {**console_page(event, _("Search")), "sought": sought, "hits": hits}
    return render(request, "tournament/overview/search.html", context)


def _hits(request: StaffRequest, event: Event, sought: str) -> Iterable[Hit]:
    made = made_rounds(event.pk)
    drawn = current_number(made)
    groups = page_groups(request.user, event, "", shown_number(event, made), bool(made))
    for page in (page for group in groups for page in group.pages):
        if sought.casefold() in page.label.casefold():
            yield Hit(_("Page"), page.label, page.url)
    if may(request.user, Action.EDIT_EVENT, event):
        yield from _settings(event, sought)
    # What is sought may be an address: only who sees the list of players learns of a match.
    sees_players = may(request.user, Action.SEE_PLAYERS, event)
    entries = entries_of(event, sought) if sees_players else []
    yield from _players(request, event, entries[:MAX_FOUND])
    if drawn and may(request.user, Action.SEE_EVENT, event):
        yield from _tables(event, sought, entries, drawn)


def _settings(event: Event, sought: str) -> Iterable[Hit]:
    """Yield the settings by their labels, with their places on the pages of the steps."""
    for label, code, fragment in labelled_places():
        if sought.casefold() in label.casefold():
            address = reverse("tournament:settings-step", args=[event.slug, code])
            yield Hit(_("Setting"), label, f"{address}{fragment}")


def _players(request: StaffRequest, event: Event, entries: list[Entry]) -> Iterable[Hit]:
    """Yield the players, each with their own page or their place in the list."""
    edits = may(request.user, Action.EDIT_PLAYERS, event)
    listed = reverse("tournament:organise-players", args=[event.slug])
    for entry in entries:
        if edits:
            address = reverse("tournament:edit-player", args=[event.slug, entry.pk])
        else:
            address = f"{listed}?{urlencode({'search': entry.name})}"
        yield Hit(_("Player"), str(entry), address)


def _tables(event: Event, sought: str, entries: list[Entry], drawn: int) -> Iterable[Hit]:
    """Yield the table with this number, and those where the players sit."""
    matches = Q(seats__entry__in=entries)
    if number := whole_number(sought.rpartition(" ")[2], 1):
        matches |= Q(number=number)
    tables = Table.objects.filter(
        matches, round__event=event, round__number=drawn, round__status__in=Round.PUBLIC
    )
    for table in tables.distinct().order_by("number")[:MAX_FOUND]:
        name = table_name(drawn, table.number)
        address = f"{now_address(event.slug, drawn)}#table-{table.number}"
        yield Hit(pgettext("in the hall", "Table"), name, address)
