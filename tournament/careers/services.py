"""Services that make, change and end a player's page over several events.

They act for the person who holds the entries' personal links.
"""

import secrets
from collections.abc import Collection, Iterable
from functools import partial

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament import audit
from tournament.audit import Actor
from tournament.careers.curve import forget_curve
from tournament.careers.selectors import rows_with
from tournament.models import CareerEntry, Entry, Event

MAX_ENTRIES = 21
"""All links of a page are typed to add to it: no page grows beyond what a form takes."""
ADDRESS_BYTES = 16
"""128 random bits: nobody finds a page that they were not told of."""


@transaction.atomic
def show_career(*, entries: Collection[Entry], listed: bool, by: Actor) -> str:
    """Show these entries on one page, and return its address.

    The caller has seen the personal link of each. What shares a page with one of them already has
    to be among them, so that nobody adds to a page that they do not wholly own. Raise
    ValidationError for that, for fewer than two, for two in one event, for too many, and for names
    that are not shown alike.
    """
    _lock_events(entry.event_id for entry in entries)
    found = list(
        Entry.objects.filter(pk__in=[entry.pk for entry in entries])
        .select_related("event", "career")
        .order_by("pk")
    )
    _check(found)
    known = [entry.career for entry in found if hasattr(entry, "career")]
    _refuse_others_on_page(found, {row.address for row in known})
    address = known[0].address if known else secrets.token_urlsafe(ADDRESS_BYTES)
    for entry in found:
        values = {"address": address, "listed": listed}
        if hasattr(entry, "career"):
            audit.update(entry.career, values, by=by, event=entry.event)
        else:
            audit.insert(CareerEntry(entry=entry, **values), by=by, event=entry.event)
    return address


@transaction.atomic
def unlist_career(*, entry: Entry, by: Actor) -> None:
    """Let no search engine list the page of an entry; nothing happens if it has none."""
    for row in _locked_rows(entry):
        audit.update(row, {"listed": False}, by=by, event=row.entry.event)


@transaction.atomic
def leave_career(*, entry: Entry, by: Actor) -> None:
    """Take an entry off its page; the others stay on it."""
    rows = _locked_rows(entry)
    _forget_curves(rows)
    for row in rows:
        if row.entry_id == entry.pk:
            audit.remove(row, by=by, event=row.entry.event)


@transaction.atomic
def end_career(*, entry: Entry, by: Actor) -> None:
    """End the page of an entry, with all that is on it.

    Another page gets another address.
    """
    rows = _locked_rows(entry)
    _forget_curves(rows)
    for row in rows:
        audit.remove(row, by=by, event=row.entry.event)


def end_careers(entries: Iterable[Entry]) -> None:
    """End the pages of erased entries, without a trace in the audit log.

    The caller holds the transaction.
    """
    rows = rows_with(entries)
    _forget_curves(rows)
    rows.delete()


def _forget_curves(rows: Iterable[CareerEntry]) -> None:
    """Delete the ratings of the rows' pages once this transaction is committed."""
    for address in {row.address for row in rows}:
        transaction.on_commit(partial(forget_curve, address), robust=True)


def _locked_rows(entry: Entry) -> list[CareerEntry]:
    """Return the rows of an entry's page, with their events locked."""
    _lock_events(row.entry.event_id for row in rows_with([entry]))
    return list(rows_with([entry]))


def _lock_events(keys: Iterable[int]) -> None:
    """Lock events in the order of their keys, so that nobody waits for each other."""
    list(Event.objects.select_for_update().filter(pk__in=set(keys)).order_by("pk"))


def _check(entries: Collection[Entry]) -> None:
    """Raise ValidationError unless the entries can stand on one page."""
    if len(entries) < 2:
        raise ValidationError(_("Add the personal link of another event."), "too_few")
    if len(entries) > MAX_ENTRIES:
        raise ValidationError(_("A page shows at most %(most)d events.") % {"most": MAX_ENTRIES})
    if len({entry.event_id for entry in entries}) < len(entries):
        raise ValidationError(_("Two of these links are of one event: there they are two people."))
    shown = {entry.name_display for entry in entries}
    if len(shown) > 1 or Entry.NameDisplay.NUMBER in shown:
        raise ValidationError(
            _(
                "Your name is not shown alike in all these events, or as a number: one page would "
                "tell who you are there. Ask their organisers to change it, or leave them out."
            )
        )


def _refuse_others_on_page(entries: Collection[Entry], addresses: Collection[str]) -> None:
    """Raise ValidationError if other entries stand on the pages of these addresses."""
    others = CareerEntry.objects.filter(address__in=addresses).exclude(entry__in=entries).count()
    if others:
        raise ValidationError(
            ngettext(
                "The page shows %(count)d more event. Add its personal link.",
                "The page shows %(count)d more events. Add their personal links.",
                others,
            )
            % {"count": others}
        )
