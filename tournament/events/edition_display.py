"""An event's edition on a page: its name, currency and pawn colours."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from scoring.game.editions import Edition
from tournament.common.editions import edition_of
from tournament.events.selectors.events import EventDetail

EDITION_NAMES = {
    "us-2011": _("American, 2011"),
    "us-wooden": _("American, wooden pieces"),
    "eu-fr": _("European, French rules"),
    "ru-2014": _("Russian, 2014"),
}


@dataclass(frozen=True, slots=True)
class EditionDisplay:
    """An edition's name in the reader's language, and its currency sign.

    `pawns` names the competitors' and the monopolists' colour, as the style sheet does.
    """

    name: str
    currency: str
    pawns: str


def edition_display_of(event: EventDetail) -> EditionDisplay:
    """Return the display of the event's edition.

    An organiser's own edition brings its own name.
    """
    edition = edition_of(event)
    name = edition.name if event.edition_file else str(EDITION_NAMES[event.edition])
    return display_of(edition, name)


def display_of(edition: Edition, name: str) -> EditionDisplay:
    """Return the display of an edition under this name."""
    return EditionDisplay(
        name=name,
        currency=edition.currency,
        pawns=f"{edition.pawns['competitor']}-{edition.pawns['monopolist']}",
    )
