"""The events of a season, and what those that are over add to it."""

import json
from collections.abc import Collection
from threading import Lock

from cachetools import LRUCache
from django.db.models import OuterRef, Q, QuerySet, Subquery

from tournament import visibility
from tournament.access import events_as_organiser
from tournament.models import Event, PublicVersion, Season
from tournament.models.seasons import MAX_EVENTS
from tournament.seasons.event_results import EventResults, SeasonEventView, is_over, results_of
from tournament.visibility import Reader

MAX_CACHED = 200
_cached: LRUCache[tuple[int, str], EventResults | None] = LRUCache(MAX_CACHED)
_lock = Lock()


def seasons_of(reader: Reader) -> QuerySet[Season]:
    """Return the seasons that may be known of."""
    found = Season.objects.select_related("owner")
    return found.filter(published=True) if reader is Reader.PUBLIC else found


def events_of(season: Season) -> list[Event]:
    """Return all events of a season, the earliest first, at most MAX_EVENTS.

    Those chosen, and by the rule those that the owner organises between its days. 1 query for
    choices, 1 for events, and those of the owner's rights.
    """
    choices = dict(season.choices.values_list("event", "left_out"))
    chosen = [event for event, left_out in choices.items() if not left_out]
    out = [event for event, left_out in choices.items() if left_out]
    wanted = Q(pk__in=chosen)
    if season.rule_from and season.rule_to and season.owner:
        by_rule = events_as_organiser(season.owner).filter(
            starts_on__range=(season.rule_from, season.rule_to)
        )
        wanted |= Q(pk__in=by_rule.values("pk"))
    found = Event.objects.filter(wanted, practice=False).exclude(pk__in=out)
    return list(found.defer("edition_file").order_by("starts_on", "name", "pk")[:MAX_EVENTS])


def results_by_event(season: Season) -> list[SeasonEventView]:
    """Return the events that the public knows of, with what they add to the season.

    The queries of `events_of` and 2, 1 if all that is published was read before.
    """
    return results_of_events([event for event in events_of(season) if event.published])


def results_of_events(shown: Collection[Event]) -> list[SeasonEventView]:
    """Return each event's results by its newest version (1 to 2 queries).

    The results are as in `results_by_event`. The public has to know of each event.
    """
    found = _results([event.pk for event in shown])
    return [
        SeasonEventView(
            event.pk,
            event.slug,
            event.name,
            # The version may be half a second older than the event.
            None if visibility.is_frozen(Reader.PUBLIC, event) else found.get(event.pk),
        )
        for event in shown
    ]


def newest_versions(events: Collection[int]) -> QuerySet[PublicVersion]:
    """Return the newest public version of each event (by key)."""
    newest = PublicVersion.objects.filter(event=OuterRef("event")).order_by("-number")
    return PublicVersion.objects.filter(event__in=events, pk=Subquery(newest.values("pk")[:1]))


def _results(events: list[int]) -> dict[int, EventResults | None]:
    """Return the results that each event's newest version adds, by event key.

    They are None while the event is not over.
    """
    versions = newest_versions(events)
    keys = {
        pk: (event, parts.get("event", digest))
        for pk, event, parts, digest in versions.values_list("pk", "event", "parts", "digest")
    }
    with _lock:
        known = {key: _cached[key] for key in keys.values() if key in _cached}
    unread = [pk for pk, key in keys.items() if key not in known]
    texts = PublicVersion.objects.filter(pk__in=unread).values_list("pk", "snapshot")
    for pk, text in texts.iterator(chunk_size=1) if unread else ():
        state = json.loads(text)
        known[keys[pk]] = results_of(state) if is_over(state) else None
    with _lock:
        _cached.update(known)
    return {event: results for (event, _version), results in known.items()}
