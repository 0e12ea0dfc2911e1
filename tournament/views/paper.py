"""The pages of results from paper: which are missing, one table's sheet, its confirmation."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.access import Action
from tournament.models import Event, PaperSheet, Result, Table
from tournament.parameters import free_text
from tournament.selectors.paper import table_results
from tournament.services import paper as services
from tournament.views.console import console_page
from tournament.views.crumbs import Crumb
from tournament.views.paper_form import SheetForm
from tournament.views.staff import StaffRequest, event_at, refusals_shown, staff_may


@require_safe
@staff_may(Action.SEE_RESULTS)
def results(request: StaffRequest, slug: str) -> HttpResponse:
    """The tables of published rounds by what their results wait for."""
    event = event_at(slug)
    context = {**console_page(event, _("Results")), "tables": table_results(event)}
    return render(request, "tournament/organise/results.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_may(Action.ENTER_RESULTS)
def sheet(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """A table's sheet: typed, or looked at to be confirmed or rejected."""
    found = _table(slug, number, table)
    kept = PaperSheet.objects.filter(table=found).first()
    data = request.POST if request.method == "POST" else None
    form = SheetForm(found.round.event, _seats(found), kept, data)
    result = form.result() if data is not None else None
    if result is not None:
        try:
            services.enter_sheet(
                table=found,
                result=result,
                seen=request.POST.get("seen", ""),
                by=request.user,
                details=form.details,
            )
        except ValidationError as error:
            form.faults += error.messages
        else:
            return _on_to_next(request, found)
    return render(request, "tournament/organise/sheet.html", _sheet_page(found, kept, form))


def _on_to_next(request: StaffRequest, done: Table) -> HttpResponse:
    """To the next table that somebody has to type, in this round first."""
    event = done.round.event
    messages.success(
        request,
        _("Typed: table %(table)d of round %(round)d. Somebody else confirms it.")
        % {"table": done.number, "round": done.round.number},
    )
    open_tables = table_results(event).to_type
    here = [table for table in open_tables if table.round_id == done.round_id]
    following = next(
        iter([*(t for t in here if t.number > done.number), *here, *open_tables]), None
    )
    if following is None:
        return redirect("tournament:results", event.slug)
    return redirect("tournament:sheet", event.slug, following.round.number, following.number)


@require_POST
@staff_may(Action.ENTER_RESULTS)
def confirm(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The sheet counts from now on."""
    found = _table(slug, number, table)
    with refusals_shown(request):
        services.confirm_sheet(
            table=found,
            seen=request.POST.get("seen", ""),
            reason=free_text(request.POST.get("reason", ""), services.MAX_REASON),
            by=request.user,
        )
        messages.success(request, _("Confirmed: the result counts."))
        return redirect("tournament:results", slug)
    return redirect("tournament:sheet", slug, number, table)


@require_POST
@staff_may(Action.ENTER_RESULTS)
def reject(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The sheet goes back to be typed anew."""
    found = _table(slug, number, table)
    with refusals_shown(request):
        services.reject_sheet(
            table=found,
            seen=request.POST.get("seen", ""),
            reason=free_text(request.POST.get("reason", ""), services.MAX_REASON),
            by=request.user,
        )
        messages.success(request, _("Rejected: it waits to be typed anew."))
        return redirect("tournament:results", slug)
    return redirect("tournament:sheet", slug, number, table)


def _sheet_page(found: Table, kept: PaperSheet | None, form: SheetForm) -> dict[str, Any]:
    name = _("Round %(round)d, table %(table)d") % {
        "round": found.round.number,
        "table": found.number,
    }
    event = found.round.event
    above = Crumb(_("Results"), reverse("tournament:results", args=[event.slug]))
    waiting = kept is not None and not kept.rejected_at and not form.lines[0].is_bound
    return {
        **console_page(event, name, above),
        "table": found,
        "sheet": kept,
        "seen": services.mark_of(kept),
        "waiting": waiting,
        "form": form,
        "two_hours": event.mode == Event.Mode.TWO_HOUR,
        "counting": Result.objects.filter(table=found).first(),
    }


def _table(slug: str, number: int, table: int) -> Table:
    tables = Table.objects.select_related("round__event")
    return get_object_or_404(tables, round__event__slug=slug, round__number=number, number=table)


def _seats(table: Table) -> Any:
    return table.seats.select_related("entry__player").order_by("order")
