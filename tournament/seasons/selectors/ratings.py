"""The ratings stored for a season, and whether they are still current.

They are current if they are of the games that count now.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scoring.competition.rating import Rating
from scoring.result import GameResult
from tournament.models import Season, SeasonRating
from tournament.seasons.rated_games import digest_of


@dataclass(frozen=True, slots=True)
class StoredRatings:
    """Ratings by the season's ids of players, and of the monopolist's role by edition.

    `computed_at` is None before the first. They are `stale` once other games count than they were
    computed from, and `failed` if there are too many games.
    """

    players: Mapping[str, Rating] = field(default_factory=dict)
    monopolists: Mapping[str, Rating] = field(default_factory=dict)
    computed_at: dt.datetime | None = None
    stale: bool = False
    failed: bool = False
    seed: str = ""
    digest: str = ""
    games: int = 0


def stored_rating(season: Season) -> SeasonRating | None:
    """Return the stored rating of a season, None before the first time (1 query)."""
    return SeasonRating.objects.filter(season=season).first()


def ratings_of(found: SeasonRating | None, games: Sequence[GameResult]) -> StoredRatings:
    """Return stored ratings, stale unless they were computed from these games."""
    if found is None:
        return StoredRatings()
    return StoredRatings(
        ratings_in(found),
        read_ratings(found.ratings.get("monopolists", {})),
        found.computed_at,
        found.digest != digest_of(games),
        found.failed,
        found.seed,
        found.digest,
        found.games,
    )


def ratings_in(found: SeasonRating) -> dict[str, Rating]:
    """Return the players' ratings in what is stored, whatever games count by now."""
    return read_ratings(found.ratings.get("players", {}))


def read_ratings(ratings: Mapping[str, Mapping[str, int]]) -> dict[str, Rating]:
    """Return ratings that were stored as JSON."""
    return {
        key: Rating(
            value=each["value"],
            low=each["low"],
            high=each["high"],
            games=each["games"],
            provisional=bool(each["provisional"]),
        )
        for key, each in ratings.items()
    }
