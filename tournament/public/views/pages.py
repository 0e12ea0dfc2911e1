"""Public pages of events, rounds and players.

Each shows only published facts, or 404.
"""

import datetime as dt
from collections.abc import Iterable
from operator import itemgetter
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language

from scoring.competition.seat_outcomes import SEAT_OUTCOMES
from tournament.common.or_404 import or_404
from tournament.common.startup import EVENTS, is_loading, startup_steps
from tournament.console.crumbs import Crumb, to_event, to_round
from tournament.events.edition_display import EDITION_NAMES, edition_display_of
from tournament.events.selectors.events import event_cards
from tournament.penalties.wording import outcome_label, outcome_sign
from tournament.public.selectors.running import (
    RunningRound,
    projected_rows,
    running_round,
    running_tables,
)
from tournament.public.selectors.versions import newest_state
from tournament.public.views.storing import forbid_storing_unpublished
from tournament.public.views.summary import sentence_of
from tournament.rounds.selectors.rounds import RoundView, SeatView, TableView
from tournament.standings.charts import PlacesChart, places_chart
from tournament.standings.selectors.pages import EventPage, published_page
from tournament.standings.selectors.places import places_of
from tournament.standings.selectors.podium import podium_of
from tournament.standings.selectors.seat_list import seat_list
from tournament.standings.selectors.standings import StandingsRow

ROWS_A_PAGE = 50
CONFIRMED_SHOWN = 5
NEXT_TABLES_SHOWN = 12
ANNOUNCEMENTS_SHOWN = 2
FEW_PLAYERS = 20
"""As many are found without a search: it stands below the standings."""


def told_announcements(state: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the newest announcements of an event's public state, the last one first."""
    told = [
        {"text": each["text"], "at": dt.datetime.fromisoformat(each["at"])}
        for each in state.get("announcements", {}).values()
    ]
    return sorted(told, key=itemgetter("at"), reverse=True)[:ANNOUNCEMENTS_SHOWN]


@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """Show the list of events, the latest first."""
    context = {
        "events": event_cards(),
        "editions": EDITION_NAMES.items(),
        "steps": startup_steps() if is_loading(EVENTS) else [],
    }
    return render(request, "tournament/public/events.html", context)


@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Show an event: tables that play, standings, rounds and their tables.

    The standings are shown fifty at a time.
    """
    page = or_404(published_page(slug))
    state = newest_state(page.event.pk)
    running = running_tables(state)
    hall = running_round(state)
    part = Paginator(page.standings.rows, ROWS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "standings": page.standings,
        "podium": podium_of(page.standings) if page.has_ended else (),
        "rows": part.object_list,
        "slice": part,
        "marked": any(row.marks for row in part.object_list),
        "penalized": [row for row in page.standings.rows if row.penalties],
        "signed_outcomes": signed_outcomes(part.object_list),
        "running": running,
        "announcements": told_announcements(state),
        "playing": {player.code: table.number for table in running for player in table.players},
        "projected": projected_rows(state),
        "groups": _groups(page),
        "hall": hall,
        "few_players": FEW_PLAYERS,
        # While tables play, the page is about now and has no room for more.
        "places": None if running else _places(page),
        "confirmed": _confirmed_last(page) if hall else [],
        "next_seats": () if running or hall is None else _next_seats(page, hall),
        "played": page.is_played,
        "over": page.is_over,
        "settled": page.is_settled,
        "summary": sentence_of(page),
        "crumbs": to_event(page.event),
    }
    response = render(request, "tournament/public/event.html", _in_event(page, context))
    return forbid_storing_unpublished(response, page)


def _groups(page: EventPage) -> list[str]:
    """Return the names that narrow the standings: teams of the event, or clubs."""
    own_teams = page.event.has_own_teams
    return sorted({player.team if own_teams else player.club for player in page.players} - {""})


def _places(page: EventPage) -> PlacesChart | None:
    return places_chart(places_of(page), [row.player for row in page.standings.rows])


@require_safe
def round_(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a round's tables with their seats and results."""
    page = or_404(published_page(slug))
    shown = round_of(page, number)
    context = {"round": shown, "over": page.is_over, "crumbs": to_round(page.event, number)}
    return render(request, "tournament/public/round.html", _in_event(page, context))


@require_safe
def seats(request: HttpRequest, slug: str) -> HttpResponse:
    """Show where everybody sits in the newest round, by name, or those of a `name`."""
    page = or_404(published_page(slug))
    name = request.GET.get("name", "")
    context = {
        "seats": seat_list(page, name),
        "name": name,
        "over": page.is_over,
        "crumbs": to_event(page.event, Crumb(gettext("Where do I sit?"))),
    }
    return render(request, "tournament/public/seats.html", _in_event(page, context))


# A language is no secret and changes nothing but the cookie that names it: without a token the
# public pages need no cookie of their own.
@csrf_exempt
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Remember the reader's language and go back to the page."""
    return set_language(request)


def round_of(page: EventPage, number: int) -> RoundView:
    """Return a round of the page by its number; Http404 if it is not shown."""
    return or_404(next((item for item in page.rounds if item.number == number), None))


def _confirmed_last(page: EventPage) -> list[tuple[TableView, list[SeatView]]]:
    """Return the tables confirmed last, newest first, each with its winners."""
    tables = [(t.confirmed_at, t) for r in page.rounds for t in r.tables if t.confirmed_at]
    newest = sorted(tables, key=itemgetter(0), reverse=True)[:CONFIRMED_SHOWN]
    return [(table, [seat for seat in table.seats if seat.is_winner]) for _at, table in newest]


def signed_outcomes(rows: Iterable[StandingsRow]) -> list[tuple[str, str]]:
    """Return the signs of outcomes that stand in these rows, each with its meaning."""
    found = {score.outcome for row in rows for score in row.scores if score}
    return [(outcome_sign(each), outcome_label(each)) for each in SEAT_OUTCOMES if each in found]


def _next_seats(page: EventPage, hall: RunningRound) -> tuple[TableView, ...]:
    """Return the tables of a round that has not begun.

    There are none if they are too many for the page.
    """
    shown = round_of(page, hall.number)
    if shown.tables_finished or hall.clock.state != "waiting":
        return ()
    return shown.tables if len(shown.tables) <= NEXT_TABLES_SHOWN else ()


def _in_event(page: EventPage, context: dict[str, object]) -> dict[str, object]:
    return {"event": page.event, "edition_display": edition_display_of(page.event), **context}
