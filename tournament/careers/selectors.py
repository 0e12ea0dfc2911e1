"""A player's page over events: only what each event shows of the player by itself."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import QuerySet

from scoring.competition.roles import ROLES
from tournament import visibility
from tournament.common.figures_wording import points_text
from tournament.models import CareerEntry, Entry, Event
from tournament.models.people import code_of
from tournament.seasons.event_results import EventResults, EventRow
from tournament.seasons.selectors.events import results_of_events
from tournament.visibility import Reader


@dataclass(frozen=True, slots=True)
class RoleSum:
    """The games that a player finished in one role.

    They were played to their end. `wins` counts those that were won, and `points` adds up their
    points.
    """

    role: str
    games: int
    wins: int
    points: Fraction

    @property
    def points_text(self) -> str:
        """The points as the reader's language writes them."""
        return points_text(self.points)


@dataclass(frozen=True, slots=True)
class CareerEvent:
    """The player in one event; `row` is None while the event tells no final place."""

    event: Event
    seed: int
    row: EventRow | None
    players: int
    roles: tuple[RoleSum, ...]

    @property
    def points_text(self) -> str:
        """The points as the reader's language writes them."""
        return points_text(self.row.points) if self.row else ""

    @property
    def as_competitor(self) -> int:
        """The number of games in which the player was competitor."""
        return _games(self.roles, "competitor")

    @property
    def as_monopolist(self) -> int:
        """The number of games in which the player was monopolist."""
        return _games(self.roles, "monopolist")


@dataclass(frozen=True, slots=True)
class Career:
    """A player's page: events the latest first, and roles over all events.

    `over` are the entries in events that tell a final place, from which deeds and ratings are
    worked out where they are shown.
    """

    address: str
    name: str
    listed: bool
    events: tuple[CareerEvent, ...]
    roles: tuple[RoleSum, ...]
    over: tuple[Entry, ...]

    @property
    def finished(self) -> tuple[CareerEvent, ...]:
        """The events that tell a final place."""
        return tuple(each for each in self.events if each.row)

    @property
    def best(self) -> tuple[CareerEvent, ...]:
        """The events by place, the best first; of equal places that with more players."""
        return tuple(sorted(self.finished, key=lambda each: (_rank(each), -each.players)))


def career_at(address: str) -> Career | None:
    """Return the page at an address; None if there is none, or nothing to show.

    2 queries, and 1 for events that were not read before.

    An event that the public does not see is not there, nor is one in which the name is shown in
    another way by now.
    """
    rows = list(
        CareerEntry.objects.filter(
            address=address, entry__event__in=visibility.events(Reader.PUBLIC)
        ).select_related("entry__event")
    )
    entries = _shown_alike([row.entry for row in rows])
    if not entries:
        return None
    entries.sort(key=lambda each: (each.event.starts_on, each.event.pk), reverse=True)
    found = {each.pk: each.results for each in results_of_events([e.event for e in entries])}
    events = tuple(_event(entry, found[entry.event_id]) for entry in entries)
    return Career(
        address=address,
        name=visibility.name_of(Reader.PUBLIC, entries[0]),
        listed=all(row.listed for row in rows),
        events=events,
        roles=_sum_up(part for each in events for part in each.roles),
        over=tuple(entry for entry, event in zip(entries, events, strict=True) if event.row),
    )


def career_of(entry: Entry) -> list[CareerEntry]:
    """Return the rows of the entry's page over events, by event (1 query).

    Empty if the player has no such page.
    """
    return list(rows_with([entry]).order_by("-entry__event__starts_on", "pk"))


def rows_with(entries: Iterable[Entry]) -> QuerySet[CareerEntry]:
    """Return the rows of all pages on which one of the entries is."""
    keys = [entry.pk for entry in entries]
    addresses = CareerEntry.objects.filter(entry__in=keys).values("address")
    return CareerEntry.objects.filter(address__in=addresses).select_related("entry__event")


def _shown_alike(entries: Collection[Entry]) -> list[Entry]:
    """Return the entries whose names are shown in full, else those shown by initials.

    No page tells whose initials, or which number, stand in an event.
    """
    for shown in (Entry.NameDisplay.FULL, Entry.NameDisplay.INITIALS):
        if found := [entry for entry in entries if entry.name_display == shown]:
            return found
    return []


def _event(entry: Entry, results: EventResults | None) -> CareerEvent:
    """Return the player in one event."""
    code = code_of(entry.seed)
    row = next((row for row in results.rows if row.code == code), None) if results else None
    if results is None or row is None:
        return CareerEvent(entry.event, entry.seed, None, 0, ())
    games, wins = dict.fromkeys(ROLES, 0), dict.fromkeys(ROLES, 0)
    for game in results.games:
        for seat in game.seats:
            if seat.player_id == code and seat.role in games:
                games[seat.role] += 1
                wins[seat.role] += seat.place == 1
    roles = tuple(
        RoleSum(role, games[role], wins[role], row.roles.get(role, Fraction(0)))
        for role in ROLES
        if games[role]
    )
    return CareerEvent(entry.event, entry.seed, row, results.ranked, roles)


def _sum_up(parts: Iterable[RoleSum]) -> tuple[RoleSum, ...]:
    """Return the sums of each role that was played."""
    by_role = defaultdict(list)
    for part in parts:
        by_role[part.role].append(part)
    return tuple(
        RoleSum(
            role,
            sum(part.games for part in by_role[role]),
            sum(part.wins for part in by_role[role]),
            sum((part.points for part in by_role[role]), Fraction(0)),
        )
        for role in ROLES
        if by_role[role]
    )


def _games(roles: Iterable[RoleSum], role: str) -> int:
    return sum(part.games for part in roles if part.role == role)


def _rank(each: CareerEvent) -> int:
    return each.row.rank if each.row else 0
