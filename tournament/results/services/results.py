"""Results of the tables' games: recorded once, and corrected with an audit trail."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.result import GameResult
from tournament import audit
from tournament.audit import Actor
from tournament.boards import boards
from tournament.events.services.moments import moment_in
from tournament.models import (
    ConflictingResult,
    Event,
    Result,
    ResultCorrection,
    Round,
    Seat,
    SeatResult,
    Table,
)
from tournament.results.checks import check_result
from tournament.results.figures import (
    FIGURES,
    ResultFigures,
    figures_from_game,
    figures_of_result,
    same_result,
)
from tournament.results.selectors.correction_notices import correction_notice_for
from tournament.rounds.services.rounds import refresh_status, refuse_closed

LOG = Result.Source.LOG
MAX_REASON = 300
CORRECTS = "corrects"
"""The code of a refusal because a reason is missing."""


@dataclass(frozen=True, slots=True)
class LockedTable:
    """A table while its event is locked: its seats in order, and its result.

    The result is the one that counts. The seats have their entries with them.
    """

    event: Event
    table: Table
    seats: list[Seat]
    result: Result | None


@transaction.atomic
def record_result(
    *,
    table: Table | LockedTable,
    result: GameResult,
    source: str,
    by: Actor,
    statement: dict[str, Any] | None = None,
    abandoned_reason: str = "",
    correction_reason: str = "",
) -> Result:
    """Store a published table's result, and return the one that now counts.

    The table is locked first, unless the caller did that (`lock_seats`). `result.seats` are in
    order of play, as the seats are. The same result again changes nothing. Another one from the
    same source corrects it, raises the revision, and leaves both in the audit log; people must give
    a reason (`correction_reason`), which everybody can read. A result from another source is kept
    beside it until the chief referee chooses (`choose_result`). The chief chooses again if people
    correct the chosen one. With an `abandoned_reason` the game had no end, and nobody has any cash.
    Thrown roles come with the result.

    Raise ValidationError, changing nothing, if the result does not fit the table or itself, if a
    reason is missing (`CORRECTS`), or if the round is closed. A closed round's results change only
    through a table's log, which the chief referee corrects.
    """
    locked = table if isinstance(table, LockedTable) else lock_seats(table.pk)
    event, table, seats, found = locked.event, locked.table, locked.seats, locked.result
    round = table.round
    if round.status not in Round.PUBLIC:
        raise ValidationError(_("The round is not published yet: publish it first."))
    check_result(event, seats, result, abandoned=bool(abandoned_reason))
    given = figures_from_game(seats, result, source, statement, abandoned_reason)
    before = figures_of_result(found) if found else None
    if found and before == given:
        return found
    if source != LOG:
        refuse_closed(round)
    if found and before and found.source != source:
        saved = _from_elsewhere(found, before, given, by)
    else:
        if found and source != LOG:
            note_correction(table=table, source=source, reason=correction_reason, by=by)
            # If a choice was made, it was for other figures.
            ConflictingResult.objects.filter(table=table).update(waiting=True)
        if found:
            found.seat_results.all().delete()
        saved = _write(event, found or _first_result(table), given, by)
        write_lines(saved, seats, result)
        action = "correct" if found else "confirm"
        log_result(saved, event, action, before, given, by)
    if source != LOG:
        _wait_for_log(table)
    refresh_status(round)
    return saved


@transaction.atomic
def remove_result(*, table: Table, reason: str, by: Actor) -> None:
    """Remove a table's result that was entered by hand or imported, if there is one.

    The audit log keeps it, and everybody can read the reason. Raise ValidationError if the reason
    is missing, if the result is the log's (which is corrected by its events), or if another result
    is beside it (the chief referee chooses between them).
    """
    event, table, round = lock_table(table.pk)
    found = Result.objects.filter(table=table).first()
    if found is None:
        return
    refuse_closed(round)
    if found.source == LOG:
        raise ValidationError(
            _("%(table)s: this result comes from the table’s log. Correct the log instead."),
            params={"table": table},
        )
    beside = ConflictingResult.objects.filter(table=table)
    if beside.exclude(lines=[]).exists():
        raise ValidationError(
            _("%(table)s has another result as well: the chief referee chooses between them."),
            params={"table": table},
        )
    note_correction(table=table, source=found.source, reason=reason, by=by, removed=True)
    audit.log(
        by=by,
        action="remove",
        instance=found,
        event=event,
        before=figures_of_result(found).as_json(),
    )
    beside.delete()
    found.delete()
    refresh_status(round)


def lock_table(table_id: int) -> tuple[Event, Table, Round]:
    """Lock the table's event; return the event, the table and its round.

    The table comes with its result. All are as of the time of the lock.
    """
    event = Event.objects.select_for_update(of=("self",)).get(rounds__tables=table_id)
    table = Table.objects.select_related("round", "result").get(pk=table_id)
    table.round.event = event
    return event, table, table.round


def lock_seats(table_id: int) -> LockedTable:
    """Lock the table's event; return the table, its seats and its result.

    All are as of the time of the lock.
    """
    event, table, _round = lock_table(table_id)
    seats = list(table.seats.select_related("entry").order_by("order"))
    for seat in seats:
        seat.table = table
    return LockedTable(event, table, seats, getattr(table, "result", None))


def write_result(
    saved: Result,
    given: ResultFigures,
    *,
    entered_at: dt.datetime,
    entered_by: str,
    user: int | None,
    revises: bool = True,
) -> None:
    """Write the figures into `saved`, without its lines.

    This is one more revision if it `revises` what people saw.
    """
    saved.source, saved.statement = given.source, given.statement
    saved.abandoned_reason = given.abandoned_reason
    saved.revision += revises
    saved.confirmed_at, saved.entered_by = entered_at, entered_by
    saved.confirmed_by_id = user
    # The reason belongs to the sheet that counted before.
    saved.alone_reason = ""
    audit.save_valid(saved, known=("table",))


def write_lines(saved: Result, seats: list[Seat], result: GameResult) -> None:
    """Write the lines of a result that has none, in the order of its seats."""
    lines = []
    for seat, line in zip(seats, result.seats, strict=True):
        if seat.role != line.role:
            seat.role = line.role
            seat.save(update_fields=["role"])
        figures = {name: getattr(line, name) for name in FIGURES}
        lines.append(SeatResult(result=saved, seat=seat, **figures))
    SeatResult.objects.bulk_create(lines)


def log_result(
    saved: Result,
    event: Event,
    action: str,
    before: ResultFigures | None,
    after: ResultFigures,
    by: Actor,
) -> None:
    """Write the audit row of a changed result.

    For a correction, it also has the people who were told.
    """
    told = {"told": correction_notice_for([saved.table_id])} if action == "correct" else {}
    audit.log(
        by=by,
        action=action,
        instance=saved,
        event=event,
        before=before.as_json() if before else None,
        after={**after.as_json(), **told},
    )


def note_correction(
    *, table: Table, source: str, reason: str, by: Actor, removed: bool = False
) -> None:
    """Publish that people changed a counting result, and why.

    Every such service calls this. Raise ValidationError (`CORRECTS`) without a reason.
    """
    reason = " ".join(reason.split())[:MAX_REASON]
    demand_reason(reason)
    event = table.round.event
    correction = ResultCorrection(
        event=event,
        round_number=table.round.number,
        table_number=table.number,
        table=table,
        at=moment_in(event),
        source=source,
        removed=removed,
        reason=reason,
    )
    audit.insert(correction, by=by, event=event)


def demand_reason(reason: str) -> None:
    """Raise ValidationError (`CORRECTS`) if the reason is blank."""
    if not reason.strip():
        raise ValidationError(
            _("This changes a result that counts already: say why, everybody reads it."), CORRECTS
        )


def _first_result(table: Table) -> Result:
    """Return a new result for a table.

    It counts as a correction if another was removed.
    """
    return Result(table=table, revision=ResultCorrection.objects.filter(table=table).count())


def _from_elsewhere(
    found: Result, before: ResultFigures, given: ResultFigures, by: Actor
) -> Result:
    """Accept a result from another source than the one that counts.

    If both agree, the more detailed one counts: a log before a position from paper, and that before
    its cash. Otherwise both are kept. Nobody's figures change, so this is no correction.
    """
    event = found.table.round.event
    abandoned = bool(before.abandoned_reason) != bool(given.abandoned_reason)
    if abandoned or not same_result(before.lines, given.lines):
        _keep_beside(found, given, by)
        return found
    ConflictingResult.objects.filter(table=found.table, source=given.source).delete()
    is_played = given.source == LOG and before.source == Result.Source.PAPER
    if given.statement is None or (before.statement is not None and not is_played):
        return found
    found.decision, found.decided_at, found.decided_by = "", None, ""
    saved = _write(event, found, given, by, revises=False)
    for line, figures in zip(saved.seat_results.order_by("seat__order"), given.lines, strict=True):
        SeatResult.objects.filter(pk=line.pk).update(**{n: figures[n] for n in FIGURES})
    log_result(saved, event, "same from elsewhere", before, given, by)
    return saved


def _keep_beside(found: Result, given: ResultFigures, by: Actor) -> None:
    """Keep a result that differs from the one that counts.

    If people entered it again, the chief referee chooses again. A new result of the log follows the
    earlier choice about the log.
    """
    event, rows = found.table.round.event, ConflictingResult.objects
    row = rows.filter(table=found.table, source=given.source).first()
    given_again = (given.lines, given.statement, given.abandoned_reason)
    if row and (row.lines, row.statement, row.abandoned_reason) == given_again:
        return
    before = {"source": row.source, "statement": row.statement, "seats": row.lines} if row else None
    row = row or ConflictingResult(table=found.table, source=given.source)
    row.lines, row.statement = given.lines, given.statement
    row.abandoned_reason = given.abandoned_reason
    row.entered_at, row.entered_by = moment_in(event), audit.name_of(by)
    row.waiting = row.waiting or given.source != LOG
    audit.save_valid(row)
    audit.log(
        by=by,
        action="keep beside",
        instance=row,
        event=event,
        before=before,
        after=given.as_json(),
    )


def _wait_for_log(table: Table) -> None:
    """Keep a place for the result of a game that is still being logged.

    The chief referee will then choose between the two.
    """
    log = boards().table_log(table.pk)
    if log is not None and log.is_running:
        ConflictingResult.objects.get_or_create(
            table=table, source=LOG, defaults={"entered_at": moment_in(table.round.event)}
        )


def _write(
    event: Event, saved: Result, given: ResultFigures, by: Actor, *, revises: bool = True
) -> Result:
    user = audit.account_of(by)
    write_result(
        saved,
        given,
        entered_at=moment_in(event),
        entered_by=audit.name_of(by),
        user=user,
        revises=revises,
    )
    return saved
