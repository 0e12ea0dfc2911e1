"""A plan of who sits where in a round, and what makes it impossible."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.models import Entry, Event, Seat
from tournament.models.event_settings import MAX_SEATS, MIN_SEATS


class TablePlan(NamedTuple):
    """The seats of one table in order of play, as (key of the entry, role).

    Roles are `competitor` or `monopolist`, or all blank if they are thrown for at the table.
    """

    number: int
    seats: tuple[tuple[int, str], ...]


def check_plan(event: Event, tables: Sequence[TablePlan]) -> None:
    """Raise ValidationError naming everything that makes a plan impossible.

    The plan is one for `event`.
    """
    players = {entry.pk: str(entry) for entry in Entry.objects.filter(event=event)}
    faults = [fault for table in tables for fault in _faults_of_table(table)]
    faults += _faults_of_numbers(tables)
    faults += _faults_of_players(tables, players)
    if faults:
        raise ValidationError(faults)


def faults_of_roles(number: int, roles: Sequence[str]) -> list[ValidationError]:
    """Return the faults of the roles of table `number` by rule 4.

    Blank roles are still to come.
    """
    counts = Counter(roles)
    if set(counts) - {"", Seat.Role.COMPETITOR, Seat.Role.MONOPOLIST}:
        return [_fault(_("Table %(table)d: a role is competitor or monopolist."), table=number)]
    if counts[""] == len(roles):
        return []
    if counts[""]:
        return [_fault(_("Table %(table)d: some roles are missing."), table=number)]
    if abs(counts[Seat.Role.COMPETITOR] - counts[Seat.Role.MONOPOLIST]) > 1:
        message = _("Table %(table)d: the roles are not evenly divided (rule 4).")
        return [_fault(message, table=number)]
    return []


def _faults_of_table(table: TablePlan) -> list[ValidationError]:
    faults = faults_of_roles(table.number, [role for _entry, role in table.seats])
    if not MIN_SEATS <= len(table.seats) <= MAX_SEATS:
        message = _("Table %(table)d has %(seats)d seats: a table has 2 to 6.")
        faults.append(_fault(message, table=table.number, seats=len(table.seats)))
    return faults


def _faults_of_numbers(tables: Sequence[TablePlan]) -> list[ValidationError]:
    counts = Counter(table.number for table in tables)
    twice = _("Table %(table)d is listed twice.")
    faults = [_fault(twice, table=number) for number, times in counts.items() if times > 1]
    below = _("Table %(table)d: tables are numbered from 1.")
    return faults + [_fault(below, table=number) for number in counts if number < 1]


def _faults_of_players(
    tables: Sequence[TablePlan], players: dict[int, str]
) -> list[ValidationError]:
    counts = Counter(entry for table in tables for entry, _role in table.seats)
    twice = _("%(player)s sits twice in this round.")
    faults = [
        _fault(twice, player=players[entry])
        for entry, times in counts.items()
        if times > 1 and entry in players
    ]
    if not set(counts) <= set(players):
        faults.append(_fault(_("A player of another event is seated.")))
    return faults


def _fault(message: object, **params: object) -> ValidationError:
    return ValidationError(str(message) % params if params else str(message))
