"""The control room: every table of a round and the hall's clock on one page that follows them."""

import json
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from referee.chief.following import live_page
from referee.chief.views.pages import answering, chief_only
from referee.log.control_room import (
    ORDERS,
    ControlRoom,
    control_room,
    round_to_watch,
    rounds_to_watch,
)
from tournament.common import hall_clock
from tournament.common.or_404 import or_404
from tournament.common.parameters import whole_number
from tournament.console.crumbs import Crumb, to_console
from tournament.console.staff import StaffRequest
from tournament.console.ways_back import NOW
from tournament.events.selectors.events import EventDetail, event_detail
from tournament.models import Round
from tournament.rounds.selectors.changes import seen_of
from tournament.rounds.services.clock import grants_so_far
from tournament.visibility import Reader

STEPS: dict[hall_clock.State, tuple[str, ...]] = {
    "waiting": ("start",),
    "running": ("pause", "call_time"),
    "paused": ("resume", "call_time"),
    "ended": ("resume",),
}
WARNING_MINUTES = (15, 5, 1)


@require_safe
@chief_only
def now(request: StaffRequest, slug: str) -> HttpResponse:
    """Show the round being played, or `?round=2`, sorted by urgency or by `?sort=number`."""
    event: EventDetail = or_404(event_detail(slug, Reader.STAFF))
    asked = whole_number(request.GET.get("round", ""), least=1)
    order = request.GET.get("sort", "")
    order = order if order in ORDERS else "needs"
    rounds = rounds_to_watch(slug)
    watched = round_to_watch(rounds, asked)
    numbers = [item.number for item in rounds]
    frame = {
        "event": event,
        "order": order,
        "crumbs": to_console(event, Crumb(gettext("Control room"))),
    }
    if watched is None:
        return render(request, "referee/chief/now.html", frame)
    room = control_room(watched, order=order)
    templates = ("referee/chief/now.html", "referee/chief/now_anew.html")
    version = (order, numbers, room.version)
    return live_page(
        request, version, templates, lambda: frame | _context(room) | answering(request.user, slug)
    )


def _context(room: ControlRoom) -> dict[str, Any]:
    round_: Round = room.round
    return {
        "room": room,
        "number": round_.number,
        "clock": room.clock.clock,
        "steps": () if round_.closed_at else STEPS[room.clock.clock.state],
        "seen": seen_of(round_),
        "granted": grants_so_far(round_),
        "back": NOW,
        "timing": reverse("tournament:round-timing", args=[round_.event.slug, round_.number]),
        "extra": reverse("tournament:clock-extra", args=[round_.event.slug, round_.number]),
        "warnings": json.dumps(_warnings(), ensure_ascii=False),
    }


def _warnings() -> dict[int, str]:
    """Return the sentence of each warning, by the seconds left when the page shows it."""
    sentence = gettext("%(minutes)d min left in the hall")
    return {
        0: gettext("Time is up in the hall"),
        **{minutes * 60: sentence % {"minutes": minutes} for minutes in WARNING_MINUTES},
    }
