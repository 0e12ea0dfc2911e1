"""Arguments of commands, looked up or refused with a sentence."""

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tournament.models import Event, Round


def find_event(slug: str) -> Event:
    """Return the event at an address (CommandError naming the ones there are)."""
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        known = ", ".join(Event.objects.values_list("slug", flat=True)[:20]) or "–"
        message = _("There is no event %(slug)s. There are: %(known)s")
        raise CommandError(message % {"slug": slug, "known": known})
    return event


def find_round(event: Event, number: int) -> Round:
    """Return a round of an event (CommandError if there is none)."""
    found = event.rounds.select_related("event").filter(number=number).first()
    if found is None:
        message = _("%(event)s has no round %(number)d.")
        raise CommandError(message % {"event": event, "number": number})
    return found
