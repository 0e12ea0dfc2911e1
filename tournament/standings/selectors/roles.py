"""Players by role, against what the role came to on average, for pages."""

from dataclasses import dataclass
from fractions import Fraction

from scoring.competition.roles import ROLES, RoleComparison, RoleRecord, compare_roles
from tournament.common import figures_wording
from tournament.standings.selectors.pages import EventPage
from tournament.standings.selectors.standings import StandingsRow, score_of


@dataclass(frozen=True, slots=True)
class RoleLine:
    """A player's, or everybody's, record in a role.

    Differences are those against everybody's average of a round, 0 for everybody.
    """

    role: str
    record: RoleRecord
    cash_difference: int
    points_difference: Fraction

    @property
    def cash(self) -> int:
        """Final cash of a round on average, in whole currency units."""
        return round(self.record.mean_cash)

    @property
    def points_text(self) -> str:
        """All points, as the reader's language writes them."""
        return figures_wording.points_text(self.record.points)

    @property
    def mean_points_text(self) -> str:
        """Points of a round on average."""
        return figures_wording.rounded_text(self.record.mean_points)

    @property
    def points_difference_text(self) -> str:
        """The difference in points a round, in the reader's notation."""
        return figures_wording.rounded_text(self.points_difference, signed=True)


@dataclass(frozen=True, slots=True)
class RoleRow:
    """A row of the standings with a line for each role, None where it was not played."""

    row: StandingsRow
    lines: tuple[RoleLine | None, ...]


@dataclass(frozen=True, slots=True)
class RolesView:
    """The average of each role, and the rows of the players.

    Averages are over everybody's seats. The rows are in order of the standings.
    """

    averages: tuple[RoleLine | None, ...]
    rows: tuple[RoleRow, ...]

    @property
    def widest(self) -> int:
        """The greatest difference in cash, for the bars beside the figures."""
        lines = (line for row in self.rows for line in row.lines if line)
        return max((abs(line.cash_difference) for line in lines), default=0)


def roles_of(page: EventPage) -> RolesView:
    """Return the players of an event's page by role, by visible results (no query)."""
    found = _role_comparison(page)
    return RolesView(
        tuple(_average(found, role) for role in ROLES),
        tuple(RoleRow(row, _lines_of(found, row.player.code)) for row in page.standings.rows),
    )


def _role_comparison(page: EventPage) -> RoleComparison:
    """Return the visible results, compared by role."""
    finished = (t for item in page.rounds for t in item.tables if t.finished)
    codes = [player.code for player in page.players]
    return compare_roles(codes, map(score_of, finished), page.event.points_by_place)


def _lines_of(found: RoleComparison, player: str) -> tuple[RoleLine | None, ...]:
    """Return a player's line for each role, None if it was not played."""
    return tuple(_line(found, player, role) for role in ROLES)


def _line(found: RoleComparison, player: str, role: str) -> RoleLine | None:
    record = found.players[player].get(role)
    if record is None:
        return None
    cash = round(found.cash_against_average(player, role))
    return RoleLine(role, record, cash, found.points_against_average(player, role))


def _average(found: RoleComparison, role: str) -> RoleLine | None:
    record = found.event.get(role)
    return None if record is None else RoleLine(role, record, 0, Fraction(0))
