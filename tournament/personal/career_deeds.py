"""The buttons of the personal page for the page over events."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournament.careers.services import end_career, leave_career, show_career, unlist_career
from tournament.models import Entry
from tournament.people.services.personal_links import BY_PLAYER
from tournament.personal.typed_links import entries_of_links


def show(request: HttpRequest, entry: Entry) -> str:
    """Show the entry on one page with the entries of other links that were typed.

    The links are personal links.
    """
    entries = [entry, *entries_of_links(request)]
    show_career(entries=entries, listed=request.POST.get("listed") == "on", by=BY_PLAYER)
    return _("Your page over events is there: its address is below.")


def leave(_request: HttpRequest, entry: Entry) -> str:
    """Take the entry off its page."""
    leave_career(entry=entry, by=BY_PLAYER)
    return _("This event is on no page over events any more.")


def end(_request: HttpRequest, entry: Entry) -> str:
    """Delete the player's page over all events; its address stops working."""
    end_career(entry=entry, by=BY_PLAYER)
    return _("Your page over events is gone, and its address leads nowhere any more.")


def unlist(_request: HttpRequest, entry: Entry) -> str:
    """Let no search engine list the page."""
    unlist_career(entry=entry, by=BY_PLAYER)
    return _("The page asks search engines to leave it out.")
