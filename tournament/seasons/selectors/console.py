"""The organiser's view of seasons: own ones, events to choose, and people.

Entries that may be one person are shown together.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import QuerySet

from tournament.access import Action, events_as_organiser, may_everywhere, organised_events
from tournament.common.names import alphabetic_key, comparison_key, search_key
from tournament.models import Entry, Event, Season, SeasonEvent
from tournament.seasons.people import EntryKey, linked_groups, play_in_one_event, same_players
from tournament.seasons.selectors.events import events_of

MAX_SHOWN = 50
"""The most names that a list of players shows at once."""


def own_seasons(person: User) -> QuerySet[Season]:
    """Return the seasons that a person owns.

    All seasons are returned to a person with the right to every event.
    """
    found = Season.objects.all()
    return found if may_everywhere(person, Action.EDIT_EVENT) else found.filter(owner=person)


def events_in_foreign_seasons(person: User) -> QuerySet[SeasonEvent]:
    """Return the person's events that others chose for their seasons."""
    chosen = SeasonEvent.objects.filter(left_out=False, event__in=events_as_organiser(person))
    return chosen.exclude(season__owner=person).select_related("season", "event")


@dataclass(frozen=True, slots=True)
class SeasonEvents:
    """The events of a season, and the others of the person that could be taken in."""

    events: list[Event]
    others: list[Event]


def season_events(season: Season, person: User) -> SeasonEvents:
    """Return the events of a season, and events that the person could add.

    The latest of these come first.
    """
    events = events_of(season)
    others = organised_events(person).filter(practice=False)
    others = others.exclude(pk__in=[event.pk for event in events])
    return SeasonEvents(events, list(others.defer("edition_file")[:200]))


@dataclass(frozen=True, slots=True)
class SeasonEntry:
    """An entry as the organiser sees it; `by_hand` says that a join names it."""

    pk: int
    name: str
    club: str
    event: str
    number: bool
    by_hand: bool


@dataclass(frozen=True, slots=True)
class Namesakes:
    """Entries that may be one person; `sure` if each stands in an event of its own."""

    name: str
    entries: list[SeasonEntry]
    sure: bool


@dataclass(frozen=True, slots=True)
class SeasonPeople:
    """Entries joined to one person, equal names, and entries searched for."""

    joined: list[Namesakes]
    proposed: list[Namesakes]
    found: Namesakes | None
    more: int
    by_links: int

    @property
    def sure(self) -> int:
        """The number of proposed names that stand once in each event."""
        return sum(one.sure for one in self.proposed)


def season_people(season: Season, search: str = "") -> SeasonPeople:
    """Return the players of a season who are, or may be, one person (4 queries)."""
    events = {event.pk: event.name for event in events_of(season)}
    joins = list(season.joins.values_list("entry", "other"))
    by_hand = {pk for pair in joins for pk in pair}
    entries = list(
        Entry.objects.filter(event__in=events)
        .only("pk", "event_id", "person_id", "name", "club", "name_display")
        .order_by("event__starts_on", "pk")
    )
    views = {
        entry.pk: SeasonEntry(
            entry.pk,
            entry.name,
            entry.club,
            events[entry.event_id],
            entry.name_display == Entry.NameDisplay.NUMBER,
            entry.pk in by_hand,
        )
        for entry in entries
    }
    keys = [
        EntryKey(entry.pk, entry.event_id, entry.person_id, entry.name_display) for entry in entries
    ]
    groups = same_players(keys, joins)
    joined = [group for group in groups if any(key.pk in by_hand for key in group)]
    proposed = _proposals(groups, views)
    words = search_key(search).split()
    hits = [view for view in views.values() if all(word in search_key(view.name) for word in words)]
    return SeasonPeople(
        joined=[Namesakes(views[g[0].pk].name, [views[k.pk] for k in g], True) for g in joined],
        proposed=proposed[:MAX_SHOWN],
        found=Namesakes(search, hits[:MAX_SHOWN], False) if words else None,
        more=max(0, len(proposed) - MAX_SHOWN),
        by_links=sum(len(linked) > 1 for linked in linked_groups(keys, ())),
    )


def _proposals(
    groups: Iterable[Collection[EntryKey]], views: dict[int, SeasonEntry]
) -> list[Namesakes]:
    """Return the names that players have in common who are not one person yet."""
    by_name: dict[tuple[str, str], list[Collection[EntryKey]]] = {}
    for group in groups:
        first = next(iter(group))
        if first.shown != Entry.NameDisplay.NUMBER:
            key = (comparison_key(views[first.pk].name), first.shown)
            by_name.setdefault(key, []).append(group)
    found = []
    for same in by_name.values():
        keys = [key for group in same for key in group]
        if len(same) > 1 and len({key.event for key in keys}) > 1:
            entries = [views[key.pk] for key in keys]
            found.append(Namesakes(entries[0].name, entries, not play_in_one_event(keys)))
    return sorted(found, key=lambda one: (not one.sure, alphabetic_key(one.name)))
