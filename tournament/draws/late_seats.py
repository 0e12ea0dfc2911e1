"""The cheapest seats for players who come after the draw.

They are at tables that have not begun.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from tournament import seating
from tournament.draws.evaluation import EvaluatedRound
from tournament.models import Event
from tournament.models.event_settings import MAX_SEATS

MAX_JUDGED = 6
"""The most tables to judge by all criteria of the draw; those with fewer rematches come first."""


@dataclass(frozen=True, slots=True)
class LateSeat:
    """A seat for one more player.

    It has the table as it would be, the role (None if roles are thrown for), how many of the others
    the player has met, and what the draw's criteria would add to their present values.
    """

    table: int
    size: int
    role: seating.Role | None
    companions: tuple[str, ...]
    met: int
    cost: tuple[float, ...]


def late_seats(
    event: Event, evaluated: EvaluatedRound, code: str, begun: Collection[int]
) -> list[LateSeat]:
    """Return the seats for a late player (by code), the cheapest first.

    First come tables that grow to a better size (a table of 3 before one of 4), then the draw's
    criteria decide in order. Tables in `begun`, or that would become larger than the event allows,
    have none.
    """
    limit = min(MAX_SEATS, max(event.table_sizes))
    tables = [
        table
        for table in evaluated.tables
        if table.number not in begun and len(table.seats) < limit
    ]
    tables.sort(key=lambda table: (*_first_cost(event, evaluated, code, table), table.number))
    found = [
        _judge_seat(evaluated, table, code, role)
        for table in tables[:MAX_JUDGED]
        for role in roles_for_one_more(table)
    ]
    preferred = {size: place for place, size in enumerate(event.table_sizes)}
    rank = len(preferred)
    found.sort(key=lambda seat: (preferred.get(seat.size, rank), seat.cost, seat.table))
    best = {seat.table: seat for seat in reversed(found)}
    return [seat for seat in found if best[seat.table] is seat]


def roles_for_one_more(table: seating.Table) -> tuple[seating.Role | None, ...]:
    """Return the roles that one more player at a table can have (rule 4).

    That is the rarer role, or either if both are equal; None if roles are thrown for.
    """
    roles = [seat.role for seat in table.seats]
    if None in roles:
        return (None,)
    balance = roles.count(seating.Role.COMPETITOR) - roles.count(seating.Role.MONOPOLIST)
    if balance == 0:
        return (seating.Role.COMPETITOR, seating.Role.MONOPOLIST)
    return (seating.Role.MONOPOLIST if balance > 0 else seating.Role.COMPETITOR,)


def tables_with_late_seat(
    tables: seating.Round, number: int, code: str, role: seating.Role | None
) -> seating.Round:
    """Return the tables with one more player, last in order of play."""
    more = seating.Seat(code, role)
    return tuple(
        replace(table, seats=(*table.seats, more)) if table.number == number else table
        for table in tables
    )


def _first_cost(
    event: Event, evaluated: EvaluatedRound, code: str, table: seating.Table
) -> tuple[int, int]:
    """Return the rank of the table's new size, and a cost of its players.

    Players cost if the late player has met them or is to be kept apart from them.
    """
    sizes = list(event.table_sizes)
    size = len(table.seats) + 1
    apart = {frozenset(pair) for pair in evaluated.problem.apart}
    kept = sum(frozenset((code, seat.player)) in apart for seat in table.seats)
    place = sizes.index(size) if size in sizes else len(sizes)
    return place, _count_met(evaluated, code, table) + 100 * kept


def _count_met(evaluated: EvaluatedRound, code: str, table: seating.Table) -> int:
    """Return the number of a table's players that the late player has met.

    Players have met if they sat at one table before.
    """
    others = {seat.player for seat in table.seats}
    met: set[str] = set()
    for earlier in evaluated.problem.history:
        for played in earlier:
            players = {seat.player for seat in played.seats}
            if code in players:
                met |= players & others
    return len(met)


def _judge_seat(
    evaluated: EvaluatedRound, table: seating.Table, code: str, role: seating.Role | None
) -> LateSeat:
    after = tables_with_late_seat(evaluated.tables, table.number, code, role)
    present = {number: codes - {code} for number, codes in evaluated.problem.absent.items()}
    problem = replace(evaluated.problem, absent=present)
    judged = seating.evaluate(problem, (after,)).vector
    now = evaluated.evaluation.vector
    return LateSeat(
        table=table.number,
        size=len(table.seats) + 1,
        role=role,
        companions=tuple(seat.player for seat in table.seats),
        met=_count_met(evaluated, code, table),
        cost=tuple(then - before for then, before in zip(judged, now, strict=True)),
    )
