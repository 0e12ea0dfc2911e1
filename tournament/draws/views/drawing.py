"""The organiser's page of a round's draw: look at it, swap seats, draw again."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext, pgettext
from django.views.decorators.http import require_POST, require_safe

from tournament import seating
from tournament.access import Action
from tournament.common.finals import last_before_cut
from tournament.common.or_404 import or_404
from tournament.common.parameters import whole_number
from tournament.console.crumbs import Crumb, to_console_round
from tournament.console.staff import StaffRequest, refusals_shown, staff_may
from tournament.draws.advice import is_better_drawn_together, rounds_drawn_after
from tournament.draws.evaluation import (
    EvaluatedRound,
    criteria_after_swap,
    criterion_values,
    evaluate_round,
)
from tournament.draws.outdated import (
    SeatChanges,
    changes_since_draw,
    named_unseated,
    outdated_draws,
)
from tournament.draws.problem import players_not_here, players_to_seat, seat_differences
from tournament.draws.seats import digest_of_seats, tables_after_swap, tables_of_round
from tournament.draws.services.draw_jobs import cancel_draw, request_draw
from tournament.draws.services.kept_seats import keep_seats
from tournament.draws.services.swaps import swap_seats
from tournament.draws.views.confirmation import ask_before_drawing
from tournament.draws.wording import translated_sentences
from tournament.events.edition_display import edition_display_of
from tournament.events.forecast import forecast
from tournament.models import DrawJob, Event, Round
from tournament.rounds.next_steps import waits_for_text
from tournament.rounds.selectors.before_draw import undrawn_step
from tournament.rounds.selectors.changes import seen_of
from tournament.rounds.selectors.rounds import RoundView
from tournament.rounds.services.rounds import ensure_round
from tournament.rounds.states import Step
from tournament.rounds.views.refusals import Link, RefusalShown, refusal_html
from tournament.rounds.wording import MAX_TABLES_NAMED, numbers_text
from tournament.standings.selectors.pages import EventPage, event_page
from tournament.visibility import Reader

MAX_DRAW_SECONDS = 600
MAX_NAMED = 8


@require_safe
@staff_may(Action.SEE_DRAW)
def draw(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Show the tables and criteria of a round's draw.

    For `?one=p01&other=p02`, also show the changes that swapping these would make.
    """
    page = or_404(event_page(slug, Reader.STAFF))
    shown = next((item for item in page.rounds if item.number == number), None)
    if shown is None and not 1 <= number <= page.event.number_of_rounds:
        or_404(shown)
    context = _frame(page, number, shown)
    changes = SeatChanges()
    if shown is not None:
        round = _round(slug, number)
        context["round_seen"] = seen_of(round)
        if shown.tables:
            changes = changes_since_draw(round)
            context["outdated"] = [*_outdated_texts(round), *changes.texts]
            context["seats_stay"] = _why_seats_stay(round, shown)
            context["unseated"] = _unseated(round, context, changes)
            kept = {"kept": round.kept, "kept_seen": ",".join(round.kept)}
            context |= kept | _evaluation(request, page, round)
            context["with_results"] = _with_results(shown, request.GET)
    is_drawn = shown is not None and bool(shown.tables)
    if not (context["public"] and is_drawn):
        event = Event.objects.get(pk=page.event.pk)
        step: Step = "publish"
        if not is_drawn:
            step = undrawn_step(event, number, None) or "draw"
            context["needs_cut"] = step == "record_cut"
            context["expected"] = forecast(players_to_seat(event, number), event.table_sizes)
        if not context["public"]:
            context |= _not_here(event, number)
            context["redraw"] = bool(context["leavers"] or changes.reason)
            context["waits_for"] = waits_for_text(request.user, step, event)
    part = request.GET.get("part") == "preview"
    template = "partials/draw_quality.html" if part else "draw.html"
    return render(request, f"tournament/draws/{template}", context)


@require_POST
@staff_may(Action.DRAW)
def swap(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Save the exchange that was looked at."""
    given: Any = {key: request.POST.get(key, "") for key in ("one", "other", "seen")}
    done = gettext("Saved: the two players have taken each other’s seat.")
    write = partial(_swap, request, slug, number, given)
    return _act(request, slug, number, done, write)


def _swap(
    request: StaffRequest, slug: str, number: int, given: Mapping[str, Any], round: Round
) -> None:
    """Swap two players; say which later rounds were drawn to go with the seats before."""
    before = {s.player: t.number for t in tables_of_round(round) for s in t.seats}
    swap_seats(round=round, by=request.user, **given)
    moved = before.get(given["one"]) != before.get(given["other"])
    if later := rounds_drawn_after(round.event, number) if moved else ():
        text = ngettext(
            "Round %(rounds)s was drawn before this swap: draw it again, so that fewer meet again.",
            "Rounds %(rounds)s were drawn before this swap: draw them again, so that fewer meet"
            " again.",
            len(later),
        )
        words = {"rounds": numbers_text(later)}
        links = tuple(_link_to_draw(slug, each) for each in later[:MAX_TABLES_NAMED])
        messages.warning(request, refusal_html(RefusalShown(text % words, links)))


def _link_to_draw(slug: str, number: int) -> Link:
    text = gettext("Draw of round %(number)s") % {"number": number}
    return Link(text, reverse("tournament:organise-draw", args=[slug, number]))


@require_POST
@staff_may(Action.DRAW)
def keep(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Keep the ticked seats, and no others, when the round is drawn again."""
    kept = request.POST.getlist("kept")
    done = gettext("Saved: the ticked seats stay when the round is drawn again.")
    seen = [player for player in request.POST.get("kept_seen", "").split(",") if player]
    write = partial(keep_seats, players=kept, seen=seen, by=request.user)
    return _act(request, slug, number, done, write)


@require_POST
@staff_may(Action.DRAW)
def start(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Request a draw in the background, creating the round if it does not exist yet.

    If seats were changed by hand, the user must confirm.
    """
    event = get_object_or_404(Event, slug=slug)
    seconds = _seconds(request.POST.get("seconds", ""))
    all_rounds = request.POST.get("all_rounds") == "on"
    last = last_before_cut(event, number) if all_rounds else number
    question = ask_before_drawing(request, event, range(number, last + 1))
    if question is not None:
        return question
    with refusals_shown(request):
        request_draw(
            round=ensure_round(event=event, number=number, by=request.user),
            by=request.user,
            all_rounds=all_rounds,
            time_limit=seconds,
            seen=request.POST.get("seen", ""),
        )
    return redirect("tournament:organise-draw", slug, number)


@require_POST
@staff_may(Action.DRAW)
def stop(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Stop the draw that runs; the best seats found so far are kept."""
    job = _open_job(slug)
    if job is not None:
        cancel_draw(job=job, by=request.user)
        messages.success(request, gettext("The draw has been told to stop."))
    return redirect("tournament:organise-draw", slug, number)


@require_safe
@staff_may(Action.SEE_DRAW)
def state(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Answer how far the running draw is: `{"running": true, "progress": 40}`."""
    job = _open_job(slug)
    return JsonResponse({"running": job is not None, "progress": job.progress if job else 100})


def _act(
    request: HttpRequest, slug: str, number: int, done: str, write: Callable[..., object]
) -> HttpResponse:
    """Run a write on the round, say how it went, and go back to the page."""
    with refusals_shown(request):
        write(round=_round(slug, number))
        messages.success(request, done)
    return redirect("tournament:organise-draw", slug, number)


def _frame(page: EventPage, number: int, shown: RoundView | None) -> dict[str, Any]:
    jobs = DrawJob.objects.filter(round__event=page.event.pk)
    job = jobs.order_by("-pk").first()
    public = shown is not None and shown.status in Round.PUBLIC
    return {
        "event": page.event,
        "edition_display": edition_display_of(page.event),
        "number": number,
        "round": shown,
        "public": public,
        "leavers": [table for table in shown.tables if table.leavers] if shown else [],
        "running": job if job and job.is_open else None,
        "failed": job if job and (job.is_lost or job.status == DrawJob.Status.FAILED) else None,
        "later": last_before_cut(page.event, number) - number,
        "together": is_better_drawn_together(Event.objects.get(pk=page.event.pk), number),
        "longest": MAX_DRAW_SECONDS,
        "crumbs": to_console_round(page.event, number, Crumb(pgettext("seating", "Draw"))),
    }


def _outdated_texts(round: Round) -> list[str]:
    """Return what this round's draw did not know of the results, as sentences."""
    return [draw.text for draw in outdated_draws(round.event) if draw.round == round.number]


def _unseated(
    round: Round, context: Mapping[str, Any], changes: SeatChanges
) -> dict[str, Any] | None:
    """Return the names of the players without a seat, and how many more there are.

    None if there are none, or if no seat can be given any more.
    """
    if context["seats_stay"]:
        return None
    if not context["public"]:
        return named_unseated(changes.unseated)
    return named_unseated([entry.name for entry in seat_differences(round).unseated])


def _why_seats_stay(round: Round, shown: RoundView) -> str:
    """Return why no seat of a round can be swapped; "" if some can."""
    if round.closed_at is not None:
        return gettext("The round is closed: seats and results stay as they are.")
    if all(table.finished for table in shown.tables):
        return gettext("Every table has a result: the seats stay as they are.")
    return ""


def _with_results(shown: RoundView, given: Mapping[str, str]) -> bool:
    """Return whether a player who is to be swapped sits at a table with a result."""
    swapped = {given.get("one"), given.get("other")}
    seats = [seat for table in shown.tables if table.finished for seat in table.seats]
    return any(seat.player.code in swapped for seat in seats)


def _not_here(event: Event, number: int) -> dict[str, Any]:
    """Return the context about players who have not checked in.

    It says whether draws leave them out. Those of them who have a seat all the same are among the
    changes since the draw.
    """
    absent = players_not_here(event, number)
    return {
        "absent": absent[:MAX_NAMED],
        "absent_more": len(absent[MAX_NAMED:]),
        "absent_count": len(absent),
        "leaves_out_absent": event.leaves_out_absent,
    }


def _evaluation(request: HttpRequest, page: EventPage, round: Round) -> dict[str, Any]:
    try:
        evaluated = evaluate_round(round)
    except ValidationError as error:
        return {"unjudged": error.messages}
    names = {player.code: player.name for player in page.players}
    context = {"seen": digest_of_seats(evaluated.tables), "names": names}
    one, other = request.GET.get("one", ""), request.GET.get("other", "")
    if not one or not other or one == other:
        values = criterion_values(evaluated, names)
        return {**context, "changes": values, "unmet": [value for value in values if value.value]}
    return {**context, **_preview(evaluated, round, names, one, other)}


def _preview(
    evaluated: EvaluatedRound, round: Round, names: dict[str, str], one: str, other: str
) -> dict[str, Any]:
    try:
        after = tables_after_swap(evaluated.tables, one, other)
    except KeyError:
        sentence = gettext("Choose two players who have seats in this round.")
        return {"changes": criterion_values(evaluated, names), "unjudged": [sentence]}
    return {
        "one": one,
        "other": other,
        "one_name": names[one],
        "other_name": names[other],
        "changes": criteria_after_swap(evaluated, after, names),
        "forbidden": translated_sentences(
            seating.faults_of_rounds(evaluated.problem, (after,)), round.event
        ),
    }


def _round(slug: str, number: int) -> Round:
    rounds = Round.objects.select_related("event")
    return get_object_or_404(rounds, event__slug=slug, number=number)


def _open_job(slug: str) -> DrawJob | None:
    jobs = DrawJob.objects.select_related("round__event")
    found = jobs.filter(round__event__slug=slug, status__in=DrawJob.OPEN)
    return next((job for job in found if job.is_open), None)


def _seconds(text: str) -> int:
    """Return the seconds that a draw may take, within bounds.

    A minute if the text is no number.
    """
    seconds = whole_number(text)
    return 60 if seconds is None else min(MAX_DRAW_SECONDS, max(1, seconds))
