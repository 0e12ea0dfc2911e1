"""The context of every page of the organiser's console.

It has the page's event, and the ways on and back.
"""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.console.crumbs import Crumb, to_console
from tournament.models import Event


def console_page(event: Event, title: str, *above: Crumb) -> dict[str, Any]:
    """Return the context of an organiser's page that needs neither seats nor results."""
    return {
        "event": event,
        "title": title,
        "crumbs": to_console(event, *above, Crumb(title)),
    }


def to_players(event: Event) -> Crumb:
    """Return the step back to the list of players."""
    return Crumb(_("Players"), reverse("tournament:organise-players", args=[event.slug]))
