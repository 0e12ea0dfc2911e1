"""Players who dropped out, and still have a seat."""

from tournament.models import Entry, Round, Seat


def seated_leavers(round: Round) -> list[tuple[str, int]]:
    """Return who dropped out and has a seat at a table without a result (1 query).

    Each has the name and the number of the table.
    """
    seats = Seat.objects.filter(
        round=round, entry__status=Entry.Status.DROPPED, table__result__isnull=True
    )
    found = seats.order_by("table__number", "order").values_list("entry__name", "table__number")
    return list(found)
