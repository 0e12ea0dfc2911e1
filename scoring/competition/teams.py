"""Team standings: the sum of the points of each team's best members.

The best members have the most points in the individual standings (from the rounds before the
finals, less penalties). A missing or disqualified member scores nothing (as in cycling: UCI Cycling
Regulations, 2.3.045). Teams level on points are separated as in a cycling stage (2.6.016): by the
sum of the places of the members that count, then by the best of those places. A missing member has
the place behind the last player. Teams still level share the rank.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from scoring.competition.penalties import shared_ranks
from scoring.competition.standings import POINTS, Comparison, RankReason, explain_rank

PLACES_SUM = "places-sum"
BEST_PLACE = "best-place"


class Member(NamedTuple):
    """A member of a team; `rank` and `points` are from the individual standings."""

    player: str
    team: str
    rank: int
    points: Fraction
    disqualified: bool = False


@dataclass(frozen=True, slots=True)
class TeamRow:
    """One row of the team standings.

    `counting` are the members whose points count, best first; `others` are the rest, in the order
    of the individual standings. `places` is the sum of the places that count, and `best_place` the
    best.
    """

    team: str
    rank: int
    shared: bool
    points: Fraction
    places: int
    best_place: int
    counting: tuple[str, ...]
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TeamStandings:
    """The rows in order, and how many members of each team count."""

    rows: tuple[TeamRow, ...]
    members_counted: int

    def why(self, position: int) -> RankReason:
        """Return why the team at `position` (0 is the first) stands there."""
        return explain_rank(
            self.rows,
            position,
            name=lambda row: row.team,
            compare=lambda own, other: _compare(self.rows[own], self.rows[other]),
        )


def rank_teams(
    members: Iterable[Member], *, players: int, members_counted: int | None = None
) -> TeamStandings:
    """Rank the teams of `members`, given in the order of the individual standings.

    `players` is the number of players in those standings. `members_counted` is how many members of
    each team count; None means as many as the largest team has. Equal teams are in the order of
    their first members. Raise ValueError if `members_counted` is below 1, or a player is a member
    twice.
    """
    if members_counted is not None and members_counted < 1:
        raise ValueError("at least one member of a team counts")
    by_team: dict[str, list[Member]] = {}
    seen = set()
    for member in members:
        if member.player in seen:
            raise ValueError(f"player {member.player!r} is a member twice")
        seen.add(member.player)
        by_team.setdefault(member.team, []).append(member)
    counted = members_counted or max(map(len, by_team.values()), default=1)
    rows = sorted(
        (_row(team, found, counted, players) for team, found in by_team.items()),
        key=_key,
        reverse=True,
    )
    ranks = shared_ranks([_key(row) for row in rows])
    return TeamStandings(tuple(_rows_with_ranks(rows, ranks)), counted)


def _row(team: str, members: Sequence[Member], counted: int, players: int) -> TeamRow:
    """Return a team's row with rank 1, which the caller replaces."""
    able = [member for member in members if not member.disqualified]
    able.sort(key=lambda member: (-member.points, member.rank))
    best = able[:counted]
    places = [member.rank for member in best] + [players + 1] * (counted - len(best))
    counting = tuple(member.player for member in best)
    return TeamRow(
        team=team,
        rank=1,
        shared=False,
        points=sum((member.points for member in best), Fraction(0)),
        places=sum(places),
        best_place=min(places),
        counting=counting,
        others=tuple(member.player for member in members if member.player not in counting),
    )


def _key(row: TeamRow) -> tuple[Fraction, int, int]:
    """Return the key by which teams are compared; the greater is ahead."""
    return row.points, -row.places, -row.best_place


def _rows_with_ranks(rows: Sequence[TeamRow], ranks: Sequence[int]) -> Iterable[TeamRow]:
    teams_at = Counter(ranks)
    for row, rank in zip(rows, ranks, strict=True):
        yield replace(row, rank=rank, shared=teams_at[rank] > 1)


def _compare(row: TeamRow, other: TeamRow) -> Comparison:
    """Compare two teams of different rank by the first figure that separates them."""
    figures = (
        (POINTS, row.points, other.points),
        (PLACES_SUM, Fraction(row.places), Fraction(other.places)),
        (BEST_PLACE, Fraction(row.best_place), Fraction(other.best_place)),
    )
    depth = next(n for n, (_code, own, theirs) in enumerate(figures) if own != theirs)
    code, own, theirs = figures[depth]
    return Comparison(other.team, tuple(code for code, *_ in figures[:depth]), code, own, theirs)
