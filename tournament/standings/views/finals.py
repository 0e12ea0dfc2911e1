"""The page of the cut to the finals: who would be in, what is missing, and who is."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import Action
from tournament.console.page import console_page
from tournament.console.staff import StaffRequest, event_at, refusals_shown, staff_may
from tournament.standings.selectors.finals import stages_of
from tournament.standings.services import finals as services


@require_safe
@staff_may(Action.SEE_DRAW)
def finals(request: StaffRequest, slug: str) -> HttpResponse:
    """Show every stage of the finals with the order at its cut, or how to have finals."""
    event = event_at(slug)
    context: dict[str, Any] = {
        **console_page(event, _("Cut to the finals")),
        "stages": stages_of(event),
    }
    return render(request, "tournament/standings/finals.html", context)


@require_POST
@staff_may(Action.DRAW)
def step(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Record the cut before a round, take it back, or let the next in order in."""
    event = event_at(slug)
    chosen = request.POST.get("step")
    with refusals_shown(request):
        if chosen == "record":
            services.make_cut(event=event, number=number, by=request.user)
            messages.success(request, _("The cut is recorded: the round can be drawn."))
        elif chosen == "take_back":
            services.take_back_cut(event=event, number=number, by=request.user)
            messages.success(request, _("The cut is taken back: nobody is a finalist."))
        elif chosen == "replace":
            player = request.POST.get("player", "")[:20]
            services.replace_finalist(event=event, number=number, player=player, by=request.user)
            messages.success(request, _("The next in order is in the finals."))
        else:
            messages.error(request, _("That is not a step of the finals."))
    return redirect("tournament:finals", slug)
