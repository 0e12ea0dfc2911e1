"""Role correction: points for whoever had the role that fared worse.

A role is measured against its average.

In each game of both roles, the competitors have some points on average, and the
monopolists. The average of a role is that over the games, each counting once, so that
tables of other sizes, and with more seats of one role, do no harm. Each game is measured
against the averages of all *other* games: no result moves what it is measured by. The role
with the lower average there gets the difference, rounded to a hundredth of a point (half
up). That is the points less the average of the role, plus the average of the better one:
nobody has less than was earned at the table, and a round missed is worth nothing still.

Only seats that were played are corrected, and only they count in the averages: no forfeit,
no walk-over, no abandoned game, no seat without a known role. Where no other game had both
roles, nothing is corrected. This module sees only the rounds before the finals.
"""

from itertools import pairwise
from math import lcm

from scoring.competition.roles import ROLES
from scoring.competition.seat_columns import SeatColumns

PRECISION = 100
"""A correction is a whole number of such parts of a point."""
# A table has at most six seats, so averages of whole numbers are whole numbers of sixtieths.
PARTS = lcm(1, 2, 3, 4, 5, 6)


def correct_by_role(seats: SeatColumns) -> None:
    """Add to each seat's points what its role lacks in the other games, in place.

    `seats.corrections` are the additions, in the units of the points. The scale grows if it has to.
    """
    _rescale(seats, lcm(seats.scale, PRECISION) // seats.scale)
    tables = list(pairwise(seats.table_bounds))
    leads = [_lead(seats, start, stop) for start, stop in tables]
    known = [lead for lead in leads if lead is not None]
    total, games = sum(known), len(known)
    for (start, stop), own in zip(tables, leads, strict=True):
        lead, others = total - (own or 0), games - (own is not None)
        if others and lead:
            added = _round_average(abs(lead), others, seats.scale)
            _add(seats, range(start, stop), ROLES[lead > 0], added)


def _rescale(seats: SeatColumns, factor: int) -> None:
    """Express all points in units that are `factor` times smaller."""
    seats.scale *= factor
    seats.points = [points * factor for points in seats.points]
    seats.total_points = [points * factor for points in seats.total_points]
    seats.corrections = [0] * len(seats.points)


def _lead(seats: SeatColumns, start: int, stop: int) -> int | None:
    """Return by how much a table's competitors lead its monopolists on average.

    In units of 1/(`scale` × `PARTS`); None if nobody played one of the roles.
    """
    averages = []
    for role in ROLES:
        points = [
            seats.points[seat]
            for seat in range(start, stop)
            if seats.roles[seat] == role and not seats.outcomes[seat]
        ]
        if not points:
            return None
        averages.append(sum(points) * PARTS // len(points))
    return averages[0] - averages[1]


def _round_average(lead: int, games: int, scale: int) -> int:
    """Return the average of a sum of leads, rounded to hundredths of a point.

    The result is in units of 1/`scale`.
    """
    whole = scale * PARTS * games
    hundredths = (2 * lead * PRECISION + whole) // (2 * whole)
    return hundredths * (scale // PRECISION)


def _add(seats: SeatColumns, table: range, role: str, added: int) -> None:
    """Add to the points of those who played a role at a table."""
    for seat in table:
        if seats.roles[seat] == role and not seats.outcomes[seat]:
            seats.corrections[seat] = added
            seats.points[seat] += added
            seats.total_points[seats.player_indexes[seat]] += added
