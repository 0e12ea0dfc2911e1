"""Types of single values, and groups of fields.

The document and the lists share these groups. All values are plain JSON: moments and days
are texts (RFC 3339), exact numbers too (`7/2`).
"""

import datetime as dt
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, TypeVar

from msgspec import Meta

from scoring.competition.seat_outcomes import SEAT_OUTCOMES
from tournament.common import hall_clock
from tournament.models import ClockEntry, Event, Penalty, Result, Round

MAX_NUMBER = 2**31 - 1


def one_of(values: Collection[Any]) -> Meta:
    """Return the constraint of a text that is one of these values."""
    return Meta(extra_json_schema={"enum": [str(value) for value in values]})


Count = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
Number = Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
"""A number that counts from 1."""
Day = Annotated[str, Meta(extra_json_schema={"format": "date"})]
Moment = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Exact = Annotated[
    str, Meta(pattern="^-?[0-9]+(/[0-9]+)?$", description="An exact number: `6`, `7/2`.")
]
PlayerId = Annotated[str, Meta(pattern="^p[0-9]+$", description="The player's id in game records.")]
Mode = Annotated[str, one_of(Event.Mode.values)]
Roles = Annotated[str, one_of(Event.Roles.values)]
Teams = Annotated[str, one_of(Event.Teams.values)]
CalledOff = Annotated[
    Annotated[str, one_of(Event.CalledOff.values)] | None,
    Meta(description="Null while it takes place as announced."),
]
RoundStatus = Annotated[str, one_of(Round.PUBLIC)]
Source = Annotated[str, one_of(Result.Source.values)]
Role = Annotated[str, one_of(["competitor", "monopolist"])]
Outcome = Annotated[
    Annotated[str, one_of(SEAT_OUTCOMES)] | None,
    Meta(
        description="How the seat came to its place otherwise than by playing to the end. Who did "
        "not come or was disqualified is behind the others, without points."
    ),
]
PenaltyKind = Annotated[str, one_of(Penalty.Kind.values)]
EVENT_STATES = ("upcoming", "running", "finished")
TABLE_STATES = ("open", "finished")
PLAYER_STATES = ("playing", "dropped")
EventState = Annotated[str, one_of(EVENT_STATES)]
TableState = Annotated[str, one_of(TABLE_STATES)]
PlayerState = Annotated[str, one_of(PLAYER_STATES)]
ClockStep = Annotated[str, one_of(ClockEntry.Kind.values)]
ClockState = Annotated[str, one_of(list(hall_clock.NEXT_STATE))]


@dataclass(frozen=True, kw_only=True)
class EventFacts:
    """The event itself."""

    slug: str
    name: str
    starts_on: Day
    ends_on: Day
    venue: str
    time_zone: str
    edition: str
    mode: Mode
    number_of_rounds: Count
    length_minutes: Count
    board_delay: Annotated[
        Count, Meta(description="Seconds by which running games are told later.")
    ] = 0
    called_off: CalledOff = None
    called_off_reason: str = ""
    frozen_at: Moment | None = None
    revealed_to: Number | None = None
    closed_at: Annotated[
        Moment | None,
        Meta(description="From then on the event is finished, whatever was not played."),
    ] = None


@dataclass(frozen=True, kw_only=True)
class RuleFacts:
    """The rules by which an event is played and scored, besides its rulings."""

    edition: str
    edition_file: Annotated[
        Hash | None, Meta(description="SHA-256 of the event's own edition.")
    ] = None
    mode: Mode
    length_minutes: Count
    table_sizes: list[Count]
    roles: Roles
    points_by_place: list[Count]
    tie_breaks: list[str]
    teams: Teams = Event.Teams.OFF.value
    members_counted: Annotated[Number | None, Meta(description="Of each team; null: all.")] = None
    lot_seed: str
    discards: Annotated[
        Count,
        Meta(
            description="The worst rounds of each player, so many of them, do not count in "
            "`points` and `tie_breaks` of the standings; 0: all count."
        ),
    ] = 0
    least_counting: Annotated[
        Number,
        Meta(
            description="So many rounds of each player always count: after R rounds the best "
            "max(`least_counting`, R − `discards`) do."
        ),
    ] = 1
    corrects_roles: Annotated[
        bool,
        Meta(
            description="Points are measured against the role's average in the other games: see "
            "`corrections` of the standings."
        ),
    ] = False
    finals: Annotated[
        list[Count],
        Meta(description="Finalists of each of the last rounds; empty without finals."),
    ] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class PlayerFacts:
    """A player of an event, by the name that is shown."""

    seed: Number
    name: str
    club: str
    team: Annotated[str | None, Meta(description="Null without, and of whom no team is told.")] = (
        None
    )


@dataclass(frozen=True, kw_only=True)
class RoundFacts:
    """A published round."""

    status: RoundStatus
    published_at: Moment | None = None
    starts_at: Annotated[Moment | None, Meta(description="As announced.")] = None
    drawn: bool
    draw: Annotated[Hash | None, Meta(description="The draw's commitment.")] = None
    seated_by_hand: bool


@dataclass(frozen=True, kw_only=True)
class EndFigures:
    """The figures by which a seat came to its place, and its outcome.

    The figures of the end procedure are null without such a procedure.
    """

    before_retention: Count | None = None
    retained: Count | None = None
    circuit_income: Count | None = None
    outcome: Outcome = None


@dataclass(frozen=True, kw_only=True)
class LogEnd:
    """The end of a table's log: the hash covers all its events."""

    events: Number
    head: Hash


@dataclass(frozen=True, kw_only=True)
class ResultFacts:
    """A table's result, without its seats."""

    source: Source
    confirmed_at: Moment | None = None
    revision: Number
    under_review: bool
    abandoned: Annotated[
        str | None, Meta(description="Why the game had no end: all who came share its points.")
    ] = None
    record: Annotated[Hash | None, Meta(description="SHA-256 of the game record.")] = None
    log: LogEnd | None = None
    turning_points: Annotated[
        Count | None,
        Meta(description="So many chapters of its replay; null where they are not known (yet)."),
    ] = None


@dataclass(frozen=True, kw_only=True)
class PenaltyFacts:
    """A decision against a player."""

    kind: PenaltyKind
    round: Annotated[Number | None, Meta(description="The round it is about; null: the event.")] = (
        None
    )
    points: Exact | None = None
    places: Number | None = None
    reason: str
    at: Moment


@dataclass(frozen=True, kw_only=True)
class StandingFacts:
    """A row of the standings, without its player."""

    position: Number
    rank: Number
    points: Exact
    played: Count
    wins: Count
    final_cash: Count
    tie_breaks: dict[str, Exact]
    stage: Annotated[
        Count,
        Meta(
            description="The last stage of the finals that the player is in: 1 the first one; 0 "
            "none. Finalists rank above all others; `points` and `tie_breaks` are of the rounds "
            "before."
        ),
    ] = 0
    final_points: Annotated[Exact | None, Meta(description="Earned in that stage.")] = None
    discarded: Annotated[
        list[Number],
        Meta(
            description="The rounds whose result does not count in `points` and `tie_breaks`; "
            "`played`, `wins`, `final_cash` and `roles` are of all."
        ),
    ] = field(default_factory=list)
    corrections: Annotated[
        dict[str, Exact],
        Meta(
            description="By round, the points added because competitors, or monopolists, had so "
            "many fewer on average in the other games; those of rounds that count are in `points`."
        ),
    ] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class TeamFacts:
    """A row of the team standings, without the team's name and the members who count."""

    position: Number
    rank: Number
    points: Exact
    places: Annotated[
        Number,
        Meta(
            description="The sum of the places of the members that count, one who is lacking "
            "behind the last player: of teams level on points the lower one is ahead."
        ),
    ]
    best_place: Annotated[Number, Meta(description="The best of those places: decides next.")]


@dataclass(frozen=True, kw_only=True)
class ClockLine:
    """A step of a round's clock, or time granted to a table."""

    kind: ClockStep
    at: Moment
    table: Number | None = None
    seconds: int | None = None


Filled = TypeVar("Filled", bound=Hashable)


def filled_from(source: object, kind: type[Filled], **given: Any) -> Filled:
    """Return a `kind` with the fields `given`, the rest copied from `source`.

    The rest is copied by name.
    """
    names = [name for name in _names(kind) if name not in given]
    found = {name: plain(getattr(source, name)) for name in names if hasattr(source, name)}
    return kind(**found, **given)


def cut(part: Mapping[str, Any], kind: type[Filled], **given: Any) -> Filled:
    """Return a `kind` with the fields `given`, the rest from a document's part."""
    names = [name for name in _names(kind) if name in part and name not in given]
    return kind(**{name: part[name] for name in names}, **given)


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


def plain(value: Any) -> Any:
    """Return a value as plain JSON: times and exact numbers as texts, tuples as lists."""
    match value:
        case dt.date():
            return value.isoformat()
        case Fraction():
            return str(value)
        case tuple():
            return list(value)
        case _:
            return value
