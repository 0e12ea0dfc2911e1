"""The players of an event as its pages show them."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch

from tournament import visibility
from tournament.common.names import comparison_key
from tournament.models import Entry, Event, Seat
from tournament.penalties.selectors import PenaltyView, penalty_view
from tournament.visibility import Reader


@dataclass(frozen=True, slots=True)
class PlayerRef:
    """A player of the event.

    `seed` is the address of the player's page, `code` the id in game records. `team` has the same
    spelling for all its members, and is blank without one. `penalties` are those that the reader
    sees.
    """

    seed: int
    code: str
    name: str
    club: str
    team: str
    dropped: bool
    penalties: tuple[PenaltyView, ...] = ()


def players_of(
    event: Event, reader: Reader = Reader.PUBLIC, *, of_all_results: bool = False, **which: Any
) -> dict[int, PlayerRef]:
    """Return the event's players by entry key, in order of seed (2 queries).

    `of_all_results` includes the penalties that count while places are revealed; `which`
    filters the entries.
    """
    standing = visibility.penalties(reader, event, of_all_results=of_all_results)
    fetched = Prefetch("penalties", standing.order_by("pk"))
    entries = Entry.objects.filter(event=event, **which).prefetch_related(fetched)
    entries = entries.order_by("seed")
    teams: dict[str, str] = {}
    return {entry.pk: _player(event, entry, reader, teams) for entry in entries}


def _player(event: Event, entry: Entry, reader: Reader, teams: dict[str, str]) -> PlayerRef:
    """Return a player as the pages show them.

    `teams` stores the first spelling of each team, so that all members share it.
    """
    team = visibility.team_of(event, entry)
    return PlayerRef(
        seed=entry.seed,
        code=entry.code,
        name=visibility.name_of(reader, entry),
        club=visibility.club_of(reader, entry),
        team=teams.setdefault(comparison_key(team), team),
        dropped=entry.status == Entry.Status.DROPPED,
        penalties=tuple(map(penalty_view, entry.penalties.all())),
    )


def names_at_table(table: int) -> dict[str, str]:
    """Return the names of a table's players by their ids in records (1 query)."""
    seats = Seat.objects.filter(table=table).select_related("entry")
    return {seat.entry.code: seat.entry.name for seat in seats}
