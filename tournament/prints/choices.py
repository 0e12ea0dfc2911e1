"""Paper and language of a print: the offer, the choice, and the file sent."""

from collections.abc import Mapping, MutableMapping
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import get_language

from tournament.common.languages import known_language
from tournament.models import Event
from tournament.prints.typesetting import PAPERS, Paper

PAPER_NAMES: dict[Paper, str] = {"a4": "A4", "us-letter": "Letter"}
A4_IN_AMERICA = """
    Araguaina Argentina Asuncion Bahia Belem Boa_Vista Buenos_Aires Campo_Grande Catamarca Cayenne
    Cordoba Cuiaba Danmarkshavn Eirunepe Fortaleza Godthab Guadeloupe Guayaquil Guyana Jujuy La_Paz
    Lima Maceio Manaus Marigot Martinique Mendoza Miquelon Montevideo Noronha Nuuk Paramaribo
    Porto_Acre Porto_Velho Recife Rio_Branco Rosario Santarem Sao_Paulo Scoresbysund St_Barthelemy
    Thule
"""
"""The American time zones in which A4 is the usual paper; it is in `Argentina` as a whole."""
CHOSEN = "paper"
"""The key of a session under which its last choice of a paper is kept."""


def choices_of(event: Event, session: Mapping[str, Any]) -> dict[str, Any]:
    """Return the context of `tournament/prints/partials/choices.html`."""
    return {
        "papers": PAPER_NAMES,
        "paper": chosen_paper(session, event),
        "languages": settings.LANGUAGES,
        "language": get_language(),
    }


def chosen_paper(form: Mapping[str, Any], event: Event) -> Paper:
    """Return the paper that was chosen, else the usual one of the event's place."""
    chosen: Any = form.get(CHOSEN)
    return chosen if chosen in PAPERS else _usual_paper(event)


def keep_paper(session: MutableMapping[str, Any], form: Mapping[str, Any]) -> None:
    """Keep the paper that was chosen, for the next page that offers the choice."""
    if form.get(CHOSEN) in PAPERS:
        session[CHOSEN] = form[CHOSEN]


def chosen_language(form: Mapping[str, Any]) -> str:
    """Return the language that was chosen, else the reader's."""
    return known_language(form.get("language", "")) or get_language() or "en"


def pdf_response(content: bytes, name: str) -> HttpResponse:
    """Return a PDF that the browser shows, and saves under this name."""
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return HttpResponse(content, content_type="application/pdf", headers=headers)


def _usual_paper(event: Event) -> Paper:
    """Return Letter in North America and the other countries that use it, else A4."""
    area, _slash, place = event.time_zone.partition("/")
    american = area in ("America", "US", "Canada", "Mexico") or place == "Honolulu"
    return "us-letter" if american and place.split("/")[0] not in A4_IN_AMERICA.split() else "a4"
