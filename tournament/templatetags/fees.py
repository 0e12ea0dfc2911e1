"""Fees that a player owes, in templates."""

from django import template

from tournament.models import Entry, Event
from tournament.people import fees

register = template.Library()


@register.simple_tag
def fee_of(event: Event, entry: Entry) -> fees.Fee | None:
    """Return a player's fee, None where the event has none (no query)."""
    return fees.fee_of(event, entry)
