"""A player's rating after each event of the page, as it was computed last.

It is computed in the background (`curve_worker`) from the games of the page's own events. Only the
player's own figures are stored, in the cache, under a hash of the page's address.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.core.cache import cache

from scoring.competition.rating import Rating
from scoring.result import GameResult
from tournament.careers.selectors import Career
from tournament.models import Entry, Event
from tournament.models.people import code_of
from tournament.seasons.event_results import SeasonEventView
from tournament.seasons.rated_games import digest_of, games_of
from tournament.seasons.selectors.events import results_of_events
from tournament.seasons.selectors.ratings import read_ratings
from tournament.seasons.selectors.tables import player_ids

OWN = "own"
"""The player's id in the games; all others have the address of an event and a code in it."""
STORED_SECONDS = 30 * 86_400


@dataclass(frozen=True, slots=True)
class EventGames:
    """The games of an event by which its players are rated."""

    event: Event
    games: tuple[GameResult, ...]


@dataclass(frozen=True, slots=True)
class RatingAfterEvent:
    """The player's rating from the games of this event and of all before it."""

    event: Event
    rating: Rating


@dataclass(frozen=True, slots=True)
class RatingCurve:
    """The ratings, the earliest first.

    There are none while they are `pending`, or if there are too many games.
    """

    points: tuple[RatingAfterEvent, ...] = ()
    pending: bool = False


def games_by_event(entries: Collection[Entry]) -> list[EventGames]:
    """Return the events in which the player has a rated game (2 queries).

    The earliest is first. Other players are one person over events as in a season that joins nobody
    by hand.
    """
    events = {entry.event_id: entry.event for entry in entries}
    order = sorted(events.values(), key=lambda event: (event.starts_on, event.pk))
    codes = {entry.event_id: code_of(entry.seed) for entry in entries}
    played = [view for view in results_of_events(order) if _has_game(view, codes[view.pk])]
    own = {(view.slug, codes[view.pk]): OWN for view in played}
    ids = {**player_ids(played), **own}
    return [EventGames(events[view.pk], games_of([view], ids)) for view in played]


def digest_of_events(events: Sequence[EventGames]) -> str:
    """Return the SHA-256 of the events and their games."""
    parts = [f"{each.event.pk}:{digest_of(each.games)}" for each in events]
    return sha256("\n".join(parts).encode()).hexdigest()


def stored_curve(found: Career) -> RatingCurve:
    """Return the stored ratings of a page.

    They are pending unless they are of the games that count now. 2 queries, none without an event
    that is over.
    """
    events = games_by_event(found.over) if found.over else []
    if not events:
        return RatingCurve()
    stored = cache.get(_key_of(found.address)) or {}
    if stored.get("digest") != digest_of_events(events):
        return RatingCurve(pending=True)
    ratings = read_ratings(stored["ratings"])
    return RatingCurve(
        tuple(
            RatingAfterEvent(each.event, ratings[key])
            for each in events
            if (key := str(each.event.pk)) in ratings
        )
    )


def store_curve(address: str, digest: str, ratings: Mapping[str, Mapping[str, Any]]) -> None:
    """Store a page's ratings by the keys of events; the digest is of their games."""
    cache.set(_key_of(address), {"digest": digest, "ratings": ratings}, STORED_SECONDS)


def forget_curve(address: str) -> None:
    """Delete the ratings stored for a page."""
    cache.delete_many([_key_of(address)])


def _has_game(view: SeasonEventView, code: str) -> bool:
    """Return whether a player, named by code, has a rated game of the event."""
    games = view.results.games if view.results else ()
    return any(seat.player_id == code for game in games for seat in game.seats)


def _key_of(address: str) -> str:
    # The address opens the page: the cache does not tell it.
    return f"career-rating:{sha256(address.encode()).hexdigest()}"
