"""How an event's edition shows itself on a page: its name, currency and pawn colours."""

import tomllib
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.game.editions import load_edition
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


def signs_of(event: EventDetail) -> Signs:
    """The signs of the event's edition, with what the organiser's own file corrects."""
    edition = load_edition(event.edition)
    own: dict[str, Any] = tomllib.loads(event.edition_file)
    pawns = {**edition.pawns, **own.get("pawns", {})}
    return Signs(
        name=own.get("name") or str(NAMES[event.edition]),
        currency=own.get("currency", edition.currency),
        pawns=f"{pawns['competitor']}-{pawns['monopolist']}",
    )
