"""The team standings of an event, by the individual standings of its page.

They need no query. While places are being revealed one by one there are none: a team's sum
would tell of members whose places are hidden. Frozen, they are those of the frozen
standings.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

from scoring.competition.standings import RankReason
from scoring.competition.teams import Member, TeamRow, rank_teams
from tournament.common import figures_wording
from tournament.events.selectors.events import EventDetail
from tournament.models import Event, Penalty
from tournament.standings import wording as standings_wording
from tournament.standings.selectors.standings import StandingsRow, StandingsView


@dataclass(frozen=True, slots=True)
class TeamView:
    """A team's line in the team standings.

    `counting` and `others` are rows of its members in the individual standings. Figures are as
    in `scoring.competition.teams`.
    """

    name: str
    rank: int
    shared: bool
    points: Fraction
    places: int
    best_place: int
    counting: tuple[StandingsRow, ...]
    others: tuple[StandingsRow, ...]
    reason: Callable[[], RankReason] | None = field(repr=False, compare=False)

    @property
    def ranked(self) -> bool:
        """Whether there is a result yet, and so a rank."""
        return self.reason is not None

    @property
    def place(self) -> str:
        """The place as people read it."""
        return standings_wording.place_text(self.rank, shared=self.shared, ranked=self.ranked)

    @property
    def points_text(self) -> str:
        """The points as the reader's language writes them."""
        return figures_wording.points_text(self.points)

    @property
    def why(self) -> tuple[str, ...]:
        """Sentences that say why the team stands there; none before the first result."""
        return standings_wording.team_sentences_of(self.reason()) if self.reason else ()


@dataclass(frozen=True, slots=True)
class TeamsView:
    """The teams in order, and how many members of each count."""

    rows: tuple[TeamView, ...]
    members_counted: int


def teams_of(event: EventDetail, standings: StandingsView) -> TeamsView | None:
    """Return the team standings, or None.

    None without teams, and while places are being revealed.
    """
    if event.teams == Event.Teams.OFF or standings.first_place > 1:
        return None
    members = [_member(row) for row in standings.rows if row.player.team]
    ranked = rank_teams(members, players=standings.players, members_counted=event.members_counted)
    rows = {row.player.code: row for row in standings.rows}
    started = standings.as_of is not None
    return TeamsView(
        tuple(
            _view(row, rows, partial(ranked.why, position) if started else None)
            for position, row in enumerate(ranked.rows)
        ),
        ranked.members_counted,
    )


def _member(row: StandingsRow) -> Member:
    out = any(penalty.kind == Penalty.Kind.DISQUALIFIED for penalty in row.penalties)
    return Member(row.player.code, row.player.team, row.rank, row.points, out)


def _view(
    row: TeamRow, rows: Mapping[str, StandingsRow], reason: Callable[[], RankReason] | None
) -> TeamView:
    return TeamView(
        name=row.team,
        rank=row.rank,
        shared=row.shared,
        points=row.points,
        places=row.places,
        best_place=row.best_place,
        counting=tuple(rows[player] for player in row.counting),
        others=tuple(rows[player] for player in row.others),
        reason=reason,
    )
