"""Checks of a result before it counts: it fits its table, and it adds up."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.competition.points import check_places
from scoring.result import GameResult, SeatResult, places_by_player
from tournament.models import Event, Seat
from tournament.results.paper_results import (
    SeatError,
    ranking_key,
    undecided_ties,
    wrong_place_error,
)
from tournament.rounds.seat_plans import faults_of_roles

MAX_CASH = 1_000_000
CASH_ALLOWED = _("Type the cash as a whole number, from 0 to 1,000,000.")
AMOUNTS = ("before_retention", "retained", "circuit_income")


def check_result(
    event: Event, seats: Sequence[Seat], result: GameResult, *, abandoned: bool = False
) -> None:
    """Raise ValidationError naming everything in `result` that does not fit or add up.

    `seats` and the result are in order of play. In an `abandoned` game nobody has any cash, and all
    who are not out share the first place, whatever decides between others.
    """
    if result.mode != event.mode:
        raise ValidationError(_("The game was played in a mode other than the event's."))
    if len(result.seats) != len(seats):
        raise ValidationError(
            _("The table has %(seats)d seats, the result %(lines)d."),
            params={"seats": len(seats), "lines": len(result.seats)},
        )
    faults = _faults_of_roles(event, seats, result)
    for number, (seat, line) in enumerate(zip(seats, result.seats, strict=True)):
        if fault := _fault_of_line(line):
            message, field = fault
            text = str(message) % {"player": seat.entry.name}
            faults.append(SeatError(text, field, number))
    faults += [] if abandoned else _faults_of_places(event, seats, result)
    if abandoned and any(line.final or (line.place > 1 and not line.out) for line in result.seats):
        faults.append(ValidationError(_("Nobody has a final cash in a game that was abandoned.")))
    if faults:
        raise ValidationError(faults)


def _faults_of_roles(
    event: Event, seats: Sequence[Seat], result: GameResult
) -> list[ValidationError]:
    """Refuse roles other than those drawn; thrown ones come with each result."""
    drawn = event.roles == Event.Roles.DRAWN
    faults = [
        _fault(_("%(player)s was drawn as %(role)s."), seat, role=seat.get_role_display())
        for seat, line in zip(seats, result.seats, strict=True)
        if drawn and seat.role and seat.role != line.role
    ]
    roles = [line.role for line in result.seats]
    if not all(roles):
        faults.append(ValidationError(_("The roles played are missing.")))
    return faults + faults_of_roles(seats[0].table.number, roles)


def _fault_of_line(line: SeatResult) -> tuple[Any, str] | None:
    """Return the fault of a line's figures as a sentence, and its field.

    None if there is no fault. Cash has to be in range, and the three figures of the end
    procedure have to add up if given.
    """
    if line.out and line.final:
        return _("%(player)s is out of the game, and so has no cash."), "final"
    for name in ("final", *AMOUNTS):
        if not 0 <= (getattr(line, name) or 0) <= MAX_CASH:
            return _("%(player)s: cash must be from 0 to 1,000,000."), name
    missing = [name for name in AMOUNTS if getattr(line, name) is None]
    if len(missing) == len(AMOUNTS):
        return None
    if missing:
        message = _("%(player)s: give all three figures of the end procedure, or none.")
        return message, missing[0]
    before, retained, income = (getattr(line, name) for name in AMOUNTS)
    if retained > before or retained + income != line.final:
        message = _("%(player)s: the cash retained and the circuit's income do not add up.")
        return message, "retained"
    return None


def _faults_of_places(
    event: Event, seats: Sequence[Seat], result: GameResult
) -> list[ValidationError]:
    places = Counter(line.place for line in result.seats)
    try:
        check_places(places)
    except ValueError:
        message = _("The places %(places)s are not a ranking such as 1, 2, 2, 4.")
        listed = ", ".join(str(place) for place in sorted(places.elements()))
        return [ValidationError(message, params={"places": listed})]
    in_order = sorted(zip(seats, result.seats, strict=True), key=lambda pair: pair[1].place)
    faults = [
        _fault(_("%(player)s has more cash than a player in a better place."), seat)
        for (_above, better), (seat, line) in pairwise(in_order)
        if line.final > better.final
    ]
    return faults or _faults_of_equal_cash(event, seats, result)


def _faults_of_equal_cash(
    event: Event, seats: Sequence[Seat], result: GameResult
) -> list[ValidationError]:
    """Return the faults of places by the rule that equal cash shares a place.

    A ruling or leaving the game may decide otherwise. A player who is out stands behind
    everybody who is not, and shares no place.
    """
    playing = {n: line for n, line in enumerate(result.seats) if not line.out}
    out = sorted((n for n, line in enumerate(result.seats) if line.out),
                 key=lambda n: -result.seats[n].place)  # fmt: skip
    names = {n: seat.entry.name for n, seat in enumerate(seats)}
    faults = undecided_ties(event, names, playing)
    if faults:
        return faults
    places = places_by_player({n: ranking_key(event, line) for n, line in playing.items()}, out)
    return [
        wrong_place_error(names[n], places[n], n)
        for n, line in enumerate(result.seats)
        if line.place != places[n]
    ]


def _fault(message: object, seat: Seat, **params: object) -> ValidationError:
    return ValidationError(str(message) % {"player": seat.entry.name, **params})
