"""The public page of one table, and the download of its game record."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from referee.board.deeds import owned_deeds
from referee.board.drawing import draw
from referee.board.played import replayed_or_none
from referee.board.position import board_of
from referee.board.running import running_board
from referee.board.statement import statement_of
from referee.board.views.ledger import newest_turns
from referee.records import selectors as records
from referee.records.replayed import ReplayedRecord
from referee.records.selectors import RecordView
from tournament.common.or_404 import or_404
from tournament.console.crumbs import to_table
from tournament.events.edition_display import edition_display_of
from tournament.models import Round
from tournament.standings.selectors.pages import TablePage, table_page

RECORD_TYPE = "application/x-ndjson; charset=utf-8"


@require_safe
def table(request: HttpRequest, slug: str, number: int, table_number: int) -> HttpResponse:
    """Show seats, board, statement and ledger of a table, or its running board."""
    page = or_404(table_page(slug, number, table_number))
    record = records.record_of(page.table.pk)
    context = {
        "event": page.event,
        "edition_display": edition_display_of(page.event),
        "table": page.table,
        "round_finished": page.round_status == Round.Status.FINISHED,
        "record": record,
        "crumbs": to_table(page.event, number, table_number),
        "running": None if page.table.finished else running_board(page),
        **(_game_context(page, record) if record else {}),
    }
    return render(request, "referee/board/table.html", context)


@require_safe
def record(request: HttpRequest, slug: str, number: int, table_number: int) -> HttpResponse:
    """Send the table's game record as a download, with the names that the public sees."""
    page = or_404(table_page(slug, number, table_number))
    stored = or_404(records.record_of(page.table.pk))
    name = f"{slug}-r{number}-t{table_number}.amr.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(stored.text.encode(), content_type=RECORD_TYPE, headers=headers)


def _game_context(page: TablePage, record: RecordView) -> dict[str, Any]:
    """Return board, statement and ledger for a table's page.

    Only `outdated` is set where today's rules refuse the record.
    """
    game = replayed_or_none(page, record)
    if game is None:
        return {"outdated": True}
    return {
        "board": _drawing(page, game),
        "deeds": owned_deeds(game.state, game.names),
        "statement": statement_of(game.state, game.names),
        "game": game,
        "ledger": newest_turns(page, game),
    }


def _drawing(page: TablePage, game: ReplayedRecord) -> Any:
    title = gettext("Board of table %(table)d in round %(round)d at the end of the game") % {
        "table": page.table.number,
        "round": page.table.round,
    }
    return draw(board_of(game.state), title, gettext("The list of deeds below says the same."))
