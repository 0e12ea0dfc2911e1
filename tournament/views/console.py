"""What every page of the organiser's console has: its event, the way on, and the way back."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.models import Event, Round
from tournament.views.crumbs import Crumb, to_console

ROUND = ("number", "closed_at")


def current_round(event: int) -> int:
    """The number of the round to which pages of the whole event lead: the first that is not closed,
    else the last; 0 where there is none yet (1 query)."""
    rounds = list(Round.objects.filter(event=event).order_by("number").values_list(*ROUND))
    open_ones = (number for number, closed_at in rounds if closed_at is None)
    return next(open_ones, rounds[-1][0] if rounds else 0)


def console_page(event: Event, title: str, *above: Crumb) -> dict[str, Any]:
    """The context of a page of an event that needs neither its seats nor its results (1 query)."""
    return {
        "event": event,
        "current_round": current_round(event.pk),
        "title": title,
        "crumbs": to_console(event, *above, Crumb(title)),
    }


def to_players(event: Event) -> Crumb:
    """The step back to the list of players."""
    return Crumb(_("Players"), reverse("tournament:organise-players", args=[event.slug]))
