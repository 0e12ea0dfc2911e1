"""Prizes given by hand: noted, and deleted again."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.events.services.events import lock_event
from tournament.models import Entry, Event, HandPrize

MAX_HAND_PRIZES = 100
"""The most prizes that an event gives by hand."""


@transaction.atomic
def give_hand_prize(
    *,
    event: Event,
    title: str,
    by: Actor,
    entry: Entry | None = None,
    name: str = "",
    note: str = "",
) -> HandPrize:
    """Note a prize for a player of the event, or for somebody else by `name`.

    Raise ValidationError by field, without exactly one of the two, or after too many prizes.
    """
    event = lock_event(event)
    if entry is not None and entry.event_id != event.pk:
        raise ValidationError({"entry": _("This player is not in the event.")})
    if event.hand_prizes.count() >= MAX_HAND_PRIZES:
        raise ValidationError(
            _("An event gives at most %(most)d prizes by hand: delete one first."),
            "too_many",
            {"most": MAX_HAND_PRIZES},
        )
    new = HandPrize(event=event, title=title, entry=entry, name=name, note=note)
    return audit.insert(new, by=by, event=event)


@transaction.atomic
def delete_hand_prize(*, prize: HandPrize, by: Actor) -> None:
    """Delete a prize; nothing happens the second time."""
    event = lock_event(prize.event)
    found = HandPrize.objects.filter(pk=prize.pk).first()
    if found is not None:
        audit.remove(found, by=by, event=event)
