"""Rounds that a player misses without leaving the event."""

from collections.abc import Collection

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.events.services.events import lock_event
from tournament.models import Entry, Round, RoundAbsence


@transaction.atomic
def set_absences(*, entry: Entry, rounds: Collection[int], by: Actor) -> list[int]:
    """Let a player miss these rounds and no others.

    Return the unpublished rounds already drawn with the player, which are to be drawn again. Raise
    ValidationError for a round that the event does not have, or one published with the player.
    """
    event = lock_event(entry.event)
    known = {absence.round_number: absence for absence in entry.absences.all()}
    new = sorted(set(rounds) - set(known))
    if any(not 1 <= number <= event.number_of_rounds for number in new):
        raise ValidationError(_("The event has no such round."), code="no_round")
    seats = entry.seats.filter(round__number__in=new).select_related("round")
    drawn = {seat.round.number: seat.round for seat in seats}
    public = [number for number, found in drawn.items() if found.status in Round.PUBLIC]
    if public:
        raise ValidationError(
            _("The player sits in round %(number)d, which is published: take the seat away first."),
            code="seated",
            params={"number": min(public)},
        )
    for number in sorted(set(known) - set(rounds)):
        audit.remove(known[number], by=by, event=event)
    for number in new:
        absence = RoundAbsence(entry=entry, round_number=number)
        audit.insert(absence, by=by, event=event)
    return sorted(drawn)
