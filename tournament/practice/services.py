"""A practice event with made-up players.

It is made with one press, and deleted with one.
"""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament import audit
from tournament.audit import Actor
from tournament.boards import boards
from tournament.events.services.events import begin_event, lock_event
from tournament.models import Event
from tournament.people.services.entries import add_entry

PLAYERS = 24
FIRST_NAMES = (
    "Ada", "Ben", "Chloé", "Дарья", "Eszter", "Femi", "Giulia", "Hana", "Ines", "Jonas", "Kofi",
    "Léa",
)  # fmt: skip
CLUBS = ("North", "South", "East", "West")


@transaction.atomic
def make_practice_event(*, by: Actor) -> Event:
    """Create an event of today that the public never sees, with invented players."""
    name = _("Practice")
    event = begin_event(name=name, starts_on=timezone.localdate(), practice=True, by=by)
    for number in range(PLAYERS):
        first, round_ = FIRST_NAMES[number % len(FIRST_NAMES)], number // len(FIRST_NAMES) + 1
        name = f"{first} {'I' * round_}"
        add_entry(event=event, name=name, club=CLUBS[number % len(CLUBS)], by=by)
    return event


@transaction.atomic
def delete_practice_event(*, event: Event, by: Actor) -> None:
    """Delete a practice event with its results and players.

    Raise ValidationError for any other event.
    """
    event = lock_event(event)
    if not event.practice:
        raise ValidationError(_("Only a practice event is deleted like this."))
    boards().delete_practice_logs(event)
    audit.remove(event, by=by, event=event)
