"""Warnings about players entered beyond a limit or past the waiting list.

They are for the person who enters a player by hand beyond the event's limit, or past its
waiting list.
"""

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournament.models import Event, Registration
from tournament.people.selectors.registrations import places_of, waiting_of


def first_passed(event: Event, entering: Registration | None = None) -> Registration | None:
    """Return the first on the waiting list whom an entry by hand now passes.

    None where the event has no limit, and where the first is the one who is `entering`. 1
    query.
    """
    if event.registration_limit is None:
        return None
    first = waiting_of(event).first()
    return None if first == entering else first


def warn_of_limit(request: HttpRequest, event: Event, passed: Registration | None) -> None:
    """Warn on the next page of too many players, and of a player who was passed.

    The limit is the event's number of players. 2 queries.
    """
    limit = event.registration_limit
    if limit is None:
        return
    taken = places_of(event).taken
    if taken > limit:
        text = _("The event's limit of players is %(limit)d, and it has %(taken)d now.")
        messages.warning(request, text % {"limit": limit, "taken": taken})
    if passed is not None:
        text = _("%(player)s is first on the waiting list and was passed over.")
        messages.warning(request, text % {"player": passed.name})
