"""Personal links as players type them into a form.

Each is the proof that an entry is theirs.
"""

from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournament.accounts.secret_links import tries_many
from tournament.careers.services import MAX_ENTRIES
from tournament.models import Entry
from tournament.people.services.personal_links import entry_by

MAX_LINK = 300
MAX_LINKS = MAX_ENTRIES - 1
"""The most links typed into a form at once, each of at most MAX_LINK characters."""


def entries_of_links(request: HttpRequest) -> list[Entry]:
    """Return the entries of the links that were typed, one a line.

    Links are typed whole or as their ends. Raise ValidationError for too many, and for one that
    opens nothing.
    """
    text = request.POST.get("links", "").strip()
    links = text[: MAX_LINKS * MAX_LINK].split()
    if len(text) > MAX_LINKS * MAX_LINK or len(links) > MAX_LINKS:
        raise ValidationError(
            _("Too many links: at most %(most)d at once, one a line.") % {"most": MAX_LINKS}
        )
    return [entry_of_link(request, link) for link in links]


def entry_of_link(request: HttpRequest, link: str) -> Entry:
    """Return the entry of a personal link as typed.

    Raise ValidationError if it opens nothing.
    """
    found = entry_by(link.rstrip("/").rpartition("/")[2])
    if found is None:
        if tries_many(request, "me"):
            raise ValidationError(_("Too many links that open nothing: wait a minute."))
        raise ValidationError(_("This is no personal link. Copy it from the e-mail or the card."))
    return found
