"""Results: what a table's game came to, recorded once and corrected with a trail."""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.result import GameResult
from scoring.result import SeatResult as Line
from tournament.models import Event, Result, Round, Seat, SeatResult, Table
from tournament.result_checks import check_result
from tournament.services import audit
from tournament.services.audit import Actor
from tournament.services.events import lock
from tournament.services.rounds import refresh_status

FIGURES = ("place", "final", "out", "before_retention", "retained", "circuit_income")


@transaction.atomic
def record_result(
    *,
    table: Table,
    result: GameResult,
    source: str,
    by: Actor,
    statement: dict[str, Any] | None = None,
) -> Result:
    """The result of a published table; `result.seats` are in order of play, as the seats are.

    The same result again changes nothing; another one corrects it, raises the revision and leaves
    both in the audit log. Roles that were thrown for at the table come with the result. Raises
    ValidationError, changing nothing, if the result does not fit the table or itself.
    """
    event, table, round = _lock_table(table)
    if round.status not in (Round.Status.PUBLISHED, Round.Status.FINISHED):
        raise ValidationError(_("The round is not published yet: publish it first."))
    seats = list(table.seats.select_related("entry__player").order_by("order"))
    check_result(event, seats, result)
    found = Result.objects.filter(table=table).first()
    before = _as_json(found) if found else None
    wanted = {
        "source": source,
        "statement": statement,
        "seats": [
            _line_as_json(seat, line) for seat, line in zip(seats, result.seats, strict=True)
        ],
    }
    if found and before == wanted:
        return found
    saved = _write(table, found, source, statement, by)
    _write_lines(saved, seats, result)
    action = "correct" if found else "confirm"
    audit.log(by=by, action=action, instance=saved, event=event, before=before, after=wanted)
    refresh_status(round)
    return saved


@transaction.atomic
def remove_result(*, table: Table, by: Actor) -> None:
    """Take a table's result away; without one nothing happens. The log keeps what it was."""
    event, table, round = _lock_table(table)
    found = Result.objects.filter(table=table).first()
    if found is None:
        return
    audit.log(by=by, action="remove", instance=found, event=event, before=_as_json(found))
    found.delete()
    refresh_status(round)


def _lock_table(table: Table) -> tuple[Event, Table, Round]:
    event = lock(table.round.event)
    table = Table.objects.select_related("round__event").get(pk=table.pk)
    return event, table, table.round


def _write(
    table: Table,
    found: Result | None,
    source: str,
    statement: dict[str, Any] | None,
    by: Actor,
) -> Result:
    saved = found or Result(table=table, revision=0)
    saved.source, saved.statement = source, statement
    saved.revision += 1
    saved.confirmed_at = timezone.now()
    saved.confirmed_by = by if isinstance(by, AbstractBaseUser) else None  # type: ignore[assignment]
    saved.full_clean()
    saved.save()
    return saved


def _write_lines(saved: Result, seats: list[Seat], result: GameResult) -> None:
    saved.seat_results.all().delete()
    lines = []
    for seat, line in zip(seats, result.seats, strict=True):
        if seat.role != line.role:
            seat.role = line.role
            seat.save(update_fields=["role"])
        figures = {name: getattr(line, name) for name in FIGURES}
        lines.append(SeatResult(result=saved, seat=seat, **figures))
    SeatResult.objects.bulk_create(lines)


def _as_json(found: Result) -> dict[str, Any]:
    lines = found.seat_results.select_related("seat__entry").order_by("seat__order")
    return {
        "source": found.source,
        "statement": found.statement,
        "seats": [_line_as_json(line.seat, line) for line in lines],
    }


def _line_as_json(seat: Seat, line: SeatResult | Line) -> dict[str, Any]:
    role = line.role if isinstance(line, Line) else seat.role
    figures = {name: getattr(line, name) for name in FIGURES}
    return {"player": seat.entry.code, "role": role, **figures}
