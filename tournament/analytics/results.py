"""Results by role and by seat, from what a reader sees of an event's results."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from scoring.competition.roles import ROLES
from tournament.common import figures_wording
from tournament.common.intervals import Interval, share_interval
from tournament.rounds.selectors.rounds import SeatView, TableView, role_label
from tournament.standings.selectors.pages import EventPage


class PlayedSeat(NamedTuple):
    """A seat that was played, and how many were at its table."""

    seat: SeatView
    players: int


class ResultsOf(NamedTuple):
    """The results of a role, or of a seat in the order of play.

    `order` is the seat, None for a role. `won` counts shared wins, too; `expected` is the share
    of wins if all at a table were equal.
    """

    label: str
    order: int | None
    games: int
    won: int
    expected: float
    place: float
    points: Fraction
    cash: int

    @property
    def percent_won(self) -> float:
        """The wins of 100 games."""
        return 100 * self.won / self.games

    @property
    def percent_expected(self) -> float:
        """The wins of 100 games if all at a table were equal."""
        return 100 * self.expected

    @property
    def percent_range(self) -> Interval:
        """The range that chance leaves for `percent_won`."""
        low, high = share_interval(self.won, self.games)
        return Interval(100 * low, 100 * high)

    @property
    def points_text(self) -> str:
        """The points of a game on average, as the reader's language writes them."""
        return figures_wording.rounded_text(self.points)


class Results(NamedTuple):
    """The results by role and by seat; empty before the first."""

    by_role: tuple[ResultsOf, ...]
    by_seat: tuple[ResultsOf, ...]


def results_of(page: EventPage) -> Results:
    """Return the visible results of an event by role and by seat (no query)."""
    seats = [each for item in page.rounds for table in item.tables for each in played_seats(table)]
    orders = sorted({each.seat.order for each in seats})
    by_role = (
        _results([each for each in seats if each.seat.role == role], role_label(role))
        for role in ROLES
    )
    by_seat = (
        _results([each for each in seats if each.seat.order == order], str(order), order)
        for order in orders
    )
    return Results(tuple(filter(None, by_role)), tuple(filter(None, by_seat)))


def played_seats(table: TableView) -> Iterator[PlayedSeat]:
    """Yield the seats of a table with a result that were played to their place."""
    seats = [seat for seat in table.seats if table.finished and seat.place and not seat.outcome]
    return (PlayedSeat(seat, len(seats)) for seat in seats)


def _results(found: Sequence[PlayedSeat], label: str, order: int | None = None) -> ResultsOf | None:
    """Return the results of these seats, None if there are none."""
    if not found:
        return None
    games = len(found)
    return ResultsOf(
        label,
        order,
        games,
        won=sum(each.seat.place == 1 for each in found),
        expected=sum(1 / each.players for each in found) / games,
        place=sum(each.seat.place or 0 for each in found) / games,
        points=sum((each.seat.points or Fraction(0) for each in found), Fraction(0)) / games,
        cash=round(sum(each.seat.final or 0 for each in found) / games),
    )
