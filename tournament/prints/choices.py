"""Paper and language of a print: what is offered, what was chosen, and the file that is sent."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import get_language

from tournament.models import Event
from tournament.prints.typesetting import PAPERS, Paper

PAPER_NAMES: dict[Paper, str] = {"a4": "A4", "us-letter": "Letter"}


def choices_of(event: Event) -> dict[str, Any]:
    """Return the context of `tournament/prints/partials/choices.html`."""
    return {
        "papers": PAPER_NAMES,
        "paper": _usual_paper(event),
        "languages": settings.LANGUAGES,
        "language": get_language(),
    }


def chosen_paper(form: Mapping[str, Any], event: Event) -> Paper:
    """Return the paper that was chosen, else the usual one where the edition is sold."""
    chosen: Any = form.get("paper")
    return chosen if chosen in PAPERS else _usual_paper(event)


def chosen_language(form: Mapping[str, Any]) -> str:
    """Return the language that was chosen, else the reader's."""
    chosen = form.get("language", "")
    return chosen if chosen in dict(settings.LANGUAGES) else get_language() or "en"


def pdf_response(content: bytes, name: str) -> HttpResponse:
    """Return a PDF that the browser shows, and saves under this name."""
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return HttpResponse(content, content_type="application/pdf", headers=headers)


def _usual_paper(event: Event) -> Paper:
    return "us-letter" if event.edition.startswith("us-") else "a4"
