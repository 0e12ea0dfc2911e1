"""Players of an event: adding, correcting, withdrawing and rejoining."""

from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.events.services.events import current_entry, lock_event
from tournament.models import Entry, Event
from tournament.people.services.apart import forget_in_pairs, rename_in_pairs


@transaction.atomic
def add_entry(
    *,
    event: Event,
    name: str,
    by: Actor,
    email: str = "",
    seed: int | None = None,
    club: str = "",
    team: str = "",
    status: str = Entry.Status.ACTIVE,
    name_display: str = Entry.NameDisplay.FULL,
    pinned_table: int | None = None,
    fee_due: Decimal | None = None,
    external_id: str = "",
) -> Entry:
    """Enter a player in an event, by default behind the last seed.

    Raise ValidationError if the name or the address is not valid, or if somebody of the event has
    the address or the seed.
    """
    event = lock_event(event)
    if seed is None:
        seed = next_seed(event)
    entry = Entry(
        event=event,
        name=name,
        email=email,
        seed=seed,
        club=club,
        team=team,
        status=status,
        name_display=name_display,
        pinned_table=pinned_table,
        fee_due=fee_due,
        external_id=external_id,
    )
    return audit.insert(entry, by=by, event=event)


@transaction.atomic
def update_entry(*, entry: Entry, by: Actor, **changes: Any) -> Entry:
    """Correct an entry's details.

    These are `name`, `email`, `seed`, `club`, `team`, `status`, `name_display`,
    `pinned_table`, `fee_due` and `external_id`. The seed stays once the player was seated: draws
    and game records name the player by it. Raise ValidationError if a value is not valid.
    """
    event = lock_event(entry.event)
    entry = current_entry(entry)
    if changes.get("seed", entry.seed) != entry.seed and entry.seats.exists():
        message = _("The player was seated under this seed rank, so it stays.")
        raise ValidationError({"seed": message})
    before = entry.code
    entry = audit.update(entry, changes, by=by, event=event)
    rename_in_pairs(event=event, codes={before: entry.code}, by=by)
    return entry


def withdraw_entry(*, entry: Entry, by: Actor) -> Entry:
    """Withdraw a player, who stays in the standings and is seated no more."""
    return update_entry(entry=entry, by=by, status=Entry.Status.DROPPED)


def rejoin_entry(*, entry: Entry, by: Actor) -> Entry:
    """Let a player rejoin; the next draw seats them again."""
    return update_entry(entry=entry, by=by, status=Entry.Status.ACTIVE)


@transaction.atomic
def remove_entry(*, entry: Entry, by: Actor) -> None:
    """Remove a player who has no seat from an event.

    Raise ValidationError if the player has a seat, or if somebody removed them meanwhile.
    """
    event = lock_event(entry.event)
    entry = current_entry(entry)
    if entry.seats.exists():
        raise ValidationError(_("The player has a seat: withdraw the entry instead."))
    forget_in_pairs(event=event, code=entry.code, by=by)
    audit.remove(entry, by=by, event=event)


def next_seed(event: Event) -> int:
    """Return the seed behind the last one."""
    last = Entry.objects.filter(event=event).aggregate(last=Max("seed"))["last"]
    return int(last or 0) + 1
