"""The items of the public interface about a player over events."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from tournament.public.declaration.fields import Count, Exact, Number, PlayerId, Role
from tournament.public.declaration.seasons import PlayerRating


@dataclass(frozen=True, kw_only=True)
class CareerRole:
    """Games that were played to their end in one role.

    `points` are those earned at the tables.
    """

    role: Role
    games: Count
    wins: Count
    points: Exact


@dataclass(frozen=True, kw_only=True)
class CareerEvent:
    """The player in one event.

    `rank` and `points` are null while it tells no final place.
    """

    event: str
    name: str
    player: PlayerId
    rank: Number | None
    players: Annotated[Count, Meta(description="How many have a place; 0 while none is told.")]
    points: Exact | None
    disqualified: bool
    roles: list[CareerRole]


@dataclass(frozen=True, kw_only=True)
class CareerRating:
    """The player's rating in a season, as it was computed last."""

    season: str
    rating: PlayerRating


@dataclass(frozen=True, kw_only=True)
class CareerRatingAfter:
    """The player's rating from the games of an event and those before it.

    The events are those of the page.
    """

    event: str
    rating: PlayerRating


@dataclass(frozen=True, kw_only=True)
class CareerDeed:
    """A deed that the player held.

    It says in how many games, for how many turns, and with how much rent.
    """

    name: str
    city: str
    games: Count
    turns: Count
    income: Count


@dataclass(frozen=True, kw_only=True)
class Career:
    """A player over events, as the player wanted it: 404 once it is ended."""

    name: str
    events: list[CareerEvent]
    deeds: Annotated[list[CareerDeed], Meta(description="Those held longest.")]
    rating_curve: Annotated[
        list[CareerRatingAfter],
        Meta(description="By day of the event; empty until it is computed for what counts now."),
    ]
    ratings: list[CareerRating]
