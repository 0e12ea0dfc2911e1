"""How an event's edition shows itself on a page: its name, currency and pawn colours."""

from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext_lazy as _

from scoring.game.editions import Edition, load_edition
from tournament.editions import read_own
from tournament.selectors import EventDetail

NAMES = {
    "us-2011": _("American, 2011"),
    "us-wooden": _("American, wooden pieces"),
    "eu-fr": _("European, French rules"),
    "ru-2014": _("Russian, 2014"),
}


@dataclass(frozen=True, slots=True)
class Signs:
    """`pawns` names the competitors' and the monopolists' colour, as the style sheet does."""

    name: str
    currency: str
    pawns: str


def edition_of(event: EventDetail) -> Edition:
    """The edition an event is played by."""
    return _edition(event.edition, event.edition_file)


@lru_cache(maxsize=64)
def _edition(code: str, own: str) -> Edition:
    return read_own(own) if own else load_edition(code)


def signs_of(event: EventDetail) -> Signs:
    """The signs of the event's edition; an organiser's own one brings its own name."""
    edition = edition_of(event)
    return Signs(
        name=edition.name if event.edition_file else str(NAMES[event.edition]),
        currency=edition.currency,
        pawns=f"{edition.pawns['competitor']}-{edition.pawns['monopolist']}",
    )
