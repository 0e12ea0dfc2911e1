"""Cancelling or postponing an event, and undoing that.

The public state shows it on every page, an announcement on tablets and in the hall, and
`due_emails` finds the e-mails.
"""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.events.services.announcements import withdraw_announcement
from tournament.events.services.events import lock_event
from tournament.models import Announcement, Event

ANNOUNCED = {
    Event.CalledOff.CANCELLED: _("This event is cancelled."),
    Event.CalledOff.POSTPONED: _("This event is postponed."),
}


@transaction.atomic
def call_off_event(*, event: Event, how: str, reason: str, by: Actor) -> Event:
    """Cancel or postpone an event with a public reason; this can be undone.

    The event otherwise stays as it is; doing the same again changes only the reason. Raise
    ValidationError for another `how`, or for a practice event.
    """
    event = lock_event(event)
    if how not in Event.CalledOff.values:
        raise ValidationError(_("An event is cancelled or postponed."))
    if event.practice:
        raise ValidationError(_("A practice event needs no cancelling: delete it."))
    changes: dict[str, Any] = {"called_off": how, "called_off_reason": " ".join(reason.split())}
    if how != event.called_off:
        changes["called_off_at"] = timezone.now()
    event = audit.update(event, changes, by=by, event=event, action="call off")
    _withdraw_announcements(event, by)
    if event.published:
        _announce(event, by)
    return event


@transaction.atomic
def hold_event(*, event: Event, by: Actor) -> Event:
    """Let a cancelled or postponed event take place after all.

    Do nothing for any other event.
    """
    event = lock_event(event)
    if not event.called_off:
        return event
    changes = {"called_off": "", "called_off_reason": "", "called_off_at": timezone.now()}
    _withdraw_announcements(event, by)
    return audit.update(event, changes, by=by, event=event, action="hold")


def _announce(event: Event, by: Actor) -> None:
    """Announce it everywhere in the language of the person who calls it off."""
    said = ANNOUNCED[Event.CalledOff(event.called_off)]
    text = f"{said} {event.called_off_reason}".strip()
    now = timezone.now()
    announcement = Announcement(
        event=event,
        text=text,
        written_at=now,
        written_by=audit.name_of(by),
        sent_at=now,
        sent_by=audit.name_of(by),
        calls_off=True,
    )
    audit.insert(announcement, by=by, event=event)


def _withdraw_announcements(event: Event, by: Actor) -> None:
    for announcement in event.announcements.filter(calls_off=True, withdrawn_at=None):
        withdraw_announcement(announcement=announcement, by=by)
