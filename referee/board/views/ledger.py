"""A table's ledger in pages: turn by turn, the newest first."""

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_safe

from referee.board.played import replayed_or_none
from referee.engine.state import FINISHED
from referee.records.frames import MAX_EVENTS, frame_numbers
from referee.records.replayed import ReplayedRecord
from referee.records.turns import (
    BANKRUPTCY,
    KINDS,
    MONOPOLY,
    PROCEDURE,
    TIME,
    TRADE,
    Moment,
    Turn,
    moments_of,
    turns_of,
)
from tournament.common.or_404 import or_404
from tournament.console.crumbs import Crumb, to_table
from tournament.events.edition_display import edition_display_of
from tournament.standings.selectors.pages import TablePage, table_page

TURNS_A_PAGE = 40
TURNS_AT_FIRST = 8
"""Turns on the table's page as first shown, which has to be small."""


@dataclass(frozen=True, slots=True)
class JumpLink:
    """A link to one moment: its event, and its place in the ledger's pages."""

    moment: Moment
    address: str


@dataclass(frozen=True, slots=True)
class Jumps:
    """The links to all moments of one kind, in order of play."""

    title: str
    links: list[JumpLink]


@require_safe
def ledger(
    request: HttpRequest, slug: str, number: int, table_number: int, page: int
) -> HttpResponse:
    """Show one page of the ledger; page 1 is the newest."""
    shown = or_404(table_page(slug, number, table_number))
    game = or_404(replayed_or_none(shown))
    pages = Paginator(_newest_first(game), TURNS_A_PAGE)
    if not 1 <= page <= pages.num_pages:
        raise Http404
    context = {
        "event": shown.event,
        "edition_display": edition_display_of(shown.event),
        "table": shown.table,
        "game": game,
        "ledger": _context(shown, game, pages.page(page)),
        "crumbs": to_table(shown.event, number, table_number, Crumb(pgettext("game", "Ledger"))),
    }
    return render(request, "referee/board/ledger.html", context)


def newest_turns(page: TablePage, game: ReplayedRecord) -> dict[str, Any]:
    """Return the newest turns of the ledger, for the page of the table."""
    turns = _newest_first(game)
    first = Paginator(turns[:TURNS_AT_FIRST], TURNS_A_PAGE).page(1)
    return {**_context(page, game, first), "more": len(turns) > TURNS_AT_FIRST}


def _context(page: TablePage, game: ReplayedRecord, turns: Page[Turn]) -> dict[str, Any]:
    goes_on = game.state.status != FINISHED and turns.number == 1
    return {
        "turns": turns.object_list,
        "page": turns,
        # For a finished game this would be the whole circuit, which the statement has.
        "unfolded": turns.object_list[0] if goes_on and turns.object_list else None,
        "jumps": _jumps(page, game),
        "replay": _replay(page, game),
        "first_page": _address(page, 1),
    }


def _newest_first(game: ReplayedRecord) -> list[Turn]:
    return turns_of(game.entries)[::-1]


def _address(page: TablePage, number: int) -> str:
    table = page.table
    return reverse("referee:ledger", args=[page.event.slug, table.round, table.number, number])


def _replay(page: TablePage, game: ReplayedRecord) -> dict[int, str]:
    """Return the replay address of each line's moment.

    Empty if the game is too long for a replay.
    """
    if len(game.entries) > MAX_EVENTS:
        return {}
    base = reverse("referee:replay", args=[page.event.slug, page.table.round, page.table.number])
    return {line: f"{base}{number}/" for line, number in frame_numbers(game.entries).items()}


def _jumps(page: TablePage, game: ReplayedRecord) -> list[Jumps]:
    """Return the links to moments by kind, without kinds that the game lacks."""
    place = {
        entry.line: index // TURNS_A_PAGE + 1
        for index, turn in enumerate(_newest_first(game))
        for entry in turn.entries
    }
    moments = moments_of(game.entries)
    links = [
        JumpLink(m, f"{_address(page, place[m.entry.line])}#line-{m.entry.line}") for m in moments
    ]
    by_kind = [(kind, [link for link in links if link.moment.kind == kind]) for kind in KINDS]
    return [Jumps(kind_name(kind), found) for kind, found in by_kind if found]


def kind_name(kind: str) -> str:
    """Return the plural name of a kind of moments."""
    return {
        MONOPOLY: gettext("Monopolies"),
        TRADE: gettext("Trades"),
        BANKRUPTCY: gettext("Bankruptcies"),
        TIME: gettext("Time called"),
        PROCEDURE: gettext("End procedure"),
    }[kind]
