"""Players who dropped out, and still have a seat."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from tournament.models import Entry, Round, Seat


def seated_leavers(round: Round) -> list[tuple[str, int]]:
    """Return the players who dropped out but still have a seat (1 query).

    The seat is at a table without a result. Each player has the name and the number of the
    table.
    """
    return seated_leavers_of([round.pk])[round.pk]


def seated_leavers_of(rounds: Iterable[int]) -> Mapping[int, list[tuple[str, int]]]:
    """Return the `seated_leavers` of several rounds, all by key.

    1 query, none without rounds.
    """
    found: dict[int, list[tuple[str, int]]] = defaultdict(list)
    seats = Seat.objects.filter(
        round__in=list(rounds), entry__status=Entry.Status.DROPPED, table__result__isnull=True
    )
    ordered = seats.order_by("table__number", "order")
    for key, name, table in ordered.values_list("round", "entry__name", "table__number"):
        found[key].append((name, table))
    return found
