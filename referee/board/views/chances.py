"""The page with the chances of a running table, and what they mean."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from referee.board.live_chances import chances_of_page
from tournament.common.or_404 import or_404
from tournament.console.crumbs import Crumb, to_table
from tournament.events.edition_display import edition_display_of
from tournament.standings.selectors.pages import table_page


@require_safe
def chances(request: HttpRequest, slug: str, number: int, table_number: int) -> HttpResponse:
    """Show each player's chance to win as a range."""
    page = or_404(table_page(slug, number, table_number))
    context = {
        "event": page.event,
        "edition_display": edition_display_of(page.event),
        "table": page.table,
        "chances": or_404(chances_of_page(page)),
        "crumbs": to_table(page.event, number, table_number, Crumb(gettext("Chances to win"))),
    }
    return render(request, "referee/board/chances.html", context)
