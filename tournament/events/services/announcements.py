"""Services that write, send and withdraw announcements.

The audit row tells whoever follows the event.
"""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.events.services.events import lock_event
from tournament.models import Announcement, Event

MAX_WAITING = 50


@transaction.atomic
def write_announcement(*, event: Event, text: str, by: Actor) -> Announcement:
    """Put an announcement into the outbox.

    Raise ValidationError without a text, or if too many wait there.
    """
    event = lock_event(event)
    if not text.strip():
        raise ValidationError(_("Write what is to be announced."))
    waiting = Announcement.objects.filter(event=event, sent_at=None, withdrawn_at=None)
    if waiting.count() >= MAX_WAITING:
        raise ValidationError(_("Too many announcements wait in the outbox: send or delete some."))
    written = Announcement(
        event=event,
        text=" ".join(text.split()),
        written_at=timezone.now(),
        written_by=audit.name_of(by),
    )
    return audit.insert(written, by=by, event=event)


@transaction.atomic
def send_announcement(*, announcement: Announcement, by: Actor) -> Announcement:
    """Show an announcement everywhere; nothing happens the second time.

    Raise ValidationError if it was withdrawn.
    """
    announcement = _lock_announcement(announcement)
    if announcement.withdrawn_at is not None:
        raise ValidationError(_("This announcement was withdrawn: write it anew."))
    if announcement.sent_at is not None:
        return announcement
    changes = {"sent_at": timezone.now(), "sent_by": audit.name_of(by)}
    return audit.update(announcement, changes, by=by, event=announcement.event, action="send")


@transaction.atomic
def announce(*, event: Event, text: str, by: Actor) -> Announcement:
    """Write an announcement and send it at once.

    Raise ValidationError as when it is written.
    """
    return send_announcement(announcement=write_announcement(event=event, text=text, by=by), by=by)


@transaction.atomic
def withdraw_announcement(*, announcement: Announcement, by: Actor) -> Announcement:
    """Show an announcement nowhere any more, or take it out of the outbox."""
    announcement = _lock_announcement(announcement)
    if announcement.withdrawn_at is not None:
        return announcement
    changes = {"withdrawn_at": timezone.now()}
    return audit.update(announcement, changes, by=by, event=announcement.event, action="withdraw")


def _lock_announcement(announcement: Announcement) -> Announcement:
    lock_event(announcement.event)
    return Announcement.objects.select_related("event").get(pk=announcement.pk)
