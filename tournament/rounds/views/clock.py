"""Extra time for a table, granted on the page Now."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.access import Action
from tournament.common.parameters import free_text, whole_number
from tournament.console.staff import StaffRequest, refusals_shown, staff_may
from tournament.console.ways_back import now_address
from tournament.models import Round, Table
from tournament.rounds.services.clock import grant_extra

MAX_MINUTES = 1000


def _round(slug: str, number: int) -> Round:
    rounds = Round.objects.select_related("event")
    return get_object_or_404(rounds, event__slug=slug, number=number)


@require_POST
@staff_may(Action.MOVE_CLOCK)
def extra(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Grant one table extra time, in minutes."""
    round_ = _round(slug, number)
    minutes = whole_number(request.POST.get("minutes", ""), -MAX_MINUTES, MAX_MINUTES)
    chosen = whole_number(request.POST.get("table", "")) or 0
    own = now_address(slug, number)
    table = Table.objects.filter(round=round_, number=chosen).first()
    if minutes is None or table is None:
        messages.error(request, _("Choose a table and give the extra time in whole minutes."))
        return redirect(own)
    with refusals_shown(request):
        grant_extra(
            table=table,
            seconds=minutes * 60,
            by=request.user,
            reason=free_text(request.POST.get("reason", ""), 200),
            seen=whole_number(request.POST.get("granted", ""), least=0),
        )
        messages.success(request, _extra_time_text(table.number, minutes))
    return redirect(own)


def _extra_time_text(table: int, minutes: int) -> str:
    """Return a sentence that says what was granted."""
    sentence = (
        _("Table %(table)d has %(minutes)d min more.")
        if minutes > 0
        else _("%(minutes)d min are taken back from table %(table)d.")
    )
    return sentence % {"table": table, "minutes": abs(minutes)}
