"""Two results for one table: the chief referee chooses which one counts."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.events.services.events import lock_event
from tournament.events.services.moments import moment_in
from tournament.models import ConflictingResult, Result, Table
from tournament.results.checks import check_result
from tournament.results.figures import ResultFigures, figures_of_result, result_from
from tournament.results.selectors.correction_notices import correction_notice_for
from tournament.results.selectors.reviews import review_of
from tournament.results.services.results import lock_table, write_lines, write_result
from tournament.rounds.services.rounds import refresh_status

LOG = Result.Source.LOG
MAX_REASON = 500


@transaction.atomic
def choose_result(*, table: Table, source: str, seen: str, reason: str, by: Actor) -> Result:
    """Let the table's result from `source` count; the others stay beside it.

    `seen` is the digest of the results that were shown. Raises ValidationError, changing nothing,
    if there is no reason, if a result came or changed since then, or if there is none from that
    source (yet).
    """
    event, table, round = lock_table(table.pk)
    found = Result.objects.filter(table=table).first()
    if not reason.strip():
        raise ValidationError(_("Say why: the players read it."))
    review = review_of(table.pk)
    if found is None or review is None or review.seen != seen:
        raise ValidationError(_("The results changed meanwhile: compare them again, then choose."))
    before = figures_of_result(found)
    found.decision, found.decided_by = reason.strip()[:MAX_REASON], audit.name_of(by)
    found.decided_at = moment_in(event)
    if source == found.source:
        found.save(update_fields=["decision", "decided_at", "decided_by"])
    else:
        _swap_results(found, before, _kept_result(table, source))
    ConflictingResult.objects.filter(table=table).update(waiting=False)
    audit.log(
        by=by,
        action="choose result",
        instance=found,
        event=event,
        before=before.as_json(),
        after={
            **figures_of_result(found).as_json(),
            "reason": found.decision,
            "told": correction_notice_for([table.pk]),
        },
    )
    refresh_status(round)
    return found


@transaction.atomic
def wait_for_log(*, table: Table, by: Actor) -> None:
    """Leave a conflict undecided until the table's log has a result again.

    Used when the log goes on, or has lost its result. Do nothing if there is no conflict.
    """
    if not Result.objects.filter(table=table).exclude(source=LOG).exists():
        return
    if ConflictingResult.objects.filter(table=table, source=LOG, lines=[]).exists():
        return
    event = lock_event(table.round.event)
    if not Result.objects.filter(table=table).exclude(source=LOG).exists():
        return
    row, new = ConflictingResult.objects.get_or_create(
        table=table, source=LOG, defaults={"entered_at": moment_in(event)}
    )
    if not new and not row.lines:
        return
    before = row.lines
    row.lines, row.statement, row.entered_by = [], None, ""
    row.abandoned_reason = ""
    row.save(update_fields=["lines", "statement", "entered_by", "abandoned_reason"])
    audit.log(
        by=by, action="wait for log", instance=row, event=event, before=before or None, after=[]
    )
    refresh_status(table.round)


def _kept_result(table: Table, source: str) -> ConflictingResult:
    row = ConflictingResult.objects.filter(table=table, source=source).first()
    if row is None or not row.lines:
        raise ValidationError(_("There is no result from this source: the game is not finished."))
    return row


def _swap_results(found: Result, before: ResultFigures, row: ConflictingResult) -> None:
    """Swap the kept result and the one that counts."""
    table = found.table
    event = table.round.event
    seats = list(table.seats.select_related("entry").order_by("order"))
    result = result_from(event, row.lines)
    check_result(event, seats, result, abandoned=bool(row.abandoned_reason))
    ConflictingResult.objects.create(
        table=table,
        source=before.source,
        lines=before.lines,
        statement=before.statement,
        abandoned_reason=before.abandoned_reason,
        entered_at=found.confirmed_at,
        entered_by=found.entered_by,
        waiting=False,
    )
    given = ResultFigures(row.source, row.statement, row.lines, row.abandoned_reason)
    write_result(found, given, entered_at=row.entered_at, entered_by=row.entered_by, user=None)
    found.seat_results.all().delete()
    write_lines(found, seats, result)
    row.delete()
