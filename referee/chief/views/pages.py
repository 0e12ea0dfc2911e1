"""The chief referee's page of one game: log, tablets and confirmations."""

from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from referee.chief.following import live_page
from referee.chief.log_filter import log_filter, row_filter_from
from referee.chief.log_lines import describer_with
from referee.chief.position import table_position
from referee.log.overview import GameOverview, answers_given, game_overview
from referee.log.rows import event_of as event_in
from referee.models import GameLog, LoggedEvent
from tournament.access import Action, role_in
from tournament.common.parameters import whole_number
from tournament.console.crumbs import Crumb, to_console
from tournament.console.staff import staff_may
from tournament.console.ways_back import now_address
from tournament.models import Event, EventRole, Table
from tournament.results.selectors.reviews import review_of
from tournament.rounds.wording import table_name

# How an event is found from each thing that an address of these pages names.
EVENT_LOOKUPS = {
    "slug": "slug",
    "code": "table_codes",
    "table": "rounds__tables",
    "game": "rounds__tables__log",
    "device": "rounds__tables__log__devices",
    "call": "rounds__tables__log__calls",
    "entry": "rounds__tables__log__set_aside",
}


def event_of(**named: Any) -> Event:
    """Return the event that the address names.

    The address may name it directly, or through one of its parts. Raise Http404 if there is
    none.
    """
    if "slug" in named:
        # Rounds and tables are numbers within the event then, no keys.
        named = {"slug": named["slug"]}
    lookup = {EVENT_LOOKUPS[name]: value for name, value in named.items() if name in EVENT_LOOKUPS}
    return get_object_or_404(Event, **lookup)


chief_only = staff_may(Action.ACT_AS_CHIEF, event_of)
may_pair = staff_may(Action.PAIR_TABLETS, event_of)


def answer_context(person: User, slug: str) -> dict[str, Any]:
    """Return the context for the answer to a call.

    It holds earlier answers, and whether the call can be passed on. The only chief referee of
    an event passes no call on.
    """
    event = event_of(slug=slug)
    chiefs = event.memberships.filter(role=EventRole.CHIEF_REFEREE)
    alone = role_in(person, event) == EventRole.CHIEF_REFEREE and chiefs.count() == 1
    return {"answers": answers_given(slug), "passes_on": not alone}


@require_safe
@chief_only
def game(request: HttpRequest, game: UUID) -> HttpResponse:
    """Show one game: log, tablets, confirmations.

    `?before=120` shows older events, `?player=`, `?kind=` and `?turn=` some of them.
    """
    shown = game_of(game)
    before = whole_number(request.GET.get("before", ""))
    only = row_filter_from(request.GET)
    page = game_overview(shown, before=before, only=only)
    templates = ("referee/chief/game.html", "referee/chief/partials/game_live.html")
    review = review_of(shown.table_id)
    beside = {"review": review, "follows": before is None}

    def context() -> dict[str, Any]:
        narrowed = log_filter(shown, only, page.names)
        return {**_game_context(page), **beside, "filter": narrowed}

    return live_page(request, (page.version, review, only), templates, context)


def _game_context(page: GameOverview) -> dict[str, Any]:
    """Return the context of a game's page, its rows in words.

    1 query, and some 4 where this process has not read the log.
    """
    describer = describer_with(page.game, page.names, page.devices)
    return {
        "page": page,
        "position": table_position(page.game, page.names),
        "lines": [describer.described_row(row) for row in page.rows],
        "older": page.rows[-1].seq if page.has_older else None,
        "crumbs": game_crumbs(page.game),
        "absent": []
        if page.corrected
        else [(player, page.names[player]) for player in page.unconfirmed],
        "disputed": [(player, page.names[player]) for player in page.snapshot.get("disputed", [])],
        "in_place": [
            (player, page.names[player], reason)
            for player, reason in _reasons_in_place(page).items()
        ],
    }


def _reasons_in_place(page: GameOverview) -> dict[str, str]:
    """Return by player why the table's referee confirmed in their place.

    Only confirmations of the present statement count, with their rows on this page.
    """
    reasons: dict[str, str] = {}
    signed = page.snapshot.get("statement_hash")
    for row in reversed(page.rows):
        event = event_in(row) if row.kind == LoggedEvent.Kind.ADMIN else {}
        if event.get("type") == "confirm" and event["statement"] == signed:
            reasons[event["player"]] = event.get("reason", "")
    given = page.snapshot.get("confirmed", [])
    return {player: reasons[player] for player in given if reasons.get(player)}


def game_of(pk: UUID) -> GameLog:
    """Return the game with its event; or Http404."""
    games = GameLog.objects.select_related("table__round__event", "lease_device")
    return get_object_or_404(games, pk=pk)


def game_crumbs(game: GameLog, *rest: Crumb) -> list[Crumb]:
    """Return the crumbs from the event to a game and what lies below it."""
    return table_crumbs(game.table, reverse("chief:game", args=[game.pk]) if rest else "", *rest)


def table_crumbs(table: Table, address: str, *rest: Crumb) -> list[Crumb]:
    """Return the crumbs from the event to a table, and below it.

    The table's page is at `address`.
    """
    event = table.round.event
    label = table_name(table.round.number, table.number)
    return to_console(
        event,
        Crumb(gettext("Now"), now_address(event.slug, table.round.number)),
        Crumb(label, address),
        *rest,
    )


def game_address(game: UUID) -> Any:
    """Return the address of a game's page."""
    return reverse("chief:game", args=[game])
