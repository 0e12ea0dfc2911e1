"""The list of an event's players as its staff work with it: searched, and a page at a time."""

from django.core.paginator import Page, Paginator
from django.db.models import prefetch_related_objects

from tournament.models import Entry, Event
from tournament.names import search_key

MAX_ON_PAGE = 100


def entries_of(event: Event, search: str = "") -> list[Entry]:
    """An event's entries by seed with their players, or those in which every word of `search`
    stands, in name, club, team, address or id, without regard to capitals and accents (1 query)."""
    found = Entry.objects.filter(event=event).select_related("player").order_by("seed")
    words = search_key(search).split()
    return [entry for entry in found if all(word in _text(entry) for word in words)]


def player_page(event: Event, search: str, number: int) -> Page[Entry]:
    """One page of them, with the absences of each (2 queries)."""
    page = Paginator(entries_of(event, search), MAX_ON_PAGE).get_page(number)
    prefetch_related_objects(list(page.object_list), "absences")
    return page


def _text(entry: Entry) -> str:
    return search_key(
        f"{entry.player.name} {entry.club} {entry.team} {entry.player.email} {entry.code}"
    )
