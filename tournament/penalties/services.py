"""Cautions, penalties and forfeited tables: decided with a reason, and taken back."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.events.services.events import current_entry, lock_event
from tournament.events.services.moments import moment_in
from tournament.models import Entry, Event, Penalty, Round, Table
from tournament.models.penalties import MAX_REASON
from tournament.people.services.entries import rejoin_entry, withdraw_entry

MAX_STANDING = 50
"""The most penalties of one player that are in force."""
Kind = Penalty.Kind


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """The facts of a new penalty; see `Penalty`."""

    kind: str
    reason: str
    round_number: int | None = None
    points: Decimal | None = None
    places: int | None = None
    public: bool = True


@transaction.atomic
def give_penalty(
    *, entry: Entry, given: PenaltyGiven, by: Actor, seen: int | None = None
) -> Penalty:
    """Give a player a penalty.

    A player disqualified from the event drops out of later rounds. `seen` is the newest penalty
    of the event (`newest_penalty`) when the form was opened, None to skip that check. Raise
    ValidationError, changing nothing, if something is missing or does not go with the kind, if
    the player sat at no table of that round, or if another penalty was given meanwhile.
    """
    event = lock_event(entry.event)
    if seen is not None and seen != newest_penalty(event):
        raise ValidationError(
            _("Something was decided meanwhile, maybe this: look at the list, then send it again."),
            "changed",
        )
    entry = current_entry(entry)
    _check(entry, given)
    standing = Penalty.objects.filter(entry=entry, withdrawn_at=None)
    if standing.count() >= MAX_STANDING:
        raise ValidationError(_("So many stand against one player: withdraw some first."))
    penalty = Penalty(
        entry=entry,
        kind=given.kind,
        round_number=given.round_number,
        points=given.points if given.kind == Kind.POINTS else None,
        places=given.places if given.kind == Kind.PLACES else None,
        reason=" ".join(given.reason.split())[:MAX_REASON],
        public=given.public or given.kind != Kind.CAUTION,
        drops=given.kind == Kind.DISQUALIFIED and entry.status == Entry.Status.ACTIVE,
        decided_at=moment_in(event),
        decided_by=audit.name_of(by),
    )
    if penalty.drops:
        withdraw_entry(entry=entry, by=by)
    return audit.insert(penalty, by=by, event=event)


@transaction.atomic
def withdraw_penalty(*, penalty: Penalty, by: Actor) -> Penalty:
    """Withdraw a penalty, and let a player who dropped out by it play on.

    Nothing happens the second time.
    """
    event = lock_event(penalty.entry.event)
    penalty = Penalty.objects.select_related("entry").get(pk=penalty.pk)
    if penalty.withdrawn_at is not None:
        return penalty
    if penalty.drops:
        rejoin_entry(entry=penalty.entry, by=by)
    changes = {"withdrawn_at": moment_in(event), "withdrawn_by": audit.name_of(by)}
    return audit.update(penalty, changes, by=by, event=event, action="withdraw")


@transaction.atomic
def restore_penalty(*, penalty: Penalty, by: Actor) -> Penalty:
    """Restore a penalty that was withdrawn by mistake.

    Nothing happens the second time. Raise ValidationError if another one took its place. A
    penalty that the public did not see when the event was frozen counts as decided now, because
    the public is shown that moment only.
    """
    event = lock_event(penalty.entry.event)
    penalty = Penalty.objects.select_related("entry").get(pk=penalty.pk)
    if penalty.withdrawn_at is None:
        return penalty
    if penalty.drops:
        withdraw_entry(entry=penalty.entry, by=by)
    changes: dict[str, Any] = {"withdrawn_at": None, "withdrawn_by": ""}
    if event.frozen_at is not None and penalty.withdrawn_at <= event.frozen_at:
        changes["decided_at"] = moment_in(event)
    return audit.update(penalty, changes, by=by, event=event, action="restore")


@transaction.atomic
def note_no_shows(*, table: Table, codes: list[str], by: Actor) -> None:
    """Note the players of a table who did not come, as its result says.

    `codes` are the codes of these players. The others have come: a no-show noted for one of
    them is withdrawn.
    """
    lock_event(table.round.event)
    number = table.round.number
    for seat in table.seats.select_related("entry__event"):
        known = Penalty.objects.filter(
            entry=seat.entry, round_number=number, kind=Kind.NO_SHOW, withdrawn_at=None
        ).first()
        came = seat.entry.code not in codes
        if known is not None and came:
            withdraw_penalty(penalty=known, by=by)
        forfeited = Penalty.objects.filter(
            entry=seat.entry,
            round_number=number,
            kind__in=Penalty.FORFEITS,
            withdrawn_at=None,
        )
        if not came and not forfeited.exists():
            given = PenaltyGiven(Kind.NO_SHOW, "", round_number=number)
            give_penalty(entry=seat.entry, given=given, by=by)


def newest_penalty(event: Event) -> int:
    """Return the key of the event's newest penalty, standing or not; 0 without one."""
    newest = Penalty.objects.filter(entry__event=event).aggregate(newest=Max("pk"))
    return int(newest["newest"] or 0)


def _check(entry: Entry, given: PenaltyGiven) -> None:
    faults = {}
    if given.kind not in Kind.values:
        faults["kind"] = _("Choose what is decided.")
    if given.kind == Kind.POINTS and not given.points:
        faults["points"] = _("How many points are taken off?")
    if given.kind == Kind.PLACES and not given.places:
        faults["places"] = _("How many places are lost?")
    if given.kind != Kind.NO_SHOW and not given.reason.strip():
        faults["reason"] = _("Say why: it is shown with it.")
    if given.kind in Penalty.FORFEITS and given.round_number is None:
        faults["round_number"] = _("Choose the round whose table is forfeited.")
    elif given.round_number is not None and not _was_seated(entry, given.round_number):
        faults["round_number"] = _("The player has no seat in a published round of that number.")
    if faults:
        raise ValidationError(faults)


def _was_seated(entry: Entry, number: int) -> bool:
    return entry.seats.filter(round__number=number, round__status__in=Round.PUBLIC).exists()
