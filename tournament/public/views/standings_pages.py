"""Pages beside an event's standings: roles, teams, everybody on one page.

The players are shown by role.
"""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from tournament.analytics.results import results_of
from tournament.common.names import alphabetic_key
from tournament.common.or_404 import or_404
from tournament.console.crumbs import Crumb, to_event
from tournament.events.edition_display import edition_display_of
from tournament.models import Event
from tournament.public.selectors.running import projected_teams
from tournament.public.selectors.versions import newest_state
from tournament.public.views.pages import ROWS_A_PAGE
from tournament.standings.selectors.pages import published_page
from tournament.standings.selectors.roles import roles_of
from tournament.standings.selectors.teams import teams_of


@require_safe
def roles(request: HttpRequest, slug: str, number: int = 1) -> HttpResponse:
    """Show how each player did as competitor and as monopolist, fifty at a time.

    The first page shows everybody's results by role and by seat, too.
    """
    page = or_404(published_page(slug))
    found = roles_of(page)
    parts = Paginator(found.rows, ROWS_A_PAGE)
    if number not in parts.page_range:
        raise Http404
    context = {
        "event": page.event,
        "edition_display": edition_display_of(page.event),
        "standings": page.standings,
        "averages": found.averages,
        "widest": found.widest,
        "slice": parts.page(number),
        "results": results_of(page) if number == 1 else None,
        "over": page.is_over,
        "crumbs": to_event(page.event, Crumb(gettext("By role"))),
    }
    return render(request, "tournament/public/roles.html", context)


@require_safe
def teams(request: HttpRequest, slug: str, number: int = 1) -> HttpResponse:
    """Show the teams with the members that count, fifty at a time.

    404 in an event without teams.
    """
    page = or_404(published_page(slug))
    if page.event.teams == Event.Teams.OFF:
        raise Http404
    found = teams_of(page.event, page.standings)
    parts = Paginator(found.rows if found else (), ROWS_A_PAGE)
    if number not in parts.page_range:
        raise Http404
    context = {
        "event": page.event,
        "edition_display": edition_display_of(page.event),
        "standings": page.standings,
        "teams": found,
        "projected": projected_teams(newest_state(page.event.pk)),
        "slice": parts.page(number),
        "over": page.is_over,
        "crumbs": to_event(page.event, Crumb(gettext("Teams"))),
    }
    return render(request, "tournament/public/teams.html", context)


@require_safe
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all the players on one page, by name and by club.

    The page is for reading without a script.
    """
    page = or_404(published_page(slug))
    rows = {row.player.code: row for row in page.standings.rows}
    people = [(player, rows.get(player.code)) for player in page.players]
    by_name = sorted(people, key=lambda found: (alphabetic_key(found[0].name), found[0].seed))
    clubs: dict[str, list[str]] = {}
    for player, _row in by_name:
        if player.club:
            clubs.setdefault(player.club, []).append(player.code)
    context = {
        "event": page.event,
        "edition_display": edition_display_of(page.event),
        "standings": page.standings,
        "people": by_name,
        "clubs": sorted(clubs.items(), key=lambda club: alphabetic_key(club[0])),
        "over": page.is_over,
        "by_code": {player.code: (player, row) for player, row in by_name},
        "crumbs": to_event(page.event, Crumb(gettext("Players"))),
    }
    return render(request, "tournament/public/players.html", context)
