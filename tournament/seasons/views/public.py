"""The public pages: the list of seasons, and a season's table, also by role."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from scoring.competition.rating import PROVISIONAL
from scoring.competition.roles import ROLES
from tournament.console.crumbs import Crumb
from tournament.seasons.selectors.events import seasons_of
from tournament.seasons.selectors.tables import season_table
from tournament.visibility import Reader

ROWS_A_PAGE = 50
MAX_COLUMNS = 6
"""Each event has a column only in a season of so few; a row's opening has all."""


@require_safe
def seasons(request: HttpRequest) -> HttpResponse:
    """List the published seasons, the latest first."""
    context = {
        "slice": Paginator(seasons_of(Reader.PUBLIC), ROWS_A_PAGE).get_page(
            request.GET.get("page")
        ),
        "crumbs": [Crumb(pgettext("pages", "Seasons"))],
    }
    return render(request, "tournament/seasons/seasons.html", context)


@require_safe
def season(request: HttpRequest, season: str, role: str = "") -> HttpResponse:
    """Show a season's table, by the points of one role if it is given."""
    if role and role not in ROLES:
        raise Http404
    table = season_table(get_object_or_404(seasons_of(Reader.PUBLIC), slug=season), role)
    part = Paginator(table.lines, ROWS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "season": table.season,
        "table": table,
        "role": role,
        "slice": part,
        "columns": table.counting if len(table.counting) <= MAX_COLUMNS else [],
        "provisional": PROVISIONAL,
        "some_provisional": any(line.rating and line.rating.provisional for line in part),
        "crumbs": [
            Crumb(pgettext("pages", "Seasons"), reverse("tournament:seasons")),
            Crumb(table.season.name),
        ],
    }
    return render(request, "tournament/seasons/season.html", context)
