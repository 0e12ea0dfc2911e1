"""The right to change a season.

It is with everybody who may edit every event of the season, and with its owner while it has
no event.
"""

from django.core.exceptions import PermissionDenied

from tournament.access import Action, Person, may_everywhere, require
from tournament.models import Season
from tournament.seasons.selectors.events import events_of


def require_season(person: Person, season: Season) -> None:
    """Raise PermissionDenied unless the person may change the season.

    Raise Http404 where an event of it is hidden from the person.
    """
    events = events_of(season)
    for event in events:
        require(person, Action.EDIT_EVENT, event)
    if (
        not events
        and season.owner_id != person.pk
        and not may_everywhere(person, Action.EDIT_EVENT)
    ):
        raise PermissionDenied
