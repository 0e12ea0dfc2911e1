"""Steps that a cancelled or postponed event refuses."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.models import Event

REFUSALS = {
    Event.CalledOff.CANCELLED: _("The event is cancelled: take that back first."),
    Event.CalledOff.POSTPONED: _("The event is postponed: say first that it takes place."),
}


def refuse_called_off(event: Event) -> None:
    """Refuse a step of a cancelled or postponed event, with a ValidationError.

    Such an event takes no draw, no publication of a round and no start of its clock.
    """
    if event.called_off:
        raise ValidationError(REFUSALS[Event.CalledOff(event.called_off)], code="called_off")
