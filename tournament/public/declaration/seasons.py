"""The items of the public interface about seasons, which are of several events."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from tournament.models import Season as SeasonModel
from tournament.public.declaration.fields import Count, Exact, Hash, Moment, Number, PlayerId

SeasonPlayer = Annotated[
    str,
    Meta(
        pattern="^[-a-zA-Z0-9_]+/p[0-9]+$",
        description="A player of the season: the address of the first event, and the id there.",
    ),
]
PointsFrom = Annotated[
    str, Meta(extra_json_schema={"enum": [str(each) for each in SeasonModel.PointsFrom.values]})
]


@dataclass(frozen=True, kw_only=True)
class ListedSeason:
    """A season in the list of seasons."""

    slug: str
    name: str


@dataclass(frozen=True, kw_only=True)
class SeasonEvent:
    """An event of a season; it `counts` once it is over and nothing of it is hidden."""

    slug: str
    name: str
    counts: bool


@dataclass(frozen=True, kw_only=True)
class PlayerRating:
    """A rating with the bounds of its 95 % interval.

    1500 is the average of all players.
    """

    value: int
    low: int
    high: int
    games: Count
    provisional: bool


@dataclass(frozen=True, kw_only=True)
class SeasonResult:
    """A player in one event. `rank` is the event's, `points` are the season's."""

    event: str
    player: PlayerId
    rank: Number
    points: Exact
    disqualified: bool
    counts: Annotated[bool, Meta(description="False for a result beyond the best ones.")]


@dataclass(frozen=True, kw_only=True)
class SeasonRow:
    """A row of a season's standings, in order."""

    player: SeasonPlayer
    name: str
    rank: Number
    points: Exact
    results: list[SeasonResult]
    rating: PlayerRating | None


@dataclass(frozen=True, kw_only=True)
class SeasonRatings:
    """The computation of the ratings.

    The same games and seed give the same ratings. They are `stale` once other games count.
    """

    digest: Annotated[Hash, Meta(description="SHA-256 of the games they were computed from.")]
    seed: str
    games: Count
    computed_at: Moment
    stale: bool
    failed: Annotated[bool, Meta(description="There are too many games.")]
    monopolists: Annotated[
        dict[str, PlayerRating],
        Meta(description="By edition: the points that a monopolist's role is worth; 0 is nothing."),
    ]


@dataclass(frozen=True, kw_only=True)
class Season:
    """A season: several events added up."""

    slug: str
    name: str
    points_from: PointsFrom
    points_by_place: list[Count]
    best: Annotated[Number | None, Meta(description="Of each player's events; null: all count.")]
    events: list[SeasonEvent]
    rows: list[SeasonRow]
    ratings: SeasonRatings | None
