"""Recently corrected results of players who want e-mails.

The due ones are found by looking, as seats and starts are (`due_emails`).
"""

import datetime as dt
from collections.abc import Collection

from django.db.models import QuerySet

from tournament import visibility
from tournament.models import Event, Result, Seat
from tournament.visibility import Reader

GRACE = dt.timedelta(minutes=2)
"""The wait after a correction, so that only the last of several is announced."""
TOLD_WITHIN = dt.timedelta(days=1)


def corrected_seats(now: dt.datetime, event: Event | None = None) -> list[Seat]:
    """Return the seats of recently corrected results that the public sees (1 query)."""
    lately = Result.objects.filter(confirmed_at__gt=now - TOLD_WITHIN)
    just_now = {"confirmed_at__gt": now - GRACE, "confirmed_at__lt": now + GRACE}
    seats = _seats(lately.exclude(**just_now))
    return list(filter(_is_seen, seats.filter(round__event=event) if event else seats))


def seats_to_tell(tables: Collection[int]) -> list[Seat]:
    """Return the seats with players to e-mail about a fresh correction.

    The seats are at these tables; `tables` are keys. 1 query.
    """
    return list(filter(_is_seen, _seats(Result.objects.filter(table__in=tables))))


def corrected_seat(round_id: int, entry_id: int) -> Seat | None:
    """Return a player's seat if its result was corrected (1 query).

    None if no correction may be announced.
    """
    seats = _seats(Result.objects.all()).filter(round=round_id, entry=entry_id)
    return next(filter(_is_seen, seats), None)


def correction_content(seat: Seat) -> str:
    """Return the content of an e-mail about a corrected result.

    It is `table/revision`.
    """
    return f"{seat.table.number}/{seat.table.result.revision}"


def _seats(results: QuerySet[Result]) -> QuerySet[Seat]:
    return Seat.objects.filter(
        table__result__in=results.filter(revision__gt=1).values("pk"),
        round__in=visibility.rounds(Reader.PUBLIC).values("pk"),
        round__event__sends_emails=True,
        round__event__called_off="",
        entry__gets_emails=True,
    ).select_related("table__result", "table__round__event", "round", "entry__event")


def _is_seen(seat: Seat) -> bool:
    return visibility.sees_result(Reader.PUBLIC, seat.table)
