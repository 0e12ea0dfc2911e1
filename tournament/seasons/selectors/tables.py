"""A season's table as the public sees it.

It has rows with reasons, each event's points, and ratings.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from threading import Lock
from typing import Any, NamedTuple

from cachetools import LRUCache
from django.db.models import Q

from scoring.competition import season as arithmetic
from scoring.competition.rating import Rating
from scoring.competition.season import EventScore, SeasonRow
from scoring.result import GameResult
from tournament.common import figures_wording
from tournament.common.names import alphabetic_key
from tournament.models import Entry, Season, SeasonRating
from tournament.models.people import code_of
from tournament.seasons import wording
from tournament.seasons.event_results import EventRow, SeasonEventView, season_points
from tournament.seasons.people import EntryKey, Joins, same_players
from tournament.seasons.rated_games import PlayerIds, games_of, plain_id, player_id
from tournament.seasons.selectors.events import results_by_event
from tournament.seasons.selectors.ratings import StoredRatings, ratings_of, stored_rating


class Place(NamedTuple):
    """A player in one event of the season; `points` are the season's."""

    event: SeasonEventView
    row: EventRow
    points: Fraction
    counts: bool

    @property
    def points_text(self) -> str:
        """The points as the reader's language writes them."""
        return figures_wording.points_text(self.points)


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player of the season.

    `id` is the address and code in the player's first event.

    `cells` has one place for each event that counts, None where the player did not play.
    """

    id: str
    name: str
    row: SeasonRow
    cells: tuple[Place | None, ...]
    rating: Rating | None
    _rows: Sequence[SeasonRow] = field(repr=False, compare=False)
    _names: Mapping[str, str] = field(repr=False, compare=False)
    _position: int = field(repr=False, compare=False)

    @property
    def place(self) -> str:
        """The place as people read it."""
        return f"{self.row.rank}=" if self.row.shared else str(self.row.rank)

    @property
    def points_text(self) -> str:
        """The points as the reader's language writes them."""
        return figures_wording.points_text(self.row.points)

    @property
    def played(self) -> list[Place]:
        """The events that the player came to."""
        return [cell for cell in self.cells if cell]

    @property
    def why(self) -> tuple[str, ...]:
        """Sentences that say why the row stands there."""
        return wording.sentences_of(arithmetic.why(self._rows, self._position), self._names)


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """A season with its events and rows.

    `games` are those that ratings are computed from.
    """

    season: Season
    role: str
    events: tuple[SeasonEventView, ...]
    lines: tuple[PlayerLine, ...]
    games: tuple[GameResult, ...]
    ratings: StoredRatings

    @property
    def counting(self) -> list[SeasonEventView]:
        """The events whose results count."""
        return [event for event in self.events if event.results]


MAX_TABLES = 8
_tables: LRUCache[tuple[Any, ...], SeasonTable] = LRUCache(MAX_TABLES)
_lock = Lock()


def season_table(season: Season, role: str = "") -> SeasonTable:
    """Return a season's table, by the points of one `role` if it is given.

    The queries of `results_by_event` and 3. While all that it is made of stays the same, it is made
    once: the largest takes a third of a second.
    """
    events = results_by_event(season)
    joins = list(season.joins.values_list("entry", "other"))
    ids = player_ids([event for event in events if event.results], joins)
    rating = stored_rating(season)
    key = (
        *(season.pk, role, season.name, season.best, season.points_from),
        *season.points_by_place,
        # The results of one version are one object, which the table that is kept holds.
        tuple((event.slug, event.name, id(event.results)) for event in events),
        tuple(ids.items()),
        rating and (rating.digest, rating.computed_at),
    )
    with _lock:
        known = _tables.get(key)
    if known is None:
        known = _make_table(season, role, events, ids, rating)
        with _lock:
            _tables[key] = known
    return known


def _make_table(
    season: Season,
    role: str,
    events: Sequence[SeasonEventView],
    ids: PlayerIds,
    rating: SeasonRating | None,
) -> SeasonTable:
    counting = [event for event in events if event.results]
    games = games_of(counting, ids)
    ratings = ratings_of(rating, games)
    found = _played_events(season, counting, ids, role)
    names = {player: own[-1].row.name for player, own in found.items()}
    order = sorted(found, key=lambda player: (alphabetic_key(names[player]), player))
    scores = {player: [_score(each) for each in found[player]] for player in order}
    rows = arithmetic.rank_season(scores, season.best or 0)
    lines = tuple(
        PlayerLine(
            row.player,
            names[row.player],
            row,
            _cells(row, found[row.player], counting),
            ratings.players.get(row.player),
            rows,
            names,
            position,
        )
        for position, row in enumerate(rows)
    )
    return SeasonTable(season, role, tuple(events), lines, games, ratings)


def player_ids(events: Sequence[SeasonEventView], joins: Joins = ()) -> PlayerIds:
    """Return the id of each player who is in several of these events (1 query).

    It is the address of the player's first event and the code there: `spring/p03`.
    """
    slugs = {event.pk: event.slug for event in events}
    joined = Q(pk__in={pk for pair in joins for pk in pair})
    found = Entry.objects.filter(joined | Q(person__isnull=False), event__in=slugs)
    codes, keys = {}, []
    for pk, event, person, shown, seed in found.values_list(
        "pk", "event", "person", "name_display", "seed"
    ):
        codes[pk] = (slugs[event], code_of(seed))
        keys.append(EntryKey(pk, event, person, shown))
    at = {event.pk: number for number, event in enumerate(events)}
    keys.sort(key=lambda key: (at[key.event], key.pk))
    ids: dict[tuple[str, str], str] = {}
    for group in same_players(keys, joins):
        first = plain_id(*codes[group[0].pk])
        ids |= {codes[entry.pk]: first for entry in group}
    return ids


class _Played(NamedTuple):
    event: SeasonEventView
    row: EventRow
    points: Fraction
    by_role: bool


def _played_events(
    season: Season, events: Sequence[SeasonEventView], ids: PlayerIds, role: str
) -> dict[str, list[_Played]]:
    """Return each player's results in the events, in the order of the events."""
    found: dict[str, list[_Played]] = {}
    for event in events:
        rows = event.results.rows if event.results else ()
        for row, points in zip(rows, _points(season, rows, role), strict=True):
            if role and role not in row.roles:
                continue
            player = player_id(ids, event.slug, row.code)
            found.setdefault(player, []).append(_Played(event, row, points, bool(role)))
    return found


def _points(season: Season, rows: Sequence[EventRow], role: str) -> Sequence[Fraction]:
    """Return the season's points of each row of an event.

    With a `role`, they are the points earned in that role. Without one, a disqualified player
    has none.
    """
    if role:
        return [row.roles.get(role, Fraction(0)) for row in rows]
    return season_points(rows, points_from=season.points_from, by_place=season.points_by_place)


def _score(played: _Played) -> EventScore:
    """Return the score; an event that a player was disqualified from is never dropped."""
    won = played.row.rank == 1 and not played.row.disqualified and not played.by_role
    return EventScore(played.event.slug, played.points, won, played.row.disqualified)


def _cells(
    row: SeasonRow, played: Sequence[_Played], events: Sequence[SeasonEventView]
) -> tuple[Place | None, ...]:
    dropped = {score.event for score in row.dropped}
    own = {
        each.event.pk: Place(each.event, each.row, each.points, each.event.slug not in dropped)
        for each in played
    }
    return tuple(own.get(event.pk) for event in events)
