"""Fees noted: paid, taken back, waived. Nothing is charged or sent."""

from decimal import Decimal

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.common.amounts import LARGEST, in_hundredths
from tournament.events.services.events import current_entry, lock_event
from tournament.models import Entry, Event
from tournament.people.fees import fee_of

_NOT_PAID = {"fee_paid": None, "fee_paid_at": None, "fee_paid_by": ""}


@transaction.atomic
def record_payment(*, entry: Entry, by: Actor, amount: Decimal | None = None) -> Entry:
    """Note what a player has paid in all, by default the whole fee.

    The same amount again changes nothing. Raise ValidationError for no amount, for a fee that was
    waived, or where the event has no fee.
    """
    event, entry = _lock(entry)
    fee = fee_of(event, entry)
    if fee is None:
        raise ValidationError(_("The event has no fee: set one in its settings."), "no_fee")
    if entry.fee_waived:
        raise ValidationError(_("The fee is waived: undo that first."), "waived")
    paid = in_hundredths(fee.due if amount is None else amount)
    if not 0 < paid <= LARGEST:
        raise ValidationError(_("Write an amount above 0."), "amount")
    if entry.fee_paid == paid:
        return entry
    noted = {
        "fee_paid": paid,
        "fee_paid_at": timezone.now(),
        "fee_paid_by": audit.shown_name(by)[:150],
    }
    return audit.update(entry, noted, by=by, event=event, action="record payment")


@transaction.atomic
def take_payment_back(*, entry: Entry, by: Actor) -> Entry:
    """Forget a payment that was noted by mistake, or given back."""
    event, entry = _lock(entry)
    return audit.update(entry, _NOT_PAID, by=by, event=event, action="take payment back")


@transaction.atomic
def waive_fee(*, entry: Entry, waived: bool, by: Actor) -> Entry:
    """Waive a player's fee, or demand it again; what was paid stays noted.

    Raise ValidationError where the event has no fee.
    """
    event, entry = _lock(entry)
    if event.fee is None:
        raise ValidationError(_("The event has no fee: set one in its settings."), "no_fee")
    action = "waive fee" if waived else "demand fee"
    return audit.update(entry, {"fee_waived": waived}, by=by, event=event, action=action)


def _lock(entry: Entry) -> tuple[Event, Entry]:
    event = lock_event(entry.event)
    return event, current_entry(entry)
