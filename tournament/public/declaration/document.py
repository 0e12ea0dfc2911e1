"""An event's public state, as `selectors/public_state.py` fills it.

What has its default is left out, and what grows or changes is an object by key: so two documents
differ by a small merge patch (RFC 7396).
"""

from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from typing import Any

from tournament.public.declaration.boards import Board, ProjectedStandings
from tournament.public.declaration.fields import (
    ClockLine,
    Count,
    EndFigures,
    EventFacts,
    Exact,
    Moment,
    Number,
    PenaltyFacts,
    PlayerFacts,
    PlayerId,
    ResultFacts,
    RoundFacts,
    RuleFacts,
    StandingFacts,
    TeamFacts,
)

FORMAT = "treasurer-event/1"


@dataclass(frozen=True, kw_only=True)
class Event(EventFacts, RuleFacts):
    """The event; `rulings` are those that differ from the default."""

    rulings: dict[str, str]
    registration: str = "off"


@dataclass(frozen=True, kw_only=True)
class Player(PlayerFacts):
    """A player, by id."""

    dropped: bool


@dataclass(frozen=True, kw_only=True)
class Seat(EndFigures):
    """A seat, by its place in the order of play; `role` is blank until it is known."""

    player: PlayerId
    role: str
    place: Number | None = None
    final: Count | None = None
    points: Exact | None = None


@dataclass(frozen=True, kw_only=True)
class TableResult(ResultFacts):
    """The result of a table; the figures are at its seats."""


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table, by number."""

    seats: dict[str, Seat]
    result: TableResult | None = None


@dataclass(frozen=True, kw_only=True)
class RoundClockLine(ClockLine):
    """A line of a round's clock, by number."""


@dataclass(frozen=True, kw_only=True)
class Round(RoundFacts):
    """A published round, by number."""

    tables: dict[str, Table]
    clock: dict[str, RoundClockLine]


@dataclass(frozen=True, kw_only=True)
class Cut:
    """A cut to the finals, by the first round after it.

    It has the finalists by their place at the cut, and the players who let the next one in.
    While places are being revealed, it has those whose rows are shown.
    """

    made_at: Moment
    finalists: dict[str, PlayerId]
    left_out: dict[str, PlayerId]


@dataclass(frozen=True, kw_only=True)
class Draw:
    """The seal of a draw, by its commitment; `open` once anybody can check it."""

    first_round: Number
    last_round: Number
    open: bool


@dataclass(frozen=True, kw_only=True)
class Announcement:
    """An announcement, by key."""

    text: str
    at: Moment


@dataclass(frozen=True, kw_only=True)
class Penalty(PenaltyFacts):
    """A penalty, by key, of a player whose row is shown."""

    player: PlayerId


@dataclass(frozen=True, kw_only=True)
class Row(StandingFacts):
    """A row of the standings, by the player's id."""


@dataclass(frozen=True, kw_only=True)
class Standings:
    """The standings, from `first_place` on while places are being revealed."""

    first_place: Number
    tables_finished: Count
    tables: Count
    as_of: Moment | None = None
    rows: dict[str, Row]


@dataclass(frozen=True, kw_only=True)
class TeamRow(TeamFacts):
    """A row of the team standings, by the team's name.

    It has the members that count, by their order.
    """

    counting: dict[str, PlayerId]


@dataclass(frozen=True, kw_only=True)
class TeamStandings:
    """The team standings."""

    members_counted: Count
    rows: dict[str, TeamRow]


@dataclass(frozen=True, kw_only=True)
class State:
    """All that the public may see of an event.

    A field that is left out has its default; without one, there is nothing to tell (where a
    description says null, it is left out).
    """

    format: str
    event: Event
    players: dict[str, Player]
    rounds: dict[str, Round]
    cuts: dict[str, Cut] | None = None
    draws: dict[str, Draw]
    announcements: dict[str, Announcement]
    penalties: dict[str, Penalty]
    standings: Standings
    teams: TeamStandings | None = None
    boards: dict[str, dict[str, Board]]
    projected: ProjectedStandings


def document_of(value: Any) -> Any:
    """Return a part of the state as JSON values; what has its default is left out."""
    if isinstance(value, dict):
        return {key: document_of(part) for key, part in value.items()}
    if not is_dataclass(value):
        return value
    return {
        name: document_of(part)
        for name, default in _defaults(value.__class__)
        if (part := getattr(value, name)) != default
    }


@cache
def _defaults(kind: Any) -> tuple[tuple[str, Any], ...]:
    """Return each field of a class with its default.

    A field without one has MISSING, which equals nothing.
    """
    return tuple(
        (each.name, each.default if each.default_factory is MISSING else each.default_factory())
        for each in fields(kind)
    )
