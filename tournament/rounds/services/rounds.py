"""Rounds: creating and publishing them, and seating players."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournament import audit
from tournament.audit import Actor
from tournament.boards import boards
from tournament.common.finals import stage_of
from tournament.events.idle import refuse_idle
from tournament.events.services.events import lock_event
from tournament.models import (
    ClockEntry,
    DrawJob,
    Entry,
    Event,
    Result,
    Round,
    Seal,
    Seat,
    Table,
)
from tournament.rounds.seat_plans import TablePlan, check_plan
from tournament.rounds.selectors.cuts import cut_of
from tournament.rounds.services.seals import forget_unused_seals, publish_seal
from tournament.rounds.wording import numbers_text

NOT_PUBLISHED = {
    "published_at": None,
    "published_by": "",
    "confirmed_at": None,
    "confirmed_by": "",
}


@dataclass(frozen=True, slots=True)
class _Seating:
    """The seats a round has, table by table, and which tables have results."""

    tables: dict[int, Table]
    plans: dict[int, TablePlan]
    finished: frozenset[int]


@transaction.atomic
def create_round(*, event: Event, number: int, by: Actor) -> Round:
    """Create a round that is not drawn yet.

    Raise ValidationError if it exists, or if the event has fewer rounds.
    """
    event = lock_event(event)
    if number > event.number_of_rounds:
        raise ValidationError(
            _("The event has %(rounds)d rounds: change that first."),
            params={"rounds": event.number_of_rounds},
        )
    return audit.insert(Round(event=event, number=number), by=by, event=event)


@transaction.atomic
def ensure_round(*, event: Event, number: int, by: Actor) -> Round:
    """Return the event's round with that number, creating it if it is missing.

    Raise ValidationError as `create_round`.
    """
    lock_event(event)
    found = Round.objects.filter(event=event, number=number).first()
    return found or create_round(event=event, number=number, by=by)


@transaction.atomic
def set_seats(
    *,
    round: Round,
    tables: Sequence[TablePlan],
    by: Actor,
    certificate: dict[str, Any] | None = None,
    seal: Seal | None = None,
) -> Round:
    """Seat a round as planned, in place of any seats it has.

    A draw brings its `certificate` and its `seal`. Seats set by hand have no certificate, and the
    seal of the draw before stays. Raise ValidationError, changing nothing, naming what is wrong
    with the plan, or the changed table that is finished or has begun to play.
    """
    event, round = lock_open_round(round)
    check_plan(event, tables)
    _refuse_others_in_finals(event, round.number, tables)
    wanted = {table.number: table for table in tables}
    seated = _seating(round)
    _refuse_changed_results(seated, wanted)
    _refuse_begun(round, seated, wanted)
    _write_seats(round, seated, wanted)
    status = Round.Status.DRAWN if round.status == Round.Status.DRAFT else round.status
    round.status, round.certificate, round.seal = status, certificate, seal or round.seal
    if wanted != seated.plans:
        round.seats_changed_at = timezone.now()
    round.save(update_fields=["status", "certificate", "seal", "seats_changed_at"])
    audit.log(
        by=by,
        action="seat",
        instance=round,
        event=event,
        before=_as_json(seated.plans.values()),
        after=_as_json(tables),
    )
    return refresh_status(round)


@transaction.atomic
def clear_seats(*, round: Round, by: Actor) -> Round:
    """Take a round back to not drawn, with its clock reset.

    Raise ValidationError if a table has a result, or its game has begun.
    """
    event, round = lock_open_round(round)
    seated = _seating(round)
    _refuse_changed_results(seated, {})
    _refuse_begun(round, seated, {})
    _write_seats(round, seated, {})
    forget_clock_steps(round_=round, event=event, by=by)
    changes = {
        "status": Round.Status.DRAFT,
        "certificate": None,
        "seal_id": None,
        **NOT_PUBLISHED,
    }
    round = audit.update(round, changes, by=by, event=event, action="clear")
    forget_unused_seals(event=event, by=by)
    return round


def forget_clock_steps(*, round_: Round, event: Event, by: Actor) -> None:
    """Reset the hall's clock to waiting.

    Its steps move from the ledger to the audit log.
    """
    steps = ClockEntry.objects.filter(round=round_, table__isnull=True)
    before = [[entry.kind, entry.at.isoformat(), entry.by] for entry in steps]
    if before:
        audit.delete(steps)
        audit.log(by=by, action="take back start", instance=round_, event=event, before=before)


@transaction.atomic
def publish_round(*, round: Round, by: Actor) -> Round:
    """Show a drawn round to the public; do nothing if it is published already.

    Raise ValidationError if nobody is seated, or if it is being drawn anew.
    """
    event, round = lock_round(round)
    if round.status in Round.PUBLIC:
        return round
    refuse_idle(event)
    if not round.seats.exists():
        raise ValidationError(_("Nobody is seated in this round: draw it first."))
    if _is_being_drawn(round):
        raise ValidationError(_("This round is being drawn: wait until that is done, or stop it."))
    if round.seal is not None:
        publish_seal(seal=round.seal, by=by)
    changes = {
        "status": Round.Status.PUBLISHED,
        "published_at": timezone.now(),
        "published_by": audit.name_of(by),
    }
    return audit.update(round, changes, by=by, event=event, action="publish")


def _is_being_drawn(round: Round) -> bool:
    together = Q(round__event=round.event_id, round__number__lt=round.number, all_rounds=True)
    jobs = DrawJob.objects.filter(Q(round=round) | together, status__in=DrawJob.OPEN)
    return any(job.is_open for job in jobs)


@transaction.atomic
def unpublish_round(*, round: Round, by: Actor) -> Round:
    """Hide a published round again (ValidationError if a table has a result)."""
    event, round = lock_open_round(round)
    if Result.objects.filter(table__round=round).exists():
        raise ValidationError(_("The round has results, which are public: remove them first."))
    if round.status != Round.Status.PUBLISHED:
        return round
    changes = {"status": Round.Status.DRAWN, **NOT_PUBLISHED}
    return audit.update(round, changes, by=by, event=event, action="unpublish")


@transaction.atomic
def delete_round(*, round: Round, by: Actor) -> None:
    """Delete a round and its seats (ValidationError if a table has a result)."""
    event, round = lock_open_round(round)
    seated = _seating(round)
    _refuse_changed_results(seated, {})
    _refuse_begun(round, seated, {})
    audit.remove(round, by=by, event=event)
    forget_unused_seals(event=event, by=by)


def refresh_status(round: Round) -> Round:
    """Update whether a published round is finished.

    It is finished while all its tables have results and none waits for the chief referee's choice.
    Otherwise its results lose their confirmation, unless the round is closed: then the chief's
    corrections leave it as it is.
    """
    if round.status not in Round.PUBLIC:
        return round
    unsettled = Q(result__isnull=True) | Q(conflicting__waiting=True)
    is_open = round.tables.filter(unsettled).exists()
    status = Round.Status.PUBLISHED if is_open else Round.Status.FINISHED
    if status != round.status:
        round.status = status
        round.save(update_fields=["status"])
    if is_open and round.confirmed_at is not None and round.closed_at is None:
        round.confirmed_at, round.confirmed_by = None, ""
        round.save(update_fields=["confirmed_at", "confirmed_by"])
    return round


def plans_of(round: Round) -> list[TablePlan]:
    """Return the seats of a round as a plan."""
    return list(_seating(round).plans.values())


def lock_round(round: Round) -> tuple[Event, Round]:
    """Lock the round and its event, and return both as they are now.

    The lock lasts until the transaction ends.
    """
    event = lock_event(round.event)
    return event, Round.objects.select_related("event").get(pk=round.pk)


def lock_open_round(round: Round) -> tuple[Event, Round]:
    """Lock the round and its event as `lock_round`.

    Raise ValidationError if the round is closed.
    """
    event, round = lock_round(round)
    refuse_closed(round)
    return event, round


def refuse_closed(round: Round) -> None:
    """Raise ValidationError for a closed round.

    Its seats and results stay as they are.
    """
    if round.closed_at is not None:
        raise ValidationError(
            _("Round %(number)d is closed: reopen it first."),
            params={"number": round.number},
            code="closed",
        )


def _seating(round: Round) -> _Seating:
    tables = {table.number: table for table in round.tables.order_by("number")}
    seats: dict[int, list[tuple[int, str]]] = {number: [] for number in tables}
    for seat in round.seats.select_related("table").order_by("table__number", "order"):
        seats[seat.table.number].append((seat.entry_id, seat.role))
    with_result = Result.objects.filter(table__round=round)
    return _Seating(
        tables=tables,
        plans={number: TablePlan(number, tuple(seats[number])) for number in tables},
        finished=frozenset(with_result.values_list("table__number", flat=True)),
    )


def _refuse_others_in_finals(event: Event, number: int, tables: Sequence[TablePlan]) -> None:
    """Raise ValidationError if a final seats somebody who is not a finalist."""
    if stage_of(event, number) is None:
        return
    cut = cut_of(event, number)
    if cut is None:
        raise ValidationError(_("The cut to the finals has not been recorded."), code="no_cut")
    seated = [entry for table in tables for entry, _role in table.seats]
    others = Entry.objects.filter(pk__in=seated).select_related("event")
    names = [str(entry) for entry in others if entry.code not in cut.finalists]
    if names:
        raise ValidationError(
            _("Not in the finals, so without a seat in them: %(names)s."),
            params={"names": ", ".join(names)},
        )


_HAS_RESULT = ngettext_lazy(
    "Table %(tables)s has a result: remove it before changing the seats.",
    "Tables %(tables)s have results: remove them before changing the seats.",
    "number",
)
_HAS_BEGUN = ngettext_lazy(
    "Table %(tables)s has begun to play: what is logged there is of the players who "
    "were drawn. Let whoever sits wrong change chairs, and play on with what lies at "
    "the seat as drawn: nothing logged is lost, and nothing was changed.",
    "Tables %(tables)s have begun to play: what is logged there is of the players who "
    "were drawn. Let whoever sits wrong change chairs, and play on with what lies at "
    "the seat as drawn: nothing logged is lost, and nothing was changed.",
    "number",
)


def _refuse_tables(sentence: Any, numbers: list[int], code: str) -> None:
    """Raise ValidationError about these tables, if any.

    Its parameter has their numbers, from which pages make links.
    """
    if numbers:
        named = {"number": len(numbers), "tables": numbers_text(tuple(numbers))}
        raise ValidationError(str(sentence % named), code, params={"tables": tuple(numbers)})


def _refuse_changed_results(seated: _Seating, wanted: dict[int, TablePlan]) -> None:
    changed = [n for n in sorted(seated.finished) if seated.plans[n] != wanted.get(n)]
    _refuse_tables(_HAS_RESULT, changed, "has_result")


def _refuse_begun(round: Round, seated: _Seating, wanted: dict[int, TablePlan]) -> None:
    """Refuse other seats at a table whose tablet has logged something.

    The log is of the players at the table: with other seats its result could not be used. Thrown
    roles and order are decided by the game.
    """
    thrown = round.event.roles == Event.Roles.THROWN

    def players(plan: TablePlan | None) -> object:
        seats = plan.seats if plan else ()
        return {entry for entry, _role in seats} if thrown else seats

    begun = boards().needs_of_rounds([round.pk]).get(round.pk, {}).get("begun", ())
    changed = [n for n in begun if players(seated.plans.get(n)) != players(wanted.get(n))]
    _refuse_tables(_HAS_BEGUN, changed, "has_begun")


def _write_seats(round: Round, seated: _Seating, wanted: dict[int, TablePlan]) -> None:
    """Write only the tables that differ.

    A table that stays keeps its row and whatever belongs to it.
    """
    stale = [n for n, plan in seated.plans.items() if plan != wanted.get(n)]
    round.seats.filter(table__number__in=stale).delete()
    audit.delete(round.tables.filter(number__in=set(seated.tables) - set(wanted)))
    tables = dict(seated.tables)
    for number in sorted(set(wanted) - set(tables)):
        tables[number] = Table.objects.create(round=round, number=number)
    Seat.objects.bulk_create(
        Seat(round=round, table=tables[number], entry_id=entry, role=role, order=order)
        for number, plan in wanted.items()
        if plan != seated.plans.get(number)
        for order, (entry, role) in enumerate(plan.seats, start=1)
    )


def _as_json(plans: Iterable[TablePlan]) -> dict[str, list[list[Any]]]:
    return {str(plan.number): [list(seat) for seat in plan.seats] for plan in plans}
