"""The players of an event as its pages name them."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch

from tournament import visibility
from tournament.models import Entry, Event
from tournament.selectors.penalties import PenaltyView, penalty_view
from tournament.visibility import Reader


@dataclass(frozen=True, slots=True)
class PlayerRef:
    """A player of the event: `seed` is the address of the player's page, `code` the id in game
    records; `penalties` are those that the reader sees."""

    seed: int
    code: str
    name: str
    club: str
    dropped: bool
    penalties: tuple[PenaltyView, ...] = ()


def players_of(
    event: Event, reader: Reader = Reader.PUBLIC, *, of_all_results: bool = False, **which: Any
) -> dict[int, PlayerRef]:
    """The event's players by the key of their entry, in order of seed, with their penalties: those
    that go with all results where places are being revealed by them; of those only that the filter
    names (2 queries)."""
    standing = visibility.penalties(reader, event, of_all_results=of_all_results)
    fetched = Prefetch("penalties", standing.order_by("pk"))
    entries = Entry.objects.filter(event=event, **which).prefetch_related(fetched)
    entries = entries.select_related("player").order_by("seed")
    return {entry.pk: _player(entry, reader) for entry in entries}


def _player(entry: Entry, reader: Reader) -> PlayerRef:
    return PlayerRef(
        seed=entry.seed,
        code=entry.code,
        name=visibility.name_of(reader, entry),
        club=visibility.club_of(reader, entry),
        dropped=entry.status == Entry.Status.DROPPED,
        penalties=tuple(map(penalty_view, entry.penalties.all())),
    )
