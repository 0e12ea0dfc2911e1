"""Rows that would change a person who stands in other events too."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from tournament.models import Entry, Event, Player

AT_ONCE = 500


class OtherEvent(NamedTuple):
    """An event that a person stands in as well; who may not see it is not told its name."""

    slug: str
    name: str
    published: bool


@dataclass(frozen=True, slots=True)
class PersonChange:
    """What a row makes of a person of several events: name and email address before and after,
    and the other events. `key` names the change, and no other, when it is allowed:
    the row, the person, and what is known of the person now."""

    key: str
    name: str
    new_name: str
    email: str
    new_email: str
    events: tuple[OtherEvent, ...]


def sentence_parts(change: PersonChange) -> tuple[str, str]:
    """The person before and after, with the address where that is what changes."""
    if change.email == change.new_email:
        return change.name, change.new_name
    before, after = change.email or "–", change.new_email
    return f"{change.name} ({before})", f"{change.new_name} ({after})"


def change_of(
    row: int, player: Player, new_name: str, new_email: str, events: tuple[OtherEvent, ...]
) -> PersonChange:
    """The change of a player by a row."""
    known = sha256(f"{player.name}\n{player.email}\n{new_name}\n{new_email}".encode())
    key = f"{row}.{player.pk}.{known.hexdigest()[:16]}"
    return PersonChange(key, player.name, new_name, player.email, new_email, events)


def other_events(event: Event, players: Iterable[int]) -> dict[int, tuple[OtherEvent, ...]]:
    """The events beside this one in which players (by key) stand; nothing of those
    who stand in none (a query for every 500 players)."""
    keys = sorted(set(players))
    found: dict[int, list[OtherEvent]] = {}
    for start in range(0, len(keys), AT_ONCE):
        entries = Entry.objects.filter(player__in=keys[start : start + AT_ONCE])
        others = entries.exclude(event=event.pk).order_by("event__starts_on", "event__pk")
        told = others.values_list("player_id", "event__slug", "event__name", "event__published")
        for player, slug, name, published in told:
            found.setdefault(player, []).append(OtherEvent(slug, name, published))
    return {player: tuple(events) for player, events in found.items()}
