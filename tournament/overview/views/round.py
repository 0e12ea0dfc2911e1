"""A round's page.

It shows how far the round is, what is missing, the one step that leads on, and what can be
taken back.
"""

from collections.abc import Collection

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.access import Action
from tournament.backups.selectors import backups_and_job
from tournament.common.event_time import local_time
from tournament.common.or_404 import or_404
from tournament.common.parameters import free_text
from tournament.console.crumbs import to_console_round
from tournament.console.staff import StaffRequest, refusals_shown, staff_may
from tournament.console.ways_back import back_to
from tournament.draws.outdated import SeatChanges, changes_since_draw
from tournament.draws.views.confirmation import ask_before_publishing
from tournament.events.selectors.events import event_detail
from tournament.events.services.events import hide_event, update_event
from tournament.models import Event, Round
from tournament.overview.round_steps import PUBLISHING, RESULTS, TIMING, round_context
from tournament.people.attendance import count_present_before_draw
from tournament.rounds.selectors.before_draw import undrawn_step
from tournament.rounds.selectors.clock import clock_of_round
from tournament.rounds.selectors.leavers import seated_leavers
from tournament.rounds.selectors.progress import progress_of
from tournament.rounds.services.steps import take_step
from tournament.rounds.states import (
    RoundProgress,
    obstacles,
    undo_of,
)
from tournament.rounds.views.refusals import show_refusals
from tournament.rounds.views.start import StartForm
from tournament.rounds.wording import DONE, STEP_LABELS, numbers_text
from tournament.visibility import Reader


@require_safe
@staff_may(Action.SEE_EVENT)
def round_(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Show the page of one round, which need not have been drawn yet."""
    event = or_404(event_detail(slug, Reader.STAFF))
    found = Round.objects.select_related("event").filter(event=event.pk, number=number).first()
    if found is None and not 1 <= number <= event.number_of_rounds:
        raise Http404
    progress = progress_of(found) if found else RoundProgress()
    context = {
        "event": event,
        "drawn": progress.seated,
        "backups": backups_and_job(event),
        "crumbs": to_console_round(event, number),
        **round_context(
            request,
            event,
            number,
            found,
            progress,
            seated_leavers(found) if found else (),
            count_present_before_draw(event.pk, found),
            undrawn_step(event, number, found),
            changes_since_draw(found) if found else SeatChanges(),
        ),
    }
    if found and progress.clock == "waiting" and not progress.closed:
        at = local_time(found.starts_at, event.time_zone)
        context["start_form"] = StartForm(initial={"at": at})
    return render(request, "tournament/overview/round.html", context)


@require_POST
@staff_may(Action.PUBLISH)
def change_publication(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Publish the round or take that back.

    Where clubmates meet, or roles are out of balance, one has to be sure.
    """
    if request.POST.get("step") == "publish":
        question = ask_before_publishing(request, _round_at(slug, number))
        if question is not None:
            return question
    return _take(request, slug, number, PUBLISHING)


@require_POST
@staff_may(Action.MOVE_CLOCK)
def move_clock(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Start, pause, resume or end the hall's clock, or take its start back."""
    return _take(request, slug, number, TIMING)


@require_POST
@staff_may(Action.DECIDE_RESULTS)
def results(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Confirm the results or close the round, or take that back."""
    return _take(request, slug, number, RESULTS)


@require_POST
@staff_may(Action.DRAW)
def clear(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Delete all seats; of a round that is published its number has to be typed."""
    found = _round_at(slug, number)
    if found.status in Round.PUBLIC and request.POST.get("typed", "").strip() != str(number):
        messages.error(
            request,
            gettext("Type the number of the round to delete its seats: nothing was deleted."),
        )
        return redirect("tournament:organise-round", slug, number)
    return _take(request, slug, number, ("clear",))


@require_POST
@staff_may(Action.PUBLISH)
def publish_event(request: StaffRequest, slug: str) -> HttpResponse:
    """Publish the event, or hide it again (`do=hide`).

    Then return to the page of the form.
    """
    event = get_object_or_404(Event, slug=slug)
    with refusals_shown(request):
        if request.POST.get("do") == "hide":
            hide_event(event=event, by=request.user)
            messages.success(request, gettext("The event is hidden from the public again."))
        else:
            update_event(event=event, by=request.user, published=True)
            messages.success(request, gettext("The event is published: everybody sees it."))
    number = request.POST.get("round", "")
    if number.isascii() and number.isdecimal() and len(number) <= 3:
        return redirect("tournament:organise-round", slug, int(number))
    return redirect("tournament:organise-event", slug)


def _take(request: StaffRequest, slug: str, number: int, allowed: Collection[str]) -> HttpResponse:
    """Take the step that was asked for, and say how it went."""
    found, step = _round_at(slug, number), request.POST.get("step", "")
    own = reverse("tournament:organise-round", args=[slug, number])
    if step not in allowed:
        messages.error(request, gettext("That is not a step of a round."))
        return redirect(own)
    extra = _extra_time_left(found) if step == "call_time" else []
    try:
        take_step(
            round_=found,
            step=step,
            seen=request.POST.get("seen", ""),
            by=request.user,
            reason=free_text(request.POST.get("reason", ""), 200),
        )
    except ValidationError as error:
        show_refusals(request, found, error)
    else:
        _say_done(request, found, step)
        if extra:
            text = ngettext(
                "Table %(tables)s had extra time left.",
                "Tables %(tables)s had extra time left.",
                len(extra),
            )
            messages.warning(request, text % {"tables": numbers_text(tuple(extra))})
    return back_to(request, slug, number, own)


def _extra_time_left(found: Round) -> list[int]:
    """Return the numbers of the playing tables with extra time left (5 queries)."""
    hall = clock_of_round(found)
    playing = found.tables.filter(result__isnull=True).order_by("number")
    return [
        number
        for number in playing.values_list("number", flat=True)
        if hall.extra.get(number) and hall.clock.remaining + hall.extra[number] > 0
    ]


def _say_done(request: StaffRequest, found: Round, step: str) -> None:
    """Show the message that a step was taken, with a button that takes it back.

    The button is left out if the step cannot be taken back; its form is among the steps.
    """
    done = DONE["publish_hidden" if step == "publish" and not found.event.published else step]
    after = progress_of(_round_at(found.event.slug, found.number))
    undo = undo_of(after)
    offered = step in STEP_LABELS and undo is not None and not obstacles(undo, after)
    if not offered:
        messages.success(request, done)
        return
    button = '{} <button class="button" form="undo">{}</button>'
    messages.success(request, format_html(button, done, gettext("Undo")))


def _round_at(slug: str, number: int) -> Round:
    rounds = Round.objects.select_related("event")
    return get_object_or_404(rounds, event__slug=slug, number=number)
