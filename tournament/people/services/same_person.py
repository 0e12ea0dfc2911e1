"""One person's entries in several events, linked.

The link changes nothing that an event shows.
"""

from collections.abc import Callable, Collection, Iterable

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.events.services.events import current_entry, lock_event
from tournament.models import Entry, Event, Person


class EntriesNotLinkableError(Exception):
    """Somebody would link `entries`, which they may not."""

    def __init__(self, entries: list[Entry]) -> None:
        super().__init__(f"{len(entries)} entries may not be linked")
        self.entries = entries


def linked_entries(entries: Iterable[Entry]) -> list[Entry]:
    """Return these entries and all that are linked with them, by event (1 query)."""
    keys = [entry.pk for entry in entries]
    persons = [entry.person_id for entry in entries if entry.person_id]
    found = Entry.objects.filter(Q(pk__in=keys) | Q(person__in=persons))
    return list(found.select_related("event").order_by("-event__starts_on", "pk"))


def other_entries(entry: Entry) -> list[Entry]:
    """Return the entries with which this one is linked, by event.

    At most 1 query.
    """
    linked = linked_entries([entry]) if entry.person_id else []
    return [other for other in linked if other.pk != entry.pk]


@transaction.atomic
def link_entries(
    entries: Collection[Entry], *, by: Actor, may_link: Callable[[Entry], bool]
) -> None:
    """Link entries, and what each is linked with, as one person's.

    `may_link` is asked of every entry that would be linked. Raises EntriesNotLinkableError with
    those it refuses, and ValidationError where two of them stand in one event.
    """
    if len({entry.pk for entry in entries}) < 2:
        raise ValidationError(_("Choose two different players."), "same_player")
    events = {entry.event_id for entry in linked_entries(entries)}
    list(Event.objects.select_for_update().filter(pk__in=events).order_by("pk"))
    fresh = list(Entry.objects.filter(pk__in=[entry.pk for entry in entries]))
    linked = linked_entries(fresh)
    if refused := [entry for entry in linked if not may_link(entry)]:
        raise EntriesNotLinkableError(refused)
    if len({entry.event_id for entry in linked}) < len(linked):
        raise ValidationError(_("Both play in one event: there they are two people."), "one_event")
    persons = sorted({entry.person_id for entry in linked if entry.person_id})
    person = Person.objects.get(pk=persons[0]) if persons else Person.objects.create()
    for entry in linked:
        audit.update(entry, {"person_id": person.pk}, by=by, event=entry.event, action="link")
    Person.objects.filter(pk__in=persons[1:]).delete()


@transaction.atomic
def unlink_entry(*, entry: Entry, by: Actor) -> None:
    """Take an entry out of its link; the others stay linked, and as they are."""
    event = lock_event(entry.event)
    entry = current_entry(entry)
    person = entry.person_id
    audit.update(entry, {"person_id": None}, by=by, event=event, action="unlink")
    if person is not None:
        Person.objects.filter(pk=person, entries__isnull=True).delete()
