"""List of an event's players as its staff work with it.

It is searched, and shown a page at a time.
"""

from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet, prefetch_related_objects

from tournament.common.names import ERASED, search_key
from tournament.models import Entry, Event, Round

MAX_ON_PAGE = 100
MAX_ALIKE = 20


class OpenSeat(NamedTuple):
    """A seat at a table without a result; `published` is of its round."""

    round: int
    table: int
    published: bool


def entries_of(event: Event, search: str = "") -> list[Entry]:
    """Return an event's entries by seed, all or those that a search finds.

    A search finds the entries that match every word of `search`. Words may stand in name, club,
    team, address or ids; capitals and accents do not matter. 1 query.
    """
    found = Entry.objects.filter(event=event).order_by("seed")
    words = search_key(search).split()
    return [entry for entry in found if all(word in _text(entry) for word in words)]


def entries_alike(entry: Entry, events: QuerySet[Event]) -> list[Entry]:
    """Return some entries of these events with the entry's name or address.

    At most MAX_ALIKE. 1 query.
    """
    alike = Q(name=entry.name)
    if entry.email_key:
        alike |= Q(email_key=entry.email_key)
    found = Entry.objects.filter(alike, event__in=events).exclude(name=ERASED)
    return list(found.select_related("event").order_by("-event__starts_on", "pk")[:MAX_ALIKE])


def player_page(event: Event, search: str, number: int) -> Page[Entry]:
    """Return one page of the entries, with the absences of each (2 queries)."""
    page = Paginator(entries_of(event, search), MAX_ON_PAGE).get_page(number)
    prefetch_related_objects(list(page.object_list), "absences")
    return page


def _text(entry: Entry) -> str:
    own = (entry.name, entry.club, entry.team, entry.email, entry.code, entry.external_id)
    return search_key(" ".join(own))


def seats_to_empty(entry: Entry) -> list[OpenSeat]:
    """Return the seats in open rounds of a player who dropped out, in order (1 query)."""
    if entry.status != Entry.Status.DROPPED:
        return []
    seats = entry.seats.filter(round__closed_at=None, table__result__isnull=True)
    found = seats.order_by("round__number").select_related("round", "table")
    return [
        OpenSeat(seat.round.number, seat.table.number, seat.round.status in Round.PUBLIC)
        for seat in found
    ]
