"""The items of the public interface.

`referee/live/api/items.py` cuts them out of the document. Every field is there, null where
there is nothing to tell. OpenAPI calls `Result` `PublicResult`.
"""

from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta

from tournament.public.declaration.fields import (
    CalledOff,
    ClockLine,
    ClockState,
    Count,
    Day,
    EndFigures,
    EventFacts,
    EventState,
    Exact,
    Hash,
    Mode,
    Moment,
    Number,
    PenaltyFacts,
    PlayerFacts,
    PlayerId,
    PlayerState,
    ResultFacts,
    Role,
    RoundFacts,
    RuleFacts,
    StandingFacts,
    TableState,
    TeamFacts,
)


@dataclass(frozen=True, kw_only=True)
class ListedEvent:
    """An event in the list of events."""

    slug: str
    name: str
    starts_on: Day
    ends_on: Day
    venue: str
    edition: str
    mode: Mode
    players: Count
    number_of_rounds: Count
    rounds_published: Count
    rounds_finished: Count
    status: EventState
    called_off: CalledOff


@dataclass(frozen=True, kw_only=True)
class Event(EventFacts):
    """An event, with the numbers of its players, rounds and tables."""

    players: Count
    rounds_published: Count
    tables: Count
    tables_finished: Count


@dataclass(frozen=True, kw_only=True)
class Rulings:
    """All rulings, as chosen or by default."""

    rounding: str
    prison_circuit: str
    mortgaged_companies: str
    ties: str


@dataclass(frozen=True, kw_only=True)
class Rules(RuleFacts):
    """The rules by which an event is played and scored."""

    rulings: Rulings
    rulings_that_differ: dict[str, str]


@dataclass(frozen=True, kw_only=True)
class Round(RoundFacts):
    """A published round."""

    round: Number
    tables: Count
    tables_finished: Count


@dataclass(frozen=True, kw_only=True)
class Person:
    """The player whom a row is about."""

    player: PlayerId
    name: str
    club: str


@dataclass(frozen=True, kw_only=True)
class Seat(Person):
    """A seat of a table."""

    seat: Number
    role: Role | None


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table of a published round, with its players."""

    round: Number
    table: Number
    status: TableState
    seats: list[Seat]


@dataclass(frozen=True, kw_only=True)
class ResultSeat(EndFigures, Person):
    """One player's line of a result in the public interface."""

    seat: Number
    role: Role | None
    place: Number
    final: Count
    points: Exact


@dataclass(frozen=True, kw_only=True)
class Result(ResultFacts):
    """A table that has a result."""

    round: Number
    table: Number
    seats: list[ResultSeat]


@dataclass(frozen=True, kw_only=True)
class RoleRecord:
    """The total results of the rounds in one role."""

    rounds: Number
    points: Exact
    final_cash: Count


RoleRecords = Annotated[
    dict[str, RoleRecord],
    Meta(description="What came of the rounds in each role that was played, added up."),
]


@dataclass(frozen=True, kw_only=True)
class Penalty(PenaltyFacts):
    """A decision against a player."""


@dataclass(frozen=True, kw_only=True)
class Standing(StandingFacts, Person):
    """A row of the standings."""

    roles: RoleRecords
    penalties: Annotated[
        list[Penalty],
        Meta(
            description="What was decided against the player. Points are taken off `points` "
            "already; places lost, and a disqualification, are in `rank`."
        ),
    ]


@dataclass(frozen=True, kw_only=True)
class Cut:
    """A cut to the finals."""

    round: Number
    made_at: Moment
    finalists: list[PlayerId]
    left_out: list[PlayerId]


@dataclass(frozen=True, kw_only=True)
class StandingsHead:
    """The facts about the standings, besides a page of their rows."""

    as_of: Moment | None
    tables_finished: Count
    tables: Count
    first_place: Annotated[Number, Meta(description="More than 1 while places are being revealed.")]
    cuts: Annotated[
        list[Cut],
        Meta(
            description="The cuts to the finals: the first round after each, when it was "
            "recorded, its finalists as they stood, and who let the next one in."
        ),
    ]
    roles: Annotated[
        dict[str, RoleRecord],
        Meta(description="The same over everybody: the event’s averages."),
    ]


@dataclass(frozen=True, kw_only=True)
class Team(TeamFacts):
    """A row of the team standings."""

    team: str
    counting: Annotated[list[Person], Meta(description="The most points first.")]


@dataclass(frozen=True, kw_only=True)
class TeamsHead:
    """The facts about the team standings, besides a page of their rows."""

    members_counted: Annotated[Count, Meta(description="So many members of each team count.")]


@dataclass(frozen=True, kw_only=True)
class ListedPlayer(PlayerFacts):
    """A player in the list of players."""

    player: PlayerId
    status: PlayerState


@dataclass(frozen=True, kw_only=True)
class Player(ListedPlayer):
    """A player with standings row, tables and results.

    The row is null until it is revealed.
    """

    standing: Standing | None
    tables: list[Table]
    results: list[Result]


@dataclass(frozen=True, kw_only=True)
class Record:
    """A game record."""

    round: Number
    table: Number
    url: Annotated[str, Meta(description="The address of the file on this server.")]
    sha256: Hash
    statement: Annotated[
        dict[str, Any], Meta(description="As `manage.py replay --json` prints it.")
    ]
    edition_digest: Hash
    engine_digest: Hash


@dataclass(frozen=True, kw_only=True)
class Clock:
    """The clock of a round, with its reading at its last step."""

    round: Number
    length: Annotated[Count, Meta(description="Seconds of play for a table without extra time.")]
    state: ClockState
    elapsed: Annotated[Count, Meta(description="Seconds played up to `since`.")]
    since: Annotated[
        Moment | None,
        Meta(
            description="The last step. A clock that runs went on from here: it stands at "
            "`elapsed` and what has gone by since."
        ),
    ]
    extra: Annotated[
        dict[str, int],
        Meta(description="Seconds granted to tables, by their numbers."),
    ]
    ledger: list[ClockLine]


@dataclass(frozen=True, kw_only=True)
class ChanceRange:
    """A chance in whole percent, as a range.

    It is between `low` and `high` over the policies. The sample of 95 % leaves it between
    `least` and `most`.
    """

    low: Count
    high: Count
    least: Count
    most: Count


@dataclass(frozen=True, kw_only=True)
class PlayerChances:
    """The frequency of each place that a player reached in the play-outs.

    The player is one of a running table.
    """

    player: PlayerId
    win: ChanceRange
    counts: Annotated[
        dict[str, list[Count]],
        Meta(description="By policy, the play-outs in which the player came first, second, …"),
    ]


@dataclass(frozen=True, kw_only=True)
class Chances:
    """The newest chances of a running table.

    `manage.py chances` counts the same from the record up to `line`, with `turns`, `playouts`
    and `seed`.
    """

    round: Number
    table: Number
    at: Moment
    seq: Annotated[Count, Meta(description="The row of the log that they are of.")]
    head: Annotated[Hash, Meta(description="The hash of that row.")]
    line: Annotated[Number, Meta(description="The line of the record that they are of.")]
    turn: Count
    turns: Annotated[Count, Meta(description="So many turns begin until time is called.")]
    method: Annotated[str, Meta(description="The version of policies, dice and counting.")]
    seed: str
    playouts: Annotated[Number, Meta(description="Of each policy.")]
    players: list[PlayerChances]
