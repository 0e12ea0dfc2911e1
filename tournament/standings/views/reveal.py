"""The page for the prize-giving.

The results that the public sees are frozen, then revealed from the last place up. The page
also has the prizes that have been earned.
"""

import datetime as dt
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import Action
from tournament.common.event_time import moment_of
from tournament.common.or_404 import or_404
from tournament.common.parameters import whole_number
from tournament.console.crumbs import Crumb, to_console
from tournament.console.event_time_field import EventTimeField
from tournament.console.pressed_once import pressed_once
from tournament.console.staff import StaffRequest, event_at, refusals_shown, staff_may
from tournament.models import Event, Result
from tournament.standings.selectors.freezing import moments_before_rounds
from tournament.standings.selectors.pages import EventPage, event_page
from tournament.standings.selectors.podium import called_rows, left_out_of, podium_of
from tournament.standings.selectors.prizes import hand_prizes_of, prizes_of
from tournament.standings.selectors.reveal_history import reveal_steps
from tournament.standings.services import reveal as services
from tournament.standings.views.hand_prizes import HandPrizeForm, give_from
from tournament.visibility import Reader

may_reveal = staff_may(Action.PUBLISH)


@require_safe
@may_reveal
def reveal(request: StaffRequest, slug: str) -> HttpResponse:
    """Show the final standings, the next step and the prizes.

    The page also shows what the public sees of the standings.
    """
    return _reveal_page(request, slug)


@require_POST
@may_reveal
@pressed_once
def give_prize(request: StaffRequest, slug: str) -> HttpResponse:
    """Note a prize given by hand; where the form is at fault, the page says why."""
    event = event_at(slug)
    form = HandPrizeForm(event.pk, request.POST)
    if not give_from(form, event, request):
        return _reveal_page(request, slug, form)
    messages.success(request, _("Noted: %(prize)s.") % {"prize": form.cleaned_data["title"]})
    return redirect("tournament:reveal", slug)


def _reveal_page(
    request: StaffRequest, slug: str, form: HandPrizeForm | None = None
) -> HttpResponse:
    page = or_404(event_page(slug, Reader.STAFF))
    missing = [
        (item.number, table.number)
        for item in page.rounds
        for table in item.tables
        if not table.finished
    ]
    context = {
        "event": page.event,
        "rounds": page.rounds,
        "standings": page.standings,
        "missing": missing,
        "results_are_in": page.is_played,
        "hidden_rounds": () if page.event.frozen_at else [*moments_before_rounds(page.event.pk)],
        "hides_nothing": not missing and _hides_nothing(page),
        "prizes": prizes_of(page),
        "hand_prizes": hand_prizes_of(page.event.pk),
        "form": form or HandPrizeForm(page.event.pk),
        "left_out": left_out_of(page.standings),
        "podium": podium_of(page.standings) if page.has_ended else (),
        "history": reveal_steps(event_at(slug)),
        "crumbs": to_console(page.event, Crumb(_("Prize-giving"))),
        **_steps(page, are_final=not missing),
    }
    return render(request, "tournament/standings/reveal.html", context)


def _hides_nothing(page: EventPage) -> bool:
    """Return whether the freeze hides no result (1 query).

    It hides none if no result was confirmed or chosen after the moment of the freeze. Without a
    freeze, return False.
    """
    moment = page.event.frozen_at
    if moment is None:
        return False
    later = Q(confirmed_at__gt=moment) | Q(decided_at__gt=moment)
    return not Result.objects.filter(later, table__round__event=page.event.pk).exists()


def _steps(page: EventPage, *, are_final: bool) -> dict[str, Any]:
    """Return the places for the prize-giving: revealed, next and previous.

    `shown` is the place revealed so far, `next_place` the next one up, and `last_place` the one
    before. Each is None if there is none. `beginnings` are the places at which the prize-giving
    can begin: nobody is called to another. No place comes next unless the places `are_final`.
    """
    shown = page.event.revealed_to
    ranks = sorted({row.rank for row in called_rows(page.standings)})
    ahead = [rank for rank in ranks if are_final and (shown is None or rank < shown)]
    return {
        "beginnings": ahead[::-1] if shown is None else (),
        "shown": shown,
        "next_place": max(ahead, default=None),
        "last_place": min((rank for rank in ranks if shown and rank > shown), default=None),
    }


@require_POST
@may_reveal
def freeze(request: StaffRequest, slug: str) -> HttpResponse:
    """Freeze the results now or at a chosen moment.

    The moment is before a round's results, or it is typed in the event's time zone.
    """
    event = event_at(slug)
    with refusals_shown(request):
        at = _moment(request.POST.get("at", "").strip(), event.time_zone)
        at = at or _before_round(request.POST.get("from_round", ""), event)
        services.freeze_results(event=event, at=at, by=request.user)
        messages.success(request, _("Frozen: the public sees no result that came later."))
    return redirect("tournament:reveal", slug)


def _before_round(text: str, event: Event) -> dt.datetime | None:
    """Return the moment before the first result of a round; None where none is chosen."""
    number = whole_number(text, 1)
    moment = moments_before_rounds(event.pk).get(number) if number else None
    if text and moment is None:
        raise ValidationError(_("This round has no results: choose another one."))
    return moment


def _moment(text: str, zone: str) -> dt.datetime | None:
    """Return the moment in a browser's field of date and time; None if it is empty."""
    try:
        return moment_of(EventTimeField().clean(text), zone)
    except ValidationError:
        raise ValidationError(_("Give the moment as date and time, or leave it empty.")) from None


@require_POST
@may_reveal
def step(request: StaffRequest, slug: str) -> HttpResponse:
    """Reveal up to a place, or hide the last one again; pressed twice it happens once."""
    seen = whole_number(request.POST.get("seen", ""), 1)
    up_to = whole_number(request.POST.get("up_to", ""), 1)
    with refusals_shown(request):
        event = event_at(slug)
        if up_to is not None and (seen is None or up_to < seen):
            services.refuse_missing_results(event)
        services.reveal_places(event=event, up_to=up_to, seen=seen, by=request.user)
    return redirect("tournament:reveal", slug)


@require_POST
@may_reveal
def show(request: StaffRequest, slug: str) -> HttpResponse:
    """Show the public everything again."""
    services.show_results(event=event_at(slug), by=request.user)
    messages.success(request, _("The public sees all results again."))
    return redirect("tournament:reveal", slug)
