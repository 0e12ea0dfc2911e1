"""A player's meetings at the tables, and results by role.

They are pure figures of a player's path.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.competition.seat_outcomes import MET_NOBODY
from tournament.common import figures_wording
from tournament.rounds.selectors.players import PlayerRef
from tournament.rounds.selectors.rounds import SeatView
from tournament.standings.selectors.pages import PathGame


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two players' meetings.

    `tables` counts them all; `ahead`, `behind` and `level` (a shared place) those with a result,
    from the first player's side.
    """

    player: PlayerRef
    tables: int = 0
    ahead: int = 0
    behind: int = 0
    level: int = 0


@dataclass(frozen=True, slots=True)
class RoleBalance:
    """A player's tables in one role, with their wins and points.

    Only tables with a result count.
    """

    role: str
    tables: int
    wins: int
    points: Fraction

    @property
    def points_text(self) -> str:
        """The points as the reader's language writes them."""
        return figures_wording.points_text(self.points)


def meetings_of(games: Iterable[PathGame]) -> list[Meeting]:
    """Return everybody met, the most frequent first, then in order of seed."""
    met: dict[int, Meeting] = {}
    for game in games:
        if game.own_seat.outcome in MET_NOBODY:
            continue
        for seat in game.others:
            if seat.outcome in MET_NOBODY:
                continue
            before = met.get(seat.player.seed, Meeting(seat.player))
            met[seat.player.seed] = _add_meeting(before, game.own_seat, seat)
    return sorted(met.values(), key=lambda one: (-one.tables, one.player.seed))


def _add_meeting(before: Meeting, own: SeatView, other: SeatView) -> Meeting:
    met = replace(before, tables=before.tables + 1)
    if own.place is None or other.place is None:
        return met
    if own.place == other.place:
        return replace(met, level=met.level + 1)
    if own.place < other.place:
        return replace(met, ahead=met.ahead + 1)
    return replace(met, behind=met.behind + 1)


def balance_of_roles(games: Iterable[PathGame]) -> list[RoleBalance]:
    """Return the balance of each role, competitor before monopolist.

    A role that was not played to a result is left out.
    """
    scores = [game.score for game in games if game.score and not game.score.outcome]
    balances = []
    for role in ("competitor", "monopolist"):
        own = [score for score in scores if score.role == role]
        wins = sum(score.is_win for score in own)
        points = sum((score.points for score in own), Fraction(0))
        if own:
            balances.append(RoleBalance(role, len(own), wins, points))
    return balances
