"""Two entries that turn out to be one person."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.events.services.events import current_entry, lock_event
from tournament.models import Email, Entry, HandPrize, PlayerReport, Registration
from tournament.people.services.apart import rename_in_pairs

TAKEN = (
    "email",
    "club",
    "team",
    "external_id",
    "pinned_table",
    "language",
    "person_id",
    "fee_due",
    "fee_waived",
    "fee_paid",
    "fee_paid_at",
    "fee_paid_by",
)
"""What an entry takes from the other one if it lacks it. A payment is lacking as a whole."""


@transaction.atomic
def merge_entries(*, keep: Entry, other: Entry, by: Actor) -> Entry:
    """Merge two entries of an event.

    `keep` stays, with its name and seed, and takes from the other what it lacks (`TAKEN`, the
    registration). If either refused e-mails, the one that stays does.

    Raise ValidationError, changing nothing, if the other was seated, for draws and records name
    that player, if both have a payment or an id elsewhere, of which one would be lost, or if
    somebody merged or removed one of the two meanwhile.
    """
    event = lock_event(keep.event)
    if other.event_id != event.pk or keep.pk == other.pk:
        raise ValidationError(_("Choose two different players."), code="same_player")
    keep, other = current_entry(keep), current_entry(other)
    if other.seats.exists():
        raise ValidationError(
            _("%(player)s was seated under this seed rank: keep that entry."),
            code="seated",
            params={"player": str(other)},
        )
    _refuse_two_of_one(keep, other)
    changes = {name: getattr(other, name) for name in TAKEN}
    rename_in_pairs(event=event, codes={other.code: keep.code}, by=by)
    PlayerReport.objects.filter(entry=other).update(entry=keep)
    Registration.objects.filter(entry=other).update(entry=keep)
    HandPrize.objects.filter(entry=other).update(entry=keep)
    Email.objects.filter(entry=other).update(entry=keep)
    audit.remove(other, by=by, event=event)
    lacking = {name: value for name, value in changes.items() if value and not getattr(keep, name)}
    lacking |= _waiver_of_payer(keep, changes) | _wish_for_emails(keep, other)
    return audit.update(keep, lacking, by=by, event=event, action="merge")


def _refuse_two_of_one(keep: Entry, other: Entry) -> None:
    """Raise ValidationError where merging would lose a payment or an id elsewhere."""
    if keep.fee_paid and other.fee_paid:
        raise ValidationError(
            _(
                "Payments of both are noted: take back that of %(player)s, and note the whole "
                "amount with the player to keep."
            ),
            code="both_paid",
            params={"player": str(other)},
        )
    if keep.external_id and other.external_id:
        raise ValidationError(
            _("Each has another ID elsewhere: delete the wrong one first."),
            code="two_external_ids",
        )


def _waiver_of_payer(keep: Entry, taken: dict[str, Any]) -> dict[str, Any]:
    """Return `fee_waived` as the entry with a payment has it.

    {} where neither entry has a payment.
    """
    if keep.fee_paid:
        return {"fee_waived": keep.fee_waived}
    return {"fee_waived": taken["fee_waived"]} if taken["fee_paid"] else {}


def _wish_for_emails(keep: Entry, other: Entry) -> dict[str, bool]:
    """Return the two fields of one choice: refused where either refused e-mails."""
    refused = keep.declines_emails or other.declines_emails
    wished = keep.gets_emails or other.gets_emails
    return {"declines_emails": refused, "gets_emails": wished and not refused}
