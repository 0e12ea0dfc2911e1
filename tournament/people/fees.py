"""Fees that players owe and have paid, and their sums.

Nothing is charged, only noted.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from tournament.common.amounts import amount_text
from tournament.models import Entry, Event

NOTHING = Decimal(0)


@dataclass(frozen=True, slots=True)
class Fee:
    """A player's fee.

    `due` is 0 where it was waived. `open` is the amount still to be paid.
    """

    due: Decimal
    paid: Decimal
    waived: bool
    open: Decimal
    currency: str

    @property
    def text(self) -> str:
        """The fee's state, in a few words."""
        if self.paid and self.open:
            amounts = {"paid": amount_text(self.paid, self.currency), "due": self.due_text}
            return _("%(paid)s of %(due)s paid") % amounts
        if self.paid:
            return _("%(amount)s paid") % {"amount": amount_text(self.paid, self.currency)}
        if self.waived:
            return _("fee waived")
        return _("%(amount)s open") % {"amount": self.due_text}

    @property
    def due_text(self) -> str:
        """The amount that is due in all."""
        return amount_text(self.due, self.currency)


@dataclass(frozen=True, slots=True)
class FeeTotal:
    """The sums of an event: what was paid, and what is open, by how many players."""

    paid: Decimal
    open: Decimal
    paying: int
    owing: int
    waived: int
    currency: str

    @property
    def paid_text(self) -> str:
        """The sum of what was paid."""
        return amount_text(self.paid, self.currency)

    @property
    def open_text(self) -> str:
        """The sum of what is open."""
        return amount_text(self.open, self.currency)


def fee_of(event: Event, entry: Entry) -> Fee | None:
    """Return a player's fee; None where the event has none.

    A player who dropped out owes nothing more.
    """
    if event.fee is None:
        return None
    due = NOTHING if entry.fee_waived else entry.fee_due or event.fee
    paid = entry.fee_paid or NOTHING
    owes = entry.status == Entry.Status.ACTIVE
    left = max(due - paid, NOTHING) if owes else NOTHING
    return Fee(due, paid, entry.fee_waived, left, event.fee_currency)


def fee_total(event: Event, entries: Iterable[Entry]) -> FeeTotal | None:
    """Return the sums of these players' fees; None where the event has no fee."""
    fees = [fee for entry in entries if (fee := fee_of(event, entry))]
    if event.fee is None:
        return None
    return FeeTotal(
        paid=sum((fee.paid for fee in fees), NOTHING),
        open=sum((fee.open for fee in fees), NOTHING),
        paying=sum(fee.paid > 0 for fee in fees),
        owing=sum(fee.open > 0 for fee in fees),
        waived=sum(fee.waived for fee in fees),
        currency=event.fee_currency,
    )


def event_fees(event: Event) -> FeeTotal | None:
    """Return the sums of the event's fees (1 query).

    None, without a query, where the event has no fee. The sums count players who dropped out,
    because the money that such a player paid is in the till.
    """
    if event.fee is None:
        return None
    entries = Entry.objects.filter(event=event)
    return fee_total(event, entries.only("status", "fee_due", "fee_waived", "fee_paid"))
