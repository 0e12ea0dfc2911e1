"""The organiser's page for late changes to a published round.

These are arrivals, leavers and replacements.
"""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import Action
from tournament.common.parameters import whole_number
from tournament.console.crumbs import Crumb
from tournament.console.page import console_page
from tournament.console.staff import StaffRequest, event_at, refusals_shown, staff_may
from tournament.draws.evaluation import evaluate_round
from tournament.draws.late_seats import LateSeat, late_seats
from tournament.draws.services.late_seats import (
    begun_tables,
    replace_player,
    seat_late_player,
    take_seat_away,
)
from tournament.models import Entry, Round, Seat
from tournament.people.selectors.player_list import entries_of
from tournament.rounds.selectors.stand_by import open_rounds, stand_by


@require_safe
@staff_may(Action.EDIT_PLAYERS)
def late_arrivals(request: StaffRequest, slug: str) -> HttpResponse:
    """List the players without a seat in the last open round.

    `?round=2` names another open round. `?player=KEY` offers seats to one of the players.
    """
    event = event_at(slug)
    rounds = open_rounds(event)
    number = whole_number(request.GET.get("round", ""))
    round_ = next((one for one in rounds if one.number == number), next(iter(rounds), None))
    if number and round_ and round_.number != number:
        messages.warning(request, _("Round %(number)d is not open.") % {"number": number})
        return redirect("tournament:late-arrivals", slug)
    back = Crumb(_("Check-in"), reverse("tournament:check-in", args=[slug]))
    context: dict[str, Any] = console_page(event, _("Late arrivals"), back)
    if round_ is not None:
        begun = begun_tables(round_)
        key = whole_number(request.GET.get("player", ""))
        listed = stand_by(round_, begun)
        chosen = next((entry for entry in listed.waiting if entry.pk == key), None)
        others = sorted(one.number for one in rounds if one != round_)
        context |= {"round": round_, "others": others, "listed": listed, "chosen": chosen}
        context["has_begun"] = bool(begun)
        if chosen is not None:
            context["offers"] = _offers(round_, chosen, begun)
    return render(request, "tournament/draws/late_arrivals.html", context)


def _offers(round_: Round, chosen: Entry, begun: set[int]) -> list[dict[str, Any]]:
    """Return the free seats, the cheapest first, with the names of the players there."""
    names = {entry.code: entry.name for entry in entries_of(round_.event)}
    try:
        found = late_seats(round_.event, evaluate_round(round_), chosen.code, begun)
    except ValidationError:
        return []
    return [
        {"seat": seat, "role": _role(seat), "names": _companion_names(seat, names)}
        for seat in found
    ]


def _role(seat: LateSeat) -> str:
    return str(Seat.Role(seat.role).label) if seat.role else ""


def _companion_names(seat: LateSeat, names: dict[str, str]) -> list[str]:
    return [names[code] for code in seat.companions]


@require_POST
@staff_may(Action.EDIT_PLAYERS)
def change_seat(request: StaffRequest, slug: str) -> HttpResponse:
    """Seat a late player, replace a player by another, or take one away.

    `do` is `seat` (with `player` and `table`), `replace` (with `player` and `other`, who takes
    over) or `away`.
    """
    event, does = event_at(slug), request.POST.get("do", "")
    round_ = get_object_or_404(
        Round.objects.select_related("event"),
        event=event,
        number=whole_number(request.POST.get("round", "")),
    )
    player = _entry(request, round_, "player")
    with refusals_shown(request):
        if does == "seat":
            table = whole_number(request.POST.get("table", "")) or 0
            seat_late_player(round=round_, entry=player, table=table, by=request.user)
            text = _("%(player)s sits at table %(table)d now.")
            messages.success(request, text % {"player": player.name, "table": table})
        elif does == "replace":
            other = _entry(request, round_, "other")
            replace_player(round=round_, entry=player, other=other, by=request.user)
            text = _("%(other)s has taken the seat of %(player)s.")
            names = {"other": other.name, "player": player.name}
            messages.success(request, text % names)
        elif does == "away":
            take_seat_away(round=round_, entry=player, by=request.user)
            text = _("%(player)s has no seat in this round any more.")
            messages.success(request, text % {"player": player.name})
    address = reverse("tournament:late-arrivals", args=[slug])
    return redirect(f"{address}?round={round_.number}")


def _entry(request: StaffRequest, round_: Round, name: str) -> Entry:
    entries = Entry.objects.filter(event=round_.event)
    return get_object_or_404(entries, pk=whole_number(request.POST.get(name, "")))
