"""Check-in: setting and undoing it, and leaving out absent players."""

import datetime as dt

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.events.services.events import current_entry, lock_event
from tournament.models import Entry, Event


@transaction.atomic
def check_in(*, entry: Entry, by: Actor) -> Entry:
    """Check a player in, or leave an earlier check-in as it is.

    Raise ValidationError for a player who dropped out.
    """
    event = lock_event(entry.event)
    entry = current_entry(entry)
    if entry.status == Entry.Status.DROPPED:
        raise ValidationError(_("The player dropped out: rejoin first."), code="dropped")
    when = entry.checked_in_at or timezone.now()
    return audit.update(entry, {"checked_in_at": when}, by=by, event=event, action="check in")


@transaction.atomic
def check_in_all(*, event: Event, by: Actor) -> int:
    """Check in all who have not dropped out, and return how many were absent."""
    event = lock_event(event)
    absent = Entry.objects.filter(event=event, status=Entry.Status.ACTIVE, checked_in_at=None)
    seeds = list(absent.values_list("seed", flat=True))
    if seeds:
        absent.update(checked_in_at=timezone.now())
        after = {"checked_in": seeds}
        audit.log(by=by, action="check everybody in", instance=event, event=event, after=after)
    return len(seeds)


@transaction.atomic
def undo_check_in(*, entry: Entry, by: Actor) -> Entry:
    """Take a player's check-in back."""
    event = lock_event(entry.event)
    entry = current_entry(entry)
    changes = {"checked_in_at": None}
    return audit.update(entry, changes, by=by, event=event, action="undo check-in")


@transaction.atomic
def set_check_in_deadline(*, event: Event, until: dt.datetime | None, by: Actor) -> Event:
    """Set the announced end of check-in (None: none); it shuts nobody out."""
    event = lock_event(event)
    return audit.update(event, {"check_in_until": until}, by=by, event=event)


@transaction.atomic
def leave_out_absent(*, event: Event, leave_out: bool, by: Actor) -> Event:
    """Have the draws to come seat those who checked in only, or everybody again."""
    event = lock_event(event)
    return audit.update(event, {"leaves_out_absent": leave_out}, by=by, event=event)


@transaction.atomic
def begin_check_in_anew(*, event: Event, by: Actor) -> int:
    """Take all check-ins back for another day, and return how many there were.

    Draws then seat everybody again until somebody says otherwise.
    """
    event = lock_event(event)
    present = Entry.objects.filter(event=event, checked_in_at__isnull=False)
    seeds = list(present.values_list("seed", flat=True))
    if seeds:
        present.update(checked_in_at=None)
        before = {"checked_in": seeds}
        audit.log(by=by, action="begin check-in anew", instance=event, event=event, before=before)
    audit.update(event, {"leaves_out_absent": False}, by=by, event=event)
    return len(seeds)
