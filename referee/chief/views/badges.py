"""Badges to print: each player's name with the address of the player's page as a QR code, which a
phone's camera opens; the page begins with the seat."""

from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.access import Action
from tournament.common.or_404 import or_404
from tournament.common.qr_codes import qr_svgs
from tournament.common.venue_address import venue_address
from tournament.console.crumbs import Crumb, to_console
from tournament.console.staff import staff_may
from tournament.events.selectors.events import EventDetail, event_detail
from tournament.models import Event
from tournament.rounds.selectors.players import PlayerRef, players_of
from tournament.visibility import Reader

BADGES_A_PAGE = 120
"""They fill fifteen sheets of A4."""


class Badge(NamedTuple):
    """One player's printed badge: the name as the public sees it, and the QR code (SVG)."""

    player: PlayerRef
    qr: str


@require_safe
@staff_may(Action.SEE_PLAYERS)
def badges(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the badges of all who have not dropped out, by seed, so many on a page."""
    shown: EventDetail = or_404(event_detail(slug, Reader.STAFF))
    players = players_of(get_object_or_404(Event, slug=slug), Reader.PUBLIC).values()
    staying = [player for player in players if not player.dropped]
    part = Paginator(staying, BADGES_A_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "event": shown,
        "badges": _badges(request, slug, list(part)),
        "slice": part,
        "crumbs": to_console(shown, Crumb(_("Badges"))),
    }
    return render(request, "referee/chief/badges.html", context)


def _badges(request: HttpRequest, slug: str, players: list[PlayerRef]) -> list[Badge]:
    pages = (reverse("referee:player", args=[slug, player.seed]) for player in players)
    drawn = qr_svgs(venue_address(request, page) for page in pages)
    return [Badge(player, qr) for player, qr in zip(players, drawn, strict=True)]
