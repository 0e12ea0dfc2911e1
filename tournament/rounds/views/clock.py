"""The organiser's page of a round's clock: the hall's steps, a table's extra time, the ledger."""

from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import Action
from tournament.boards import PauseTime, boards
from tournament.common import hall_clock
from tournament.common.parameters import free_text, whole_number
from tournament.console.crumbs import Crumb, to_console_round
from tournament.console.staff import StaffRequest, refusals_shown, staff_may
from tournament.console.ways_back import CLOCK, back_to
from tournament.events.selectors.events import event_detail
from tournament.models import Round, Table
from tournament.rounds.selectors.changes import seen_of
from tournament.rounds.selectors.clock import RoundClock, clock_of_round
from tournament.rounds.services.clock import grant_extra, grants_so_far
from tournament.rounds.services.steps import CLOCK_STEPS
from tournament.visibility import Reader

MAX_MINUTES = 1000


def _round(slug: str, number: int) -> Round:
    rounds = Round.objects.select_related("event")
    return get_object_or_404(rounds, event__slug=slug, number=number)


@require_safe
@staff_may(Action.SEE_EVENT)
def clock(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the clock with its buttons, each table's extra time, and the ledger."""
    round_ = _round(slug, number)
    read = clock_of_round(round_)
    event = event_detail(slug, Reader.STAFF)
    assert event is not None  # noqa: S101 - the round above belongs to it
    public = round_.status in Round.PUBLIC
    context = {
        "round": round_,
        "event": event,
        "clock": read.clock,
        "tables": _tables(round_, read),
        "ledger": read.ledger,
        "steps": [
            step
            for step, of_clock in CLOCK_STEPS.items()
            if hall_clock.can_step(read.clock.state, of_clock)
        ],
        "open": public,
        "seen": seen_of(round_),
        "back": CLOCK,
        "granted": grants_so_far(round_),
        "crumbs": to_console_round(event, number, Crumb(_("Clock"))),
    }
    return render(request, "tournament/rounds/clock.html", context)


class TableLine(NamedTuple):
    """One table's number, extra time, and seconds left; the table's own pause stops its clock."""

    number: int
    extra: int
    remaining: int
    paused: bool


def _tables(round_: Round, read: RoundClock) -> list[TableLine]:
    pauses, clock = boards().pauses_of_round(round_.pk, read.steps), read.clock
    lines = []
    for number, extra in read.extra.items():
        pause = pauses.get(number, PauseTime())
        left = pause.remaining(clock.remaining + extra, clock.elapsed)
        lines.append(TableLine(number, extra, left, pause.since is not None))
    return lines


@require_POST
@staff_may(Action.MOVE_CLOCK)
def extra(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Grant one table extra time, in minutes."""
    round_ = _round(slug, number)
    minutes = whole_number(request.POST.get("minutes", ""), -MAX_MINUTES, MAX_MINUTES)
    chosen = whole_number(request.POST.get("table", "")) or 0
    own = reverse("tournament:clock", args=[slug, number])
    table = Table.objects.filter(round=round_, number=chosen).first()
    if minutes is None or table is None:
        messages.error(request, _("Choose a table and give the extra time in whole minutes."))
        return back_to(request, slug, number, own)
    with refusals_shown(request):
        grant_extra(
            table=table,
            seconds=minutes * 60,
            by=request.user,
            reason=free_text(request.POST.get("reason", ""), 200),
            seen=whole_number(request.POST.get("granted", ""), least=0),
        )
        messages.success(request, _extra_time_text(table.number, minutes))
    return back_to(request, slug, number, own)


def _extra_time_text(table: int, minutes: int) -> str:
    """Return a sentence that says what was granted."""
    sentence = (
        _("Table %(table)d has %(minutes)d min more.")
        if minutes > 0
        else _("%(minutes)d min are taken back from table %(table)d.")
    )
    return sentence % {"table": table, "minutes": abs(minutes)}
