"""What a result has to fulfil before it counts: it fits its table, and it adds up."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.competition.points import check_places
from scoring.result import GameResult, SeatResult
from tournament.models import Event, Seat
from tournament.seat_plans import check_division

MOST_CASH = 1_000_000


def check_result(event: Event, seats: Sequence[Seat], result: GameResult) -> None:
    """Raise ValidationError naming everything in `result` that does not fit `seats` (both in
    order of play) or does not add up."""
    if result.mode != event.mode:
        raise ValidationError(_("The game was played in another mode than the event's."))
    if len(result.seats) != len(seats):
        raise ValidationError(
            _("The table has %(seats)d seats, the result %(lines)d."),
            params={"seats": len(seats), "lines": len(result.seats)},
        )
    faults = _faults_of_roles(event, seats, result)
    for seat, line in zip(seats, result.seats, strict=True):
        faults += _faults_of_line(seat, line)
    faults += _faults_of_places(seats, result)
    if faults:
        raise ValidationError(faults)


def _faults_of_roles(
    event: Event, seats: Sequence[Seat], result: GameResult
) -> list[ValidationError]:
    """Drawn roles are played as drawn; those thrown for at the table come with each result."""
    drawn = event.roles == Event.Roles.DRAWN
    faults = [
        _fault(_("%(player)s was drawn as %(role)s."), seat, role=seat.get_role_display())
        for seat, line in zip(seats, result.seats, strict=True)
        if drawn and seat.role and seat.role != line.role
    ]
    roles = [line.role for line in result.seats]
    if not all(roles):
        faults.append(ValidationError(_("The roles played are missing.")))
    return faults + check_division(seats[0].table.number, roles)


def _faults_of_line(seat: Seat, line: SeatResult) -> list[ValidationError]:
    """Cash in range, and the three figures of the end procedure adding up where they are given."""
    figures = (line.before_retention, line.retained, line.circuit_income)
    known = [figure for figure in (line.final, *figures) if figure is not None]
    if not all(0 <= figure <= MOST_CASH for figure in known):
        return [_fault(_("%(player)s: cash is from 0 to 1,000,000."), seat)]
    before, retained, income = figures
    if before is None and retained is None and income is None:
        return []
    if before is None or retained is None or income is None:
        message = _("%(player)s: give all three figures of the end procedure, or none.")
        return [_fault(message, seat)]
    if retained > before or retained + income != line.final:
        message = _("%(player)s: the cash retained and the circuit's income do not add up.")
        return [_fault(message, seat)]
    return []


def _faults_of_places(seats: Sequence[Seat], result: GameResult) -> list[ValidationError]:
    places = Counter(line.place for line in result.seats)
    try:
        check_places(places)
    except ValueError:
        message = _("The places %(places)s are not a ranking such as 1, 2, 2, 4.")
        listed = ", ".join(str(place) for place in sorted(places.elements()))
        return [ValidationError(message, params={"places": listed})]
    ranked = sorted(zip(seats, result.seats, strict=True), key=lambda pair: pair[1].place)
    return [
        _fault(_("%(player)s has more cash than a player on a better place."), seat)
        for (_above, better), (seat, line) in pairwise(ranked)
        if line.final > better.final
    ]


def _fault(message: object, seat: Seat, **params: object) -> ValidationError:
    return ValidationError(str(message) % {"player": seat.entry.player.name, **params})
