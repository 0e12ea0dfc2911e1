"""The hall clock of a round, and a table's extra time.

Each step is a line in the ledger.
"""

import datetime as dt

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.audit import Actor, insert, name_of
from tournament.common import hall_clock
from tournament.events.idle import refuse_idle
from tournament.models import ClockEntry, Round, Table
from tournament.rounds.selectors.clock import clock_of_round, clock_of_table
from tournament.rounds.services.guards import refuse_obstacles
from tournament.rounds.services.rounds import forget_clock_steps, lock_round, refuse_closed

MAX_EXTRA_SECONDS = 3600

NOT_NOW = {
    "start": _("The clock has been started already."),
    "pause": _("The clock is not running, so there is nothing to pause."),
    "resume": _("The clock is not paused, so there is nothing to resume."),
    "end": _("The clock is not running, so there is nothing to end."),
}

RUNNING = (ClockEntry.Kind.START, ClockEntry.Kind.RESUME)
"""The kinds of the latest entry of a running clock."""


@transaction.atomic
def step_clock(
    *,
    round_: Round,
    step: hall_clock.Step,
    by: Actor,
    reason: str = "",
    now: dt.datetime | None = None,
) -> ClockEntry:
    """Start, pause, resume or end the clock of the whole hall.

    Raises ValidationError if the clock cannot take that step now: if two organisers press the same
    button, the second one is told so.
    """
    locked = Round.objects.select_for_update().select_related("event").get(pk=round_.pk)
    moment = now or timezone.now()
    if locked.status not in Round.PUBLIC:
        raise ValidationError(_("Publish the round before its clock is started."), "unpublished")
    refuse_closed(locked)
    if step == "start":
        refuse_idle(locked.event)
    if not hall_clock.can_step(clock_of_round(locked, now=moment).clock.state, step):
        raise ValidationError(NOT_NOW[step], "not_now")
    entry = ClockEntry(round=locked, kind=step, reason=reason, at=moment, by=name_of(by))
    return insert(entry, by=by, event=locked.event)


@transaction.atomic
def take_back_start(*, round_: Round, by: Actor) -> Round:
    """Undo a mistaken start of the clock, which then waits again.

    The hall's steps move from the ledger to the audit log; tables keep their extra time. Raise
    ValidationError if a table has a result, or paused since.
    """
    event, round_ = lock_round(round_)
    refuse_obstacles("take_back_start", round_)
    forget_clock_steps(round_=round_, event=event, by=by)
    return round_


@transaction.atomic
def grant_extra(
    *,
    table: Table,
    seconds: int,
    by: Actor,
    reason: str,
    now: dt.datetime | None = None,
    seen: int | None = None,
) -> ClockEntry:
    """Give one table `seconds` more; below 0, take back at most what was granted.

    `seen` is the number of the round's grants shown with the form. Raises ValidationError without a
    reason, if the table's total would leave the range from 0 to an hour, if somebody granted it
    time meanwhile, or for more time once the round's results are confirmed.
    """
    round_ = Round.objects.select_for_update().select_related("event").get(pk=table.round_id)
    refuse_closed(round_)
    if seconds > 0:
        _refuse_confirmed(round_)
    _refuse_granted_meanwhile(table, seen)
    if not reason.strip():
        raise ValidationError(_("Say why the table gets extra time: the ledger shows it."))
    granted = clock_of_table(table.pk).extra + seconds
    if not seconds or not 0 <= granted <= MAX_EXTRA_SECONDS:
        raise ValidationError(
            _("A table's extra time is between 0 and %(most)d minutes in all."),
            params={"most": MAX_EXTRA_SECONDS // 60},
        )
    entry = ClockEntry(
        round=round_,
        table=table,
        kind=ClockEntry.Kind.EXTRA,
        seconds=seconds,
        reason=reason.strip(),
        at=now or timezone.now(),
        by=name_of(by),
    )
    return insert(entry, by=by, event=round_.event)


@transaction.atomic
def follow_moved_clock(*, before: dt.datetime, now: dt.datetime, by: Actor) -> int:
    """Let running clocks go on after the server's own clock was set.

    They go on from where they were. `before` is the time by the old setting, and `now` by the
    new one. Each clock gets a pause at `before` and a resume at `now`. Returns the number of
    clocks.
    """
    steps = ClockEntry.objects.filter(round=OuterRef("pk"), table__isnull=True).order_by("-pk")
    open_rounds = Round.objects.filter(status__in=Round.PUBLIC, closed_at__isnull=True)
    rounds = open_rounds.alias(step=Subquery(steps.values("kind")[:1])).filter(step__in=RUNNING)
    keys = list(rounds.order_by("pk").values_list("pk", flat=True))
    return sum(_follow_moved_clock(key, before, now, by) for key in keys)


def _follow_moved_clock(key: int, before: dt.datetime, now: dt.datetime, by: Actor) -> bool:
    round_ = Round.objects.select_for_update().select_related("event").get(pk=key)
    if clock_of_round(round_, now=now).clock.state != "running":
        return False
    for kind, at in ((ClockEntry.Kind.PAUSE, before), (ClockEntry.Kind.RESUME, now)):
        entry = ClockEntry(round=round_, kind=kind, reason=ClockEntry.MOVED, at=at, by=name_of(by))
        insert(entry, by=by, event=round_.event)
    return True


def grants_so_far(round_: Round) -> int:
    """Return the number of times that tables' extra time changed (1 query).

    Tables of the round were given extra time or lost it.
    """
    return ClockEntry.objects.filter(round=round_, kind=ClockEntry.Kind.EXTRA).count()


def _refuse_confirmed(round_: Round) -> None:
    if round_.confirmed_at is not None:
        raise ValidationError(
            _("The results of round %(number)d are confirmed: take the confirmation back first."),
            "confirmed",
            {"number": round_.number},
        )


def _refuse_granted_meanwhile(table: Table, seen: int | None) -> None:
    if seen is None:
        return
    grants = ClockEntry.objects.filter(round=table.round_id, kind=ClockEntry.Kind.EXTRA)
    meanwhile = grants.order_by("pk")[seen:]
    last = next((entry for entry in reversed(meanwhile) if entry.table_id == table.pk), None)
    if last is not None:
        raise ValidationError(
            _("%(name)s changed the extra time of table %(table)s meanwhile: look at it first."),
            "changed",
            {"name": last.by, "table": table.number},
        )
