"""A small page of an event for frames on other sites."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from tournament.common.addresses import TEAMS, THEMES, embedded_rows
from tournament.common.or_404 import or_404
from tournament.events.edition_display import edition_display_of
from tournament.models import Round
from tournament.public.selectors.running import running_round
from tournament.public.selectors.versions import newest_state
from tournament.public.views.storing import forbid_storing_unpublished
from tournament.standings.selectors.pages import EventPage, published_page
from tournament.standings.selectors.teams import teams_of


@require_safe
@xframe_options_exempt
def embed(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the first rows of the standings, and the round being played.

    The page has a link to the event. `?show=teams` shows the rows of the teams.
    """
    page = or_404(published_page(slug))
    theme = request.GET.get("theme", "")
    teams = teams_of(page.event, page.standings) if request.GET.get("show") == TEAMS else None
    most = embedded_rows(request.GET)
    context = {
        "event": page.event,
        "edition_display": edition_display_of(page.event),
        "standings": page.standings,
        "teams": teams.rows[:most] if teams else (),
        "rows": () if teams else page.standings.rows[:most],
        "hall": running_round(newest_state(page.event.pk)),
        "playing": tables_that_play(page),
        "settled": page.is_settled,
        "theme": theme if theme in THEMES else "",
    }
    response = render(request, "tournament/public/embed.html", context)
    return forbid_storing_unpublished(response, page)


def tables_that_play(page: EventPage) -> int:
    """Return the number of tables of published rounds without a visible result."""
    playing = [item for item in page.rounds if item.status == Round.Status.PUBLISHED]
    return sum(len(item.tables) - item.tables_finished for item in playing)
