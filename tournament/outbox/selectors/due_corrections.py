"""Whose result was corrected lately, of those who wish e-mails, and whether it is as they would be
told. Found by looking, as seats and starts are (`due_emails`)."""

import datetime as dt
from collections.abc import Collection

from django.db.models import QuerySet

from tournament import visibility
from tournament.models import Event, Result, Seat
from tournament.visibility import Reader

GRACE = dt.timedelta(minutes=2)
"""After a correction: one that is followed by another is not told."""
TOLD_WITHIN = dt.timedelta(days=1)


def corrected_seats(now: dt.datetime, event: Event | None = None) -> list[Seat]:
    """The seats of results that were corrected lately and that the public sees (1 query)."""
    lately = Result.objects.filter(confirmed_at__gt=now - TOLD_WITHIN)
    just_now = {"confirmed_at__gt": now - GRACE, "confirmed_at__lt": now + GRACE}
    seats = _seats(lately.exclude(**just_now))
    return list(filter(_is_seen, seats.filter(round__event=event) if event else seats))


def seats_to_tell(tables: Collection[int]) -> list[Seat]:
    """The seats of these tables (by key) whose players will be told of a correction that was just
    made (1 query)."""
    return list(filter(_is_seen, _seats(Result.objects.filter(table__in=tables))))


def corrected_seat(round_id: int, entry_id: int) -> Seat | None:
    """A player's seat in a round, if its result was corrected and its player may be told of it
    (1 query)."""
    seats = _seats(Result.objects.all()).filter(round=round_id, entry=entry_id)
    return next(filter(_is_seen, seats), None)


def correction_content(seat: Seat) -> str:
    """Return what the e-mail about a corrected result tells: `table/revision`."""
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
