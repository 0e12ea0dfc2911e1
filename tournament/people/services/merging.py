"""Two entries that turn out to be one person."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.events.services.events import current_entry, lock_event
from tournament.models import Email, Entry, PlayerReport, Registration
from tournament.people.services.apart import rename_in_pairs

TAKEN = (
    "email",
    "club",
    "team",
    "external_id",
    "pinned_table",
    "gets_emails",
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
    registration). Raise ValidationError, changing nothing, if the other was seated,
    for draws and records name that player, or if somebody merged or removed one of the two
    meanwhile.
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
    changes = {name: getattr(other, name) for name in TAKEN}
    rename_in_pairs(event=event, codes={other.code: keep.code}, by=by)
    PlayerReport.objects.filter(entry=other).update(entry=keep)
    Registration.objects.filter(entry=other).update(entry=keep)
    Email.objects.filter(entry=other).update(entry=keep)
    audit.remove(other, by=by, event=event)
    lacking = {name: value for name, value in changes.items() if value and not getattr(keep, name)}
    return audit.update(keep, lacking, by=by, event=event, action="merge")
