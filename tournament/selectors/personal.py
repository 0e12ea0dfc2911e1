"""What a personal link shows: the player's own seats and results, as the public sees them."""

import datetime as dt
from dataclasses import dataclass, replace

from tournament import visibility
from tournament.models import Entry, Event, Round, Seat, SeatResult
from tournament.visibility import Reader


@dataclass(frozen=True, slots=True)
class Companion:
    """Somebody at the player's table."""

    order: int
    name: str
    role: str


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """The player's seat in a published round; `place` is None until a result is seen."""

    round: int
    table: int
    order: int
    role: str
    place: int | None
    finished: bool
    companions: tuple[Companion, ...] = ()

    @property
    def role_label(self) -> str:
        """The role in the reader's language; blank where it is thrown for at the table."""
        return str(Seat.Role(self.role).label) if self.role else ""


@dataclass(frozen=True, slots=True)
class PersonalPage:
    """The seat of the round that is on (None: no seat in it), when that is announced to begin, and
    the seats of earlier rounds."""

    current: OwnSeat | None
    current_round: int | None
    starts_at: dt.datetime | None
    history: tuple[OwnSeat, ...]


def personal_page(entry: Entry) -> PersonalPage:
    """The player's page (4 queries)."""
    rounds = visibility.rounds(Reader.PUBLIC).filter(event=entry.event)
    last = rounds.order_by("-number").only("number", "status", "starts_at").first()
    seats = entry.seats.filter(round__in=rounds.values("pk"))
    seats = seats.select_related("round__event", "table__result").order_by("round__number")
    places = _places(entry)
    own = [_own(seat, places) for seat in seats]
    running = last is not None and last.status != Round.Status.FINISHED
    current = next((seat for seat in own if last and seat.round == last.number), None)
    if current is not None:
        current = _with_companions(entry.event, current)
    return PersonalPage(
        current=current,
        current_round=last.number if last is not None and (running or current) else None,
        starts_at=last.starts_at if last is not None and running else None,
        history=tuple(seat for seat in own if last is None or seat.round != last.number),
    )


def _places(entry: Entry) -> dict[int, int]:
    """The player's places, by the key of the table."""
    lines = SeatResult.objects.filter(seat__entry=entry)
    return dict(lines.values_list("seat__table_id", "place"))


def _own(seat: Seat, places: dict[int, int]) -> OwnSeat:
    table = seat.table
    finished = hasattr(table, "result")
    table.round = seat.round
    seen = finished and visibility.sees_result(Reader.PUBLIC, table)
    return OwnSeat(
        round=seat.round.number,
        table=table.number,
        order=seat.order,
        role=seat.role,
        place=places.get(table.pk) if seen else None,
        finished=seen,
    )


def _with_companions(event: Event, own: OwnSeat) -> OwnSeat:
    seats = Seat.objects.filter(
        round__event=event, round__number=own.round, table__number=own.table
    ).select_related("entry__player")
    companions = tuple(
        Companion(seat.order, visibility.name_of(Reader.PUBLIC, seat.entry), seat.role)
        for seat in seats.order_by("order")
        if seat.order != own.order
    )
    return replace(own, companions=companions)
