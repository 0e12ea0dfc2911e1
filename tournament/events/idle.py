"""Steps that a cancelled, postponed or closed event refuses."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.models import Event

REFUSALS = {
    Event.CalledOff.CANCELLED: _("The event is cancelled: take that back first."),
    Event.CalledOff.POSTPONED: _("The event is postponed: say first that it takes place."),
}


def refuse_idle(event: Event) -> None:
    """Refuse a step of an event that is called off or closed, with a ValidationError.

    Such an event takes no draw, no publication of a round and no start of its clock.
    """
    if event.called_off:
        raise ValidationError(REFUSALS[Event.CalledOff(event.called_off)], code="called_off")
    refuse_closed_event(event)


def refuse_closed_event(event: Event) -> None:
    """Refuse what would go on with an event that was closed, with a ValidationError."""
    if event.closed_at is not None:
        raise ValidationError(_("The event is closed: reopen it first."), code="event_closed")
