"""The organiser's pages of players: the list, one player, pairs kept apart.

The players are those of an event.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.access import Action, may, own_events
from tournament.common.mail_server import delivers_emails
from tournament.common.parameters import free_text, whole_number
from tournament.console.page import console_page, to_players
from tournament.console.pressed_once import pressed_once
from tournament.console.staff import StaffRequest, event_at, refusals_shown, staff_may
from tournament.models import Entry, PlayerReport
from tournament.people.fees import event_fees, fee_of
from tournament.people.selectors.player_list import (
    entries_alike,
    entries_of,
    player_page,
    seats_to_empty,
)
from tournament.people.selectors.registrations import is_open_late, open_counts
from tournament.people.services.apart import allow_together, keep_apart
from tournament.people.services.entering import correct_entry
from tournament.people.services.entries import add_entry, rejoin_entry, remove_entry, withdraw_entry
from tournament.people.services.same_person import (
    EntriesNotLinkableError,
    link_entries,
    linked_entries,
    other_entries,
    unlink_entry,
)
from tournament.people.views.over_limit import first_passed, warn_of_limit
from tournament.people.views.player_forms import ApartForm, EntryForm, PlayerForm

MAX_SEARCH = 100
may_edit = staff_may(Action.EDIT_PLAYERS)


@require_safe
@staff_may(Action.SEE_PLAYERS)
def players(request: StaffRequest, slug: str) -> HttpResponse:
    """List the event's players: `?search=…&page=2`."""
    event = event_at(slug)
    search = free_text(request.GET.get("search", ""), MAX_SEARCH)
    page = player_page(event, search, whole_number(request.GET.get("page", "")) or 1)
    context = {
        "search": search,
        "slice": page,
        "entered": event.entries.count(),
        "waiting_reports": PlayerReport.objects.filter(
            entry__event=event, resolved_at=None
        ).count(),
        "registering": open_counts(event),
        "no_mail_server": not delivers_emails(),
        "open_late": is_open_late(event, now=timezone.now()),
        "fees": event_fees(event),
        **console_page(event, _("Players")),
    }
    return render(request, "tournament/people/players.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@may_edit
@pressed_once
def add(request: StaffRequest, slug: str) -> HttpResponse:
    """Enter a player; the form comes back empty for the next one."""
    event = event_at(slug)
    form = PlayerForm(request.POST or None, event=event)
    if request.method == "POST" and form.is_valid():
        try:
            entry = add_entry(event=event, by=request.user, **form.values())
        except ValidationError as error:
            refuse(form, error)
        else:
            messages.success(request, _("%(player)s is entered.") % {"player": entry.name})
            warn_of_limit(request, event, first_passed(event))
            return redirect("tournament:add-player", slug)
    context = {"form": form, **console_page(event, _("Add a player"), to_players(event))}
    return render(request, "tournament/people/player.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@may_edit
def edit(request: StaffRequest, slug: str, key: int) -> HttpResponse:
    """Edit one player of the event: correct details, drop out, rejoin or remove."""
    entry = _entry(slug, key)
    form = EntryForm(request.POST or None, initial=_initial(entry), event=entry.event)
    if request.method == "POST" and form.is_valid() and _save_entry(request, entry, form):
        return redirect("tournament:organise-players", slug)
    context = {
        "form": form,
        "entry": entry,
        "seated": entry.seats.exists(),
        "seats_to_empty": seats_to_empty(entry),
        "fee": fee_of(entry.event, entry),
        **_same_person(request, entry),
        **console_page(entry.event, entry.name, to_players(entry.event)),
    }
    return render(request, "tournament/people/player.html", context)


def _initial(entry: Entry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "email": entry.email,
        "club": entry.club,
        "team": entry.team,
        "external_id": entry.external_id,
        "seed": entry.seed,
        "name_display": entry.name_display,
        "pinned_table": entry.pinned_table,
        "fee_due": entry.fee_due,
        "absences": [absence.round_number for absence in entry.absences.all()],
    }


def _save_entry(request: StaffRequest, entry: Entry, form: EntryForm) -> bool:
    """Save the form's entry, and return whether that succeeded.

    Warn of drawn rounds that still seat the player.
    """
    values = form.values()
    try:
        drawn = correct_entry(entry=entry, by=request.user, **values)
    except ValidationError as error:
        refuse(form, error)
        return False
    messages.success(request, _("Saved: %(player)s.") % {"player": values["name"]})
    if drawn:
        text = _("Draw again: round %(numbers)s still seats the player.")
        messages.warning(request, text % {"numbers": ", ".join(map(str, drawn))})
    return True


STEPS: dict[str, tuple[Callable[..., object], Any]] = {
    "drop": (
        withdraw_entry,
        gettext_lazy("%(player)s dropped out: no later draw seats them."),
    ),
    "rejoin": (
        rejoin_entry,
        gettext_lazy("%(player)s is back, and seated from the next draw on."),
    ),
    "remove": (remove_entry, gettext_lazy("%(player)s was taken off the list.")),
}


@require_POST
@may_edit
def step(request: StaffRequest, slug: str, key: int) -> HttpResponse:
    """Let a player drop out, rejoin, or be taken off the list.

    Whoever drops out is shown with the seats they still have, and the button to rejoin.
    """
    entry = _entry(slug, key)
    found = STEPS.get(request.POST.get("step", ""))
    if found is not None:
        write, done = found
        with refusals_shown(request):
            write(entry=entry, by=request.user)
            messages.success(request, done % {"player": entry.name})
            if write is rejoin_entry:
                warn_of_limit(request, entry.event, first_passed(entry.event))
            if write is withdraw_entry:
                return redirect("tournament:edit-player", slug, key)
    return redirect("tournament:organise-players", slug)


@require_POST
@may_edit
def link(request: StaffRequest, slug: str, key: int) -> HttpResponse:
    """Link a player with an entry of another event (`other`), or remove the link."""
    entry = _entry(slug, key)
    with refusals_shown(request):
        if request.POST.get("do") == "unlink":
            unlink_entry(entry=entry, by=request.user)
        else:
            other = get_object_or_404(
                Entry.objects.select_related("event"),
                pk=whole_number(request.POST.get("other", "")) or 0,
            )
            _link(request, entry, other)
        messages.success(request, _("Saved: %(player)s.") % {"player": entry.name})
    return redirect("tournament:edit-player", slug, key)


def _link(request: StaffRequest, one: Entry, other: Entry) -> None:
    """Link two entries.

    An event in which the user may not edit players does not exist for them: raise Http404.
    """
    try:
        link_entries([one, other], by=request.user, may_link=partial(_may_edit_in, request))
    except EntriesNotLinkableError as error:
        raise Http404 from error


def _same_person(request: StaffRequest, entry: Entry) -> dict[str, Any]:
    """Return the player's other events, as far as the reader may know of them.

    These are the events linked with the player, and entries in other events that seem to be the
    same person's.
    """
    linked = [other for other in other_entries(entry) if _may_see(request, other)]
    known = {entry.pk, *(other.pk for other in linked)}
    alike = entries_alike(entry, own_events(request.user).exclude(pk=entry.event_id))
    offered = [each for each in alike if each.pk not in known and _may_link(request, entry, each)]
    return {"linked": linked, "alike": offered}


def _may_see(request: StaffRequest, entry: Entry) -> bool:
    return may(request.user, Action.SEE_PLAYERS, entry.event)


def _may_link(request: StaffRequest, one: Entry, other: Entry) -> bool:
    """Return whether the user may link two entries as one person's.

    This needs the right in every event that would be linked.
    """
    return all(_may_edit_in(request, each) for each in linked_entries([one, other]))


def _may_edit_in(request: StaffRequest, entry: Entry) -> bool:
    return may(request.user, Action.EDIT_PLAYERS, entry.event)


@require_http_methods(["GET", "HEAD", "POST"])
@may_edit
def players_apart(request: StaffRequest, slug: str) -> HttpResponse:
    """List the pairs that are kept at different tables, and add one."""
    event = event_at(slug)
    form = ApartForm(request.POST or None, event=event)
    if request.method == "POST" and form.is_valid():
        try:
            keep_apart(event=event, by=request.user, **form.cleaned_data)
        except ValidationError as error:
            refuse(form, error)
        else:
            messages.success(request, _("The two are kept apart from the next draw on."))
            return redirect("tournament:players-apart", slug)
    names = {entry.code: entry.name for entry in entries_of(event)}
    pairs = [[(code, names.get(code, code)) for code in pair] for pair in event.keep_apart]
    frame = console_page(event, _("Players kept apart"), to_players(event))
    context = {"form": form, "pairs": pairs, **frame}
    return render(request, "tournament/people/players_apart.html", context)


@require_POST
@may_edit
def allow_pair(request: StaffRequest, slug: str) -> HttpResponse:
    """Let a pair share a table again."""
    one, _space, other = request.POST.get("pair", "").partition(" ")
    allow_together(event=event_at(slug), one=one, other=other, by=request.user)
    messages.success(request, _("The two may share a table again."))
    return redirect("tournament:players-apart", slug)


def refuse(form: forms.Form, error: ValidationError) -> None:
    """Show a service's errors, beside the form's own fields if the form has them."""
    faults = getattr(error, "error_dict", None)
    if faults is None:
        form.add_error(None, error)
        return
    for name, errors in faults.items():
        form.add_error(name if name in form.fields else None, errors)


def _entry(slug: str, key: int) -> Entry:
    entries = Entry.objects.select_related("event")
    return get_object_or_404(entries, event__slug=slug, pk=key)
