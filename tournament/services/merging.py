"""Two entries that turn out to be one person."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.models import Email, Entry, Event, Player, PlayerReport, Registration
from tournament.services import audit
from tournament.services.apart import rename_in_pairs
from tournament.services.audit import Actor
from tournament.services.events import lock_event


@transaction.atomic
def merge_entries(*, keep: Entry, other: Entry, by: Actor) -> Entry:
    """Make one entry of two of an event: `keep` stays, with its name and seed, and takes from the
    other what it lacks (address, club, team, table, registration). The other's entries in other
    events become those of the player who stays.

    Raises ValidationError, changing nothing, if the other was seated, for draws and records name
    that player; or if both stand in another event, too."""
    event = lock_event(keep.event)
    if other.event_id != event.pk or keep.pk == other.pk:
        raise ValidationError(_("Choose two different players."), code="same_player")
    if other.seats.exists():
        raise ValidationError(
            _("%(player)s was seated under this seed rank: keep that entry."),
            code="seated",
            params={"player": str(other)},
        )
    gone, stays = other.player, keep.player
    taken = ("club", "team", "pinned_table", "gets_emails", "language")
    changes = {name: getattr(other, name) for name in taken}
    rename_in_pairs(event=event, codes={other.code: keep.code}, by=by)
    PlayerReport.objects.filter(entry=other).update(entry=keep)
    Registration.objects.filter(entry=other).update(entry=keep)
    Email.objects.filter(entry=other).update(entry=keep)
    audit.remove(other, by=by, event=event)
    _move_entries(gone, stays, by)
    email = gone.email
    audit.remove(gone, by=by, event=event)
    if email and not stays.email:
        audit.update(stays, {"email": email}, by=by, event=event)
    lacking = {name: value for name, value in changes.items() if value and not getattr(keep, name)}
    return audit.update(keep, lacking, by=by, event=event, action="merge")


def _move_entries(gone: Player, stays: Player, by: Actor) -> None:
    both = Event.objects.filter(entries__player=gone).filter(entries__player=stays)
    if both.exists():
        raise ValidationError(
            _("Both stand in another event, too: there they are two people."), code="elsewhere"
        )
    for entry in Entry.objects.filter(player=gone).select_related("event"):
        audit.update(entry, {"player_id": stays.pk}, by=by, event=entry.event, action="merge")
