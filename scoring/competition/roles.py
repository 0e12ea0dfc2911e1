"""Players' results in each role, against the role's average in the event."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.competition import seat_columns
from scoring.competition.scheme import TableScore

ROLES = ("competitor", "monopolist")


@dataclass(frozen=True, slots=True)
class RoleRecord:
    """Totals over the seats of one role.

    `rounds` is the number of seats (at least 1); `final_cash` is in whole currency units.
    """

    rounds: int
    points: Fraction
    final_cash: int

    @property
    def mean_points(self) -> Fraction:
        """Average points per round."""
        return self.points / self.rounds

    @property
    def mean_cash(self) -> Fraction:
        """Average final cash per round, in whole currency units."""
        return Fraction(self.final_cash, self.rounds)


@dataclass(frozen=True, slots=True)
class RoleComparison:
    """Role records of the event, by role, and of each player, by player and role.

    A role that was never played has no record. The players' differences from the event's average,
    weighted by rounds, sum to 0 for each role.
    """

    event: Mapping[str, RoleRecord]
    players: Mapping[str, Mapping[str, RoleRecord]]

    def points_against_average(self, player: str, role: str) -> Fraction:
        """Return the player's average points in a role, minus the event's.

        Raise KeyError for a role that the player never had.
        """
        return self.players[player][role].mean_points - self.event[role].mean_points

    def cash_against_average(self, player: str, role: str) -> Fraction:
        """Return the player's average final cash in a role, minus the event's."""
        return self.players[player][role].mean_cash - self.event[role].mean_cash


def compare_roles(
    players: Sequence[str],
    tables: Iterable[TableScore],
    points_by_place: Sequence[int | Fraction],
) -> RoleComparison:
    """Return the role records of the event and its players at the finished `tables`.

    Seats with an unknown role, or with an outcome (not played), are left out. Raise ValueError as
    `seat_columns.read_seats` does.
    """
    seats = seat_columns.read_seats(players, tables, points_by_place)
    sums: dict[tuple[str, str], list[int]] = {}
    for index, role, points, final, outcome in zip(
        seats.player_indexes, seats.roles, seats.points, seats.finals, seats.outcomes, strict=True
    ):
        if outcome:
            continue
        for whose in ("", players[index]):
            found = sums.setdefault((whose, role), [0, 0, 0])
            found[0] += 1
            found[1] += points
            found[2] += final
    records: dict[str, dict[str, RoleRecord]] = {code: {} for code in ("", *players)}
    for (whose, role), (rounds, points, final) in sorted(sums.items()):
        if role in ROLES:
            records[whose][role] = RoleRecord(rounds, Fraction(points, seats.scale), final)
    event = records.pop("")
    return RoleComparison(event, records)
