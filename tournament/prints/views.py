"""The page of everything that can be printed, and the PDF files."""

from typing import NamedTuple

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_safe

from tournament.access import Action, may, require
from tournament.common.venue_address import venue_address
from tournament.console.crumbs import round_label
from tournament.console.page import console_page
from tournament.console.staff import StaffRequest, event_at, show_refusal, staff_may
from tournament.models import Event, Round
from tournament.prints.choices import (
    choices_of,
    chosen_language,
    chosen_paper,
    keep_paper,
    pdf_response,
)
from tournament.prints.document import Document, Order
from tournament.prints.documents import all_documents
from tournament.prints.typesetting import too_large, typeset, unprintable

MAX_PLAYERS = 2_000
"""The most players of an event that is printed: badges of 1,000 take 2 s, the half for codes."""
MAX_NAMED = 10


class DocumentLink(NamedTuple):
    """A document that the reader may print, and its address."""

    document: Document
    url: str


@require_safe
@staff_may(Action.ORGANISE)
def prints(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """List the documents of the event and of a round.

    The page has the choice of paper and language.
    """
    event = event_at(slug)
    if not 1 <= number <= event.number_of_rounds:
        raise Http404
    found = Round.objects.filter(event=event, number=number, tables__isnull=False).first()
    sees_round = found is not None and _may_see(request, event, found)
    allowed = [item for item in all_documents() if may(request.user, item.right, event)]
    context = {
        **console_page(event, _("Print")),
        "of_event": [_link(event, item) for item in allowed if not item.of_round],
        "of_round": [_link(event, item, number) for item in allowed if item.of_round],
        "sees_round": sees_round,
        "round_title": round_label(event, number),
        **choices_of(event, request.session),
        "unprintable": unprintable([event.name, *_names(event)])[:MAX_NAMED],
        "acts_as_chief": may(request.user, Action.ACT_AS_CHIEF, event),
    }
    return render(request, "tournament/prints/prints.html", context)


@require_safe
@login_required
def print_of_event(request: StaffRequest, slug: str, name: str) -> HttpResponse:
    """Send a document of the event to those who have its right."""
    document, event = _document(name, of_round=False), event_at(slug)
    require(request.user, document.right, event)
    return _send(request, document, event, None)


@require_safe
@login_required
def print_of_round(request: StaffRequest, slug: str, number: int, name: str) -> HttpResponse:
    """Send a document of a round that has seats.

    A document of a hidden round is sent only to people who may see its draw.
    """
    document, event = _document(name, of_round=True), event_at(slug)
    require(request.user, document.right, event)
    found = Round.objects.filter(event=event, number=number, tables__isnull=False).first()
    if found is None:
        raise Http404
    if not _may_see(request, event, found):
        require(request.user, Action.SEE_DRAW, event)
    return _send(request, document, event, found)


def _send(
    request: StaffRequest, document: Document, event: Event, found: Round | None
) -> HttpResponse:
    """Send the PDF, or go back to the page and say why there is none."""
    paper, language = chosen_paper(request.GET, event), chosen_language(request.GET)
    keep_paper(request.session, request.GET)
    order = Order(event, lambda path: venue_address(request, path), found)
    try:
        if event.entries.count() > MAX_PLAYERS:
            raise too_large()
        with override(language):
            data = document.data(order)
        template = document.template or document.name
        content = typeset(template, data, paper=paper, language=language)
    except ValidationError as error:
        show_refusal(request, error)
        return redirect("tournament:prints", event.slug, found.number if found else 1)
    number = f"-{found.number}" if found else ""
    return pdf_response(content, f"{event.slug}{number}-{document.name}.pdf")


def _may_see(request: StaffRequest, event: Event, found: Round) -> bool:
    """Return whether the reader may see a round's seats."""
    return found.status in Round.PUBLIC or may(request.user, Action.SEE_DRAW, event)


def _names(event: Event) -> list[str]:
    """Return the names of players and their clubs (1 query)."""
    found = event.entries.order_by("seed").values_list("name", "club", "team")
    return [name for names in found for name in names]


def _document(name: str, *, of_round: bool) -> Document:
    for document in all_documents():
        if (document.name, document.of_round) == (name, of_round):
            return document
    raise Http404


def _link(event: Event, document: Document, number: int | None = None) -> DocumentLink:
    if number is None:
        url = reverse("tournament:print", args=[event.slug, document.name])
    else:
        url = reverse("tournament:print-of-round", args=[event.slug, number, document.name])
    return DocumentLink(document, url)
