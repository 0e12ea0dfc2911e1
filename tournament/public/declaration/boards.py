"""The parts of an event's public state that are of running games.

`referee` fills the boards (`referee/live/publishing/boards.py`); `tournament` only passes them on.
What has its default is left out.
"""

from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta

from scoring.game.adjustment_options import BUILD, MORTGAGE, REDEEM, SELL
from tournament.public.declaration.fields import (
    Count,
    Exact,
    Moment,
    Number,
    PlayerId,
    Role,
    one_of,
)

BOARD_STATES = (
    "playing", "closing", "adjusting", "adjusted", "retained", "richest", "finished",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class PlanStep:
    """A step of a plan, like an event of a game record."""

    type: Annotated[str, one_of((SELL, MORTGAGE, REDEEM, BUILD))]
    square: Count
    count: Number
    amount: Annotated[Count, Meta(description="What it costs or brings, by its type.")]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A player's best adjustment; without a gain, no steps."""

    gain: Count
    final: Count
    steps: list[PlanStep]


@dataclass(frozen=True, kw_only=True)
class BoardPlayer:
    """A player at a board, by id.

    What the player would end with is left out where the event shows no estimates; `retained` and
    `circuit_income` also of who is out, and of a game that ends without them.
    """

    seat: Number
    role: Role
    cash: Count
    square: Count
    confined: Annotated[bool, Meta(description="In prison; of a competitor, in price war.")]
    out: bool
    retained: Annotated[Count | None, Meta(description="What retention would leave now.")] = None
    circuit_income: Annotated[
        Count | None, Meta(description="What the Treasurer's circuit would pay now.")
    ] = None
    expected: Annotated[
        Count | None,
        Meta(description="The final cash if time were called now; in R25 the wealth."),
    ] = None
    place: Number | None = None
    plan: Annotated[
        Plan | None,
        Meta(
            description="While the event advises its tables too; otherwise once the player has "
            "declared to be done."
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class BoardDeed:
    """A deed with an owner, by its square.

    It has `times_dice` if it is a utility, else `rent`.
    """

    owner: PlayerId
    buildings: Count
    mortgaged: bool
    earns: Annotated[Count | None, Meta(description="What the circuit would pay for it now.")] = (
        None
    )
    rent: Annotated[
        Count | None,
        Meta(description="What it collects now: 0 while mortgaged or its owner is in prison."),
    ] = None
    times_dice: Annotated[
        Count | None,
        Meta(description="What a utility collects now, times the throw; 0 likewise."),
    ] = None


@dataclass(frozen=True, kw_only=True)
class BoardClock:
    """The time that the table's own pauses give back; empty without any."""

    paused_seconds: Count | None = None
    paused_at: Annotated[Moment | None, Meta(description="While it is paused.")] = None


@dataclass(frozen=True, kw_only=True)
class BoardChances:
    """Of which row of the log there are chances; empty until there are some."""

    at: Moment | None = None
    seq: Number | None = None
    behind: Annotated[Count | None, Meta(description="Events that came since.")] = None


@dataclass(frozen=True, kw_only=True)
class Board:
    """The board of a running game, by the numbers of round and table."""

    seq: Annotated[Number, Meta(description="The last row of the log.")]
    status: Annotated[str, one_of(BOARD_STATES)]
    on_turn: PlayerId
    players: dict[str, BoardPlayer]
    deeds: dict[str, BoardDeed]
    last: Annotated[dict[str, str], Meta(description="The last event in words, by language.")]
    judge: Annotated[
        Annotated[str, one_of(["", "called", "coming"])],
        Meta(description="Whether the table called for a referee."),
    ]
    clock: BoardClock
    worth: Annotated[
        dict[str, list[Count]] | None,
        Meta(
            description="By the number of events until then, the final cash of each seat if time "
            "had been called."
        ),
    ] = None
    chances: Annotated[
        BoardChances | None, Meta(description="While the event shows chances and the game plays.")
    ] = None


@dataclass(frozen=True, kw_only=True)
class ProjectedStanding:
    """A row of the standings if time were called now at every running table."""

    position: Number
    rank: Number
    points: Exact


@dataclass(frozen=True, kw_only=True)
class ProjectedStandings:
    """The projected standings, by player and by team; empty if nothing is estimated."""

    tables: Annotated[Number | None, Meta(description="The running tables in it.")] = None
    rows: dict[str, ProjectedStanding] = field(default_factory=dict)
    teams: dict[str, ProjectedStanding] = field(default_factory=dict)
