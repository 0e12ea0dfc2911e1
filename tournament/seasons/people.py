"""Entries of a season that are one person. Pure.

Entries of several events are one player where the persons linked them themselves (`Entry.person`),
or where the season's organiser joined them. Equal names alone join nobody. Joined are only entries
whose names are shown alike: a name in full must not tell whose initials stand elsewhere, and who is
shown as a number stands alone.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from tournament.models import Entry


class EntryKey(NamedTuple):
    """An entry by key, its event, and its link to a person if any.

    `shown` says how its name is shown.
    """

    pk: int
    event: int
    person: int | None
    shown: str


Joins = Collection[tuple[int, int]]
"""Pairs of entries (by key) that the organiser joined."""


def same_players(entries: Collection[EntryKey], joins: Joins) -> list[list[EntryKey]]:
    """Return the groups of entries that are one player.

    An entry alone is a group of one. Joins that would put two entries of one event together are
    left out, as when a link was made later.
    """
    found = []
    for group in linked_groups(entries, joins):
        if play_in_one_event(group):
            found += [part for alone in linked_groups(group, ()) for part in _shown_alike(alone)]
        else:
            found += _shown_alike(group)
    return found


def play_in_one_event(group: Collection[EntryKey]) -> bool:
    """Return whether two of the entries stand in one event, where they are two people."""
    return len({entry.event for entry in group}) < len(group)


def linked_groups(entries: Iterable[EntryKey], joins: Joins) -> list[list[EntryKey]]:
    """Return the entries in groups by links and joins."""
    entries = list(entries)
    root = {entry.pk: entry.pk for entry in entries}

    def find(pk: int) -> int:
        while root[pk] != pk:
            root[pk] = root[root[pk]]
            pk = root[pk]
        return pk

    persons: dict[int, int] = {}
    for entry in entries:
        if entry.person is not None:
            root[find(entry.pk)] = find(persons.setdefault(entry.person, entry.pk))
    for one, other in joins:
        if one in root and other in root:
            root[find(one)] = find(other)
    groups: dict[int, list[EntryKey]] = {}
    for entry in entries:
        groups.setdefault(find(entry.pk), []).append(entry)
    return list(groups.values())


def _shown_alike(group: Collection[EntryKey]) -> list[list[EntryKey]]:
    """Return the group in parts whose names are shown alike."""
    parts: dict[tuple[str, int], list[EntryKey]] = {}
    for entry in group:
        alone = entry.pk if entry.shown == Entry.NameDisplay.NUMBER else 0
        parts.setdefault((entry.shown, alone), []).append(entry)
    return list(parts.values())
