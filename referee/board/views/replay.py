"""The replay of a table's game.

There is a page for each moment, and a document for the page's script.
"""

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from referee.board.played import frames_or_none
from referee.board.views.replay_document import replay_document
from referee.board.views.replay_page import moment_context
from referee.chances.selectors import turning_points_of
from referee.records.frames import Frames
from tournament.common.or_404 import or_404
from tournament.console.crumbs import Crumb, to_table
from tournament.events.edition_display import edition_display_of
from tournament.standings.selectors.pages import TablePage, table_page


@require_safe
def replay(
    request: HttpRequest, slug: str, number: int, table_number: int, at: int | None = None
) -> HttpResponse:
    """Show the game at one moment, by default its start."""
    page = or_404(table_page(slug, number, table_number))
    frames = _frames(page)
    if at is not None and at >= len(frames.frames):
        raise Http404
    context = {
        "event": page.event,
        "edition_display": edition_display_of(page.event),
        "table": page.table,
        "crumbs": to_table(page.event, number, table_number, Crumb(gettext("Replay"))),
        "base": reverse("referee:replay", args=[slug, number, table_number]),
        **moment_context(frames, at or 0, figures=at is None, points=_points(page)),
        "of_many": at is not None,
    }
    return render(request, "referee/board/replay.html", context)


@require_safe
def frames(request: HttpRequest, slug: str, number: int, table_number: int) -> HttpResponse:
    """Answer with all moments of the game as JSON, in the language of the page."""
    page = or_404(table_page(slug, number, table_number))
    document = replay_document(_frames(page))
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return HttpResponse(text, content_type="application/json")


def _points(page: TablePage) -> list[dict[str, Any]]:
    """Return the turning points of a finished game whose record is shown (1 query)."""
    found = turning_points_of(page.table.pk) if page.table.finished else None
    return found.points if found else []


def _frames(page: TablePage) -> Frames:
    return or_404(frames_or_none(page))
