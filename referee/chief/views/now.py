"""The page Now: a round's steps, its clock, its tables and open matters.

The open matters wait for somebody.
"""

import json
from typing import Any

from django.contrib.auth.models import User
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from referee.chief.following import live_page
from referee.chief.views.pages import answer_context, event_of
from referee.log.control_room import ORDERS, ControlRoom, control_room, waiting_elsewhere
from referee.log.overview import paired_by_sheet
from referee.models import Device
from tournament.access import Action, may
from tournament.common.or_404 import or_404
from tournament.common.parameters import whole_number
from tournament.console.crumbs import to_console
from tournament.console.staff import StaffRequest, staff_may
from tournament.console.ways_back import NOW
from tournament.draws.outdated import SeatChanges, changes_since_draw
from tournament.events.selectors.current_round import round_to_show
from tournament.events.selectors.events import EventDetail, event_detail
from tournament.models import Round
from tournament.overview.round_steps import round_context
from tournament.people.attendance import count_present_before_draw
from tournament.rounds.selectors.before_draw import undrawn_step
from tournament.rounds.selectors.changes import seen_of
from tournament.rounds.selectors.leavers import seated_leavers
from tournament.rounds.selectors.prizes_given import are_prizes_given
from tournament.rounds.selectors.progress import progress_of
from tournament.rounds.selectors.waiting import rounds_to_confirm
from tournament.rounds.services.clock import grants_so_far
from tournament.rounds.states import MAX_SECONDS_TAKEN_BACK, RoundProgress
from tournament.visibility import Reader

WARNING_MINUTES = (15, 5, 1)
TEMPLATES = ("referee/chief/now.html", "referee/chief/now_anew.html")


@require_safe
@staff_may(Action.SEE_EVENT, event_of)
def now(request: StaffRequest, slug: str) -> HttpResponse:
    """Show the round to work on next or `?round=2`, with its tables.

    The tables are in the order of urgency, or by `?sort=number`.
    """
    event = or_404(event_detail(slug, Reader.STAFF))
    number = whole_number(request.GET.get("round", ""), least=1) or round_to_show(event)
    sort = request.GET.get("sort", "")
    order = sort if sort in ORDERS else ORDERS[0]
    rounds = Round.objects.select_related("event").defer("certificate")
    found = rounds.filter(event=event.pk, number=number).first()
    if found is None and number > event.number_of_rounds:
        raise Http404
    public = found is not None and found.status in Round.PUBLIC
    room = control_room(found, order=order) if found and public else None
    waiting = _waiting_context(request.user, event, number)

    def context() -> dict[str, Any]:
        progress = progress_of(found) if found else RoundProgress()
        return {
            "event": event,
            "order": order,
            "back": NOW,
            "crumbs": to_console(event),
            **waiting,
            **round_context(
                request, event, number, found, progress, leavers, checked_in, before, changes
            ),
            **(_context(room) if room else {}),
            **(answer_context(request.user, slug) if waiting else {}),
        }

    shown = _room_version(room) if room else found and seen_of(found)
    leavers = seated_leavers(found) if found else []
    checked_in = count_present_before_draw(event.pk, found)
    before = undrawn_step(event, number, found)
    changes = changes_since_draw(found) if found else SeatChanges()
    ends = found is not None and found.closed_at and number >= event.number_of_rounds
    given = are_prizes_given(event) if ends else None
    facts = (_event_version(event), before, changes, given, leavers, checked_in, _version(waiting))
    version = (number, order, shown, *facts)
    return live_page(request, version, TEMPLATES, context)


def _waiting_context(person: User, event: EventDetail, number: int) -> dict[str, Any]:
    """Return the context of the chief referee's part of the page (3 queries).

    That part is shown beside the tables, and to nobody else.
    """
    if not may(person, Action.ACT_AS_CHIEF, event):
        return {}
    elsewhere = waiting_elsewhere(event.pk, number)
    return {
        "elsewhere": list(elsewhere.items()),
        "to_confirm": rounds_to_confirm(event.pk, number),
        "by_sheet": paired_by_sheet(event.slug),
    }


def _event_version(event: EventDetail) -> tuple[object, ...]:
    """Return the values, besides the round, that the steps depend on."""
    revealed = (event.frozen_at, event.revealed_to)
    return (event.published, event.closed_at, event.number_of_rounds, revealed)


def _version(waiting: dict[str, Any]) -> tuple[object, ...]:
    devices: list[Device] = waiting.get("by_sheet", [])
    paired = [(device.pk, str(device), device.revoked_at) for device in devices]
    return (waiting.get("elsewhere"), waiting.get("to_confirm"), paired)


def _room_version(room: ControlRoom) -> tuple[object, ...]:
    """Return everything that is shown of the round.

    As time passes its main button changes, and what can be taken back.
    """
    clock = room.clock.clock
    longest = clock.remaining + max(room.clock.extra.values(), default=0)
    is_long_on = clock.elapsed > MAX_SECONDS_TAKEN_BACK
    return (room.version, clock.remaining <= 0, longest <= 0, is_long_on, _extra_left(room))


def _extra_left(room: ControlRoom) -> tuple[int, ...]:
    """Return the numbers of the tables that play, and whose extra time is not over."""
    clock = room.clock.clock
    if clock.state == "ended":
        return ()
    playing = (line for line in room.tables if line.state.clock_counts and line.extra)
    left = (line for line in playing if clock.remaining + line.extra > 0)
    return tuple(sorted(line.state.number for line in left))


def _context(room: ControlRoom) -> dict[str, Any]:
    round_ = room.round
    return {
        "room": room,
        "clock": room.clock.clock,
        "granted": grants_so_far(round_),
        "extra_left": _extra_left(room),
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
