"""A round's page: how far it is, what is missing, the one step that leads on, and what can be taken
back."""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from tournament.access import Action, may
from tournament.backups.selectors import backups_and_job
from tournament.common.event_time import local_time
from tournament.common.finals import stage_of
from tournament.common.or_404 import or_404
from tournament.common.parameters import free_text
from tournament.console.crumbs import to_console_round
from tournament.console.staff import StaffRequest, refusals_shown, staff_may
from tournament.console.ways_back import back_to, is_sent_from_elsewhere
from tournament.draws.views.confirmation import ask_before_publishing
from tournament.events.selectors.events import EventDetail, event_detail
from tournament.events.services.events import hide_event, update_event
from tournament.models import Cut, Event, Round
from tournament.rounds.selectors.changes import seen_of
from tournament.rounds.selectors.progress import corrected_since_closed, progress_of
from tournament.rounds.services.steps import take_step
from tournament.rounds.states import (
    RoundProgress,
    State,
    Step,
    Undo,
    next_step,
    obstacles,
    state_of,
    undo_of,
)
from tournament.rounds.views.refusals import refusals_of, show_refusals
from tournament.rounds.views.start import StartForm
from tournament.rounds.wording import DONE, STATE_LABELS, STEP_LABELS, UNDO_LABELS
from tournament.visibility import Reader

PUBLISHING = ("publish", "unpublish")
TIMING = ("start", "pause", "resume", "call_time", "take_back_start")
RESULTS = ("confirm", "unconfirm", "close", "reopen")
ADDRESSES = {
    **dict.fromkeys(PUBLISHING, ("round-publishing", Action.PUBLISH)),
    **dict.fromkeys(TIMING, ("round-timing", Action.MOVE_CLOCK)),
    **dict.fromkeys(RESULTS, ("round-results", Action.ENTER_RESULTS)),
}


class StepButton(NamedTuple):
    """A step that the reader may take: its value, label and where its form goes."""

    step: str
    label: str
    url: str


class StateMark(NamedTuple):
    """One state on the way of a round: gone through, the present one, or still to come."""

    label: str
    done: bool
    present: bool


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
        "number": number,
        "round": found,
        "drawn": progress.seated,
        "state": STATE_LABELS[state_of(progress)],
        "backups": backups_and_job(event),
        "needs_cut": _needs_cut(event, number),
        "following": number + 1,
        "states": _states(progress),
        "crumbs": to_console_round(event, number),
        **_steps(request, event, number, progress),
        **(_of_round(request, found, progress) if found else {}),
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
@staff_may(Action.ENTER_RESULTS)
def results(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Confirm the results or close the round, or take that back."""
    return _take(request, slug, number, RESULTS)


@require_POST
@staff_may(Action.DRAW)
def clear(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Take all seats away; of a round that is published its number has to be typed."""
    found = _round_at(slug, number)
    if found.status in Round.PUBLIC and request.POST.get("typed", "").strip() != str(number):
        messages.error(
            request,
            gettext("Type the number of the round to take its seats away: nothing was done."),
        )
        return redirect("tournament:organise-round", slug, number)
    return _take(request, slug, number, ("clear",))


@require_POST
@staff_may(Action.PUBLISH)
def publish_event(request: StaffRequest, slug: str) -> HttpResponse:
    """Publish the event, or hide it again (`do=hide`), and return to the page of the form."""
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
    return back_to(request, slug, number, own)


def _say_done(request: StaffRequest, found: Round, step: str) -> None:
    """Say what was done, with what takes it back.

    That is a button, whose form is on the round's page, or the way there.
    """
    done = DONE["publish_hidden" if step == "publish" and not found.event.published else step]
    after = progress_of(_round_at(found.event.slug, found.number))
    undo = undo_of(after)
    offered = step in STEP_LABELS and undo is not None and not obstacles(undo, after)
    if not offered:
        messages.success(request, done)
        return
    if is_sent_from_elsewhere(request):
        page = reverse("tournament:organise-round", args=[found.event.slug, found.number])
        link, label = '{} <a href="{}#undo">{}</a>', gettext("Undo on the round’s page")
        messages.success(request, format_html(link, done, page, label))
        return
    button = '{} <button class="button" form="undo">{}</button>'
    messages.success(request, format_html(button, done, gettext("Undo")))


def _states(progress: RoundProgress) -> list[StateMark]:
    present = list(State).index(state_of(progress))
    return [
        StateMark(str(STATE_LABELS[state]), place < present, place == present)
        for place, state in enumerate(State)
    ]


def _steps(
    request: StaffRequest, event: EventDetail, number: int, progress: RoundProgress
) -> dict[str, Any]:
    """Return the steps: the one that leads on, the one that takes back, the others."""
    ahead, back = next_step(progress), undo_of(progress)
    others: list[Step | Undo | str] = []
    if not progress.closed and progress.published:
        others = {"waiting": ["start"], "running": ["pause", "call_time"],
                  "paused": ["resume", "call_time"], "ended": []}[progress.clock]  # fmt: skip
    undoes = back is not None and not obstacles(back, progress)
    named = [step for step in others if step != ahead]
    return {
        "next": _button(request, event, number, ahead) if ahead else None,
        # Nobody ends a round that has time left by pressing what stands out.
        "stands_out": ahead != "call_time" or progress.remaining <= 0,
        "draws": ahead == "draw",
        "others": [button for step in named if (button := _button(request, event, number, step))],
        "undo": _button(request, event, number, back) if back and undoes else None,
    }


def _button(request: StaffRequest, event: EventDetail, number: int, step: str) -> StepButton | None:
    """Return the button of a step.

    None for who may not take the step, and for the draw, which has a page of its own.
    """
    labels: dict[str, Any] = {
        **dict(STEP_LABELS.items()),
        **dict(UNDO_LABELS.items()),
        "pause": gettext("Pause the clock"),
    }
    if step not in ADDRESSES:
        return None
    name, action = ADDRESSES[step]
    if not may(request.user, action, event):
        return None
    url = reverse(f"tournament:{name}", args=[event.slug, number])
    return StepButton(step, str(labels[step]), url)


def _needs_cut(event: EventDetail, number: int) -> bool:
    """Return whether the round's finalists are still to be recorded.

    1 query, none in an event without finals.
    """
    stage = stage_of(event, number)
    if stage is None:
        return False
    return not Cut.objects.filter(event=event.pk, round_number=stage.first).exists()


def _of_round(request: HttpRequest, found: Round, progress: RoundProgress) -> dict[str, Any]:
    state = state_of(progress)
    missing_for: Step = "close" if state in (State.RESULTS_IN, State.CONFIRMED) else "confirm"
    waits = state not in (State.DRAFT, State.DRAWN, State.CLOSED)
    open_now = [
        obstacle
        for obstacle in (obstacles(missing_for, progress) if waits else ())
        if obstacle.code != "not_confirmed"
    ]
    return {
        "seen": seen_of(found),
        "missing": refusals_of(request, found, open_now),
        "missing_for": missing_for,
        "corrected": corrected_since_closed(found),
        "tables": found.tables.count(),
        "public": progress.published,
    }


def _round_at(slug: str, number: int) -> Round:
    rounds = Round.objects.select_related("event")
    return get_object_or_404(rounds, event__slug=slug, number=number)
