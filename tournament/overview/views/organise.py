"""The organisers' start page.

It has the events they may know of, and the ways on from each.
"""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.access import Action, own_events
from tournament.common.or_404 import or_404
from tournament.console.crumbs import to_console
from tournament.console.staff import StaffRequest, event_at, no_event, staff_may
from tournament.draws.outdated import changes_since_draw
from tournament.models import Round
from tournament.overview.views.to_do import (
    others_step,
    to_do,
    to_do_of_registrations,
    to_do_of_webhooks,
)
from tournament.rounds.selectors.progress import progress_of_rounds
from tournament.rounds.selectors.waiting import Waiting, waiting_of, with_redraw
from tournament.rounds.states import RedrawReason, State, state_of
from tournament.rounds.wording import STATE_LABELS
from tournament.standings.selectors.pages import event_page
from tournament.visibility import Reader

# Older events are listed without: nothing waits there any more.
MAX_WITH_TO_DO = 20


@require_safe
@staff_may(Action.ORGANISE, no_event)
def events(request: StaffRequest) -> HttpResponse:
    """Show the events in which the user may work, the latest first."""
    shown = list(own_events(request.user).defer("edition_file"))
    latest = shown[:MAX_WITH_TO_DO]
    waiting = waiting_of(latest)
    todo = {event.pk: to_do(request.user, event, waiting[event.pk]) for event in latest}
    others = {event.pk: others_step(request.user, event, waiting[event.pk]) for event in latest}
    listed = [(event, todo.get(event.pk, []), others.get(event.pk, "")) for event in shown]
    return render(request, "tournament/overview/events.html", {"events": listed})


@require_safe
@staff_may(Action.ORGANISE)
def event(request: StaffRequest, slug: str) -> HttpResponse:
    """Show one event: its rounds, and what its staff may do there."""
    page = or_404(event_page(slug, Reader.STAFF))
    found = event_at(slug)
    waiting = waiting_of([found])[page.event.pk]
    redraws = _redraws(waiting)
    if waiting.round:
        waiting = waiting._replace(round=with_redraw(waiting.round, redraws))
    context = {
        "event": page.event,
        "todo": [
            *to_do(request.user, page.event, waiting),
            *to_do_of_registrations(request.user, found),
            *to_do_of_webhooks(request.user, page.event, page.event.pk),
        ],
        "others_step": others_step(request.user, page.event, waiting),
        "redraws": redraws,
        "rounds": page.rounds,
        "shown_rounds": any(item.status in Round.PUBLIC for item in page.rounds),
        "states": _states(page.event.pk, page.event.number_of_rounds),
        "crumbs": to_console(page.event),
    }
    return render(request, "tournament/overview/event.html", context)


def _redraws(waiting: Waiting) -> dict[int, RedrawReason | None]:
    """Return why the current round is to be drawn again, by its number.

    8 queries for a round to be published, else none: a page of many events does without.
    """
    current = waiting.round
    if current is None or current.key is None or current.step != "publish":
        return {}
    found = Round.objects.select_related("event").get(pk=current.key)
    return {current.number: changes_since_draw(found).reason}


def _states(event: int, rounds: int) -> list[tuple[int, str]]:
    """Return every round of the event by number, with its state in words.

    Rounds that were not drawn are included.
    """
    drawn = list(Round.objects.filter(event=event).select_related("event").defer("certificate"))
    progress = progress_of_rounds(drawn)
    states = {item.number: state_of(progress[item.pk]) for item in drawn}
    return [
        (number, str(STATE_LABELS[states.get(number, State.DRAFT)]))
        for number in range(1, rounds + 1)
    ]
