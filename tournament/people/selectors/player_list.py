"""The list of an event's players as its staff work with it: searched, and a page at a time."""

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet, prefetch_related_objects

from tournament.common.names import ERASED, search_key
from tournament.models import Entry, Event, Round

MAX_ON_PAGE = 100
MAX_ALIKE = 20


def entries_of(event: Event, search: str = "") -> list[Entry]:
    """Return an event's entries by seed, or those that match every word of `search` (1 query).

    Words may stand in name, club, team, address or ids; capitals and accents do not matter.
    """
    found = Entry.objects.filter(event=event).order_by("seed")
    words = search_key(search).split()
    return [entry for entry in found if all(word in _text(entry) for word in words)]


def entries_alike(entry: Entry, events: QuerySet[Event]) -> list[Entry]:
    """Return some entries of these events that have an entry's name or address (1 query)."""
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


def open_seats_of(entry: Entry) -> list[tuple[int, int]]:
    """Return round and table of a player's seats in open public rounds, in order (1 query)."""
    seats = entry.seats.filter(
        round__status__in=Round.PUBLIC, round__closed_at=None, table__result__isnull=True
    )
    return list(seats.order_by("round__number").values_list("round__number", "table__number"))
