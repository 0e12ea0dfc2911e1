"""Pages of results from paper: missing ones, one table's sheet, confirmation."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.access import Action
from tournament.audit import Actor
from tournament.common.parameters import free_text
from tournament.console.crumbs import Crumb
from tournament.console.page import console_page
from tournament.console.staff import StaffRequest, event_at, refusals_shown, staff_may
from tournament.models import Event, PaperSheet, Result, Table
from tournament.results.notice_wording import correction_notice_text
from tournament.results.selectors.correction_notices import (
    correction_notice_for,
    last_correction_notice,
)
from tournament.results.selectors.paper import next_to_type, sheet_to_type, table_results
from tournament.results.selectors.typings import correction_of, typings_of
from tournament.results.services import paper as services
from tournament.results.services.deciding import may_decide
from tournament.results.services.results import MAX_REASON
from tournament.results.services.typings import (
    is_typed_blind,
    is_typed_by,
    own_typing_first,
    own_typings,
    waits_for_another,
)
from tournament.results.views.paper_form import SheetForm, correction_form
from tournament.rounds.selectors.players import names_at_table
from tournament.rounds.wording import table_name

Answered = TypeVar("Answered")


@require_safe
@staff_may(Action.SEE_RESULTS)
def results(request: StaffRequest, slug: str) -> HttpResponse:
    """List the tables of published rounds, grouped by what their results wait for."""
    event = event_at(slug)
    tables = table_results(event)
    sheets = [(table.pk, table.paper_sheet) for table in tables.to_confirm]
    own = {key for key, kept in sheets if waits_for_another(kept, request.user)}
    context = {
        **console_page(event, _("Results")),
        "tables": tables,
        "own": own,
        "confirms_others": any(not kept.second_by and key not in own for key, kept in sheets),
    }
    return render(request, "tournament/results/results.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_may(Action.ENTER_RESULTS)
def sheet(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Show a table's sheet with each player's cash.

    It is typed here, or viewed to confirm or reject it. Where it waits to be confirmed, or has the
    whole final position (on its own page), it is typed by `?anew`: a second typing is not to see
    the figures of the first.
    """
    found = table_at(slug, number, table)
    kept = PaperSheet.objects.filter(table=found).first()
    shows = request.method != "POST" and "anew" not in request.GET
    if shows and kept and kept.second is not None:
        return _show_typings(request, found, kept)
    if shows and kept and kept.position:
        return redirect("chief:position", slug, number, table)
    data = request.POST if request.method == "POST" else None
    why = correction_form(found, kept, data)
    typed = sheet_to_type(found, own_typing_first(kept, request.user))
    blind = is_typed_blind(kept, request.user)
    form = SheetForm(found.round.event, _seats(found), typed, data, why, blind=blind)
    result = form.result() if data is not None else None
    if result is not None:
        try:
            entered = services.enter_sheet(
                table=found,
                result=result,
                seen=request.POST.get("seen", ""),
                by=request.user,
                details=form.details,
            )
        except ValidationError as error:
            form.show(error)
        else:
            return say_typed(request, found, entered) or _on_to_next(found)
    filled = "" if blind or data else filled_text(kept, typed is not None, request.user)
    waiting = shows and kept is not None and not kept.rejected_at
    context = {**_sheet_page(request, found, kept, form), "filled": filled, "waiting": waiting}
    if waiting and kept is not None:
        context["correction"] = correction_of(kept, list(_seats(found)))
    return render(request, "tournament/results/sheet.html", context)


def filled_text(kept: PaperSheet | None, is_filled: bool, by: Actor) -> str:
    """Return a text on the origin of the figures in a form as it is opened.

    It is "" for an empty form.
    """
    if not is_filled:
        return ""
    if kept is None:
        return _("Filled in with the result that counts.")
    if own_typings(kept, by):
        return _("Filled in with what you typed.")
    return _("Filled in with what %(name)s typed.") % {"name": kept.entered_by}


def _show_typings(request: StaffRequest, found: Table, kept: PaperSheet) -> HttpResponse:
    """Show what two people typed of one sheet, for somebody to choose."""
    context = {
        **sheet_page(request, found, kept),
        "typings": typings_of(kept, found.round.event, list(_seats(found))),
        "corrects_own": _own_form(request, found, kept),
    }
    return render(request, "tournament/results/typings.html", context)


def _own_form(request: StaffRequest, found: Table, kept: PaperSheet) -> str:
    """Return the address of the form with the user's own typing of a sheet.

    It is "" if they typed none.
    """
    own = own_typing_first(kept, request.user)
    if own is None or not own_typings(kept, request.user):
        return ""
    view = "chief:position" if own.position else "tournament:sheet"
    at = [found.round.event.slug, found.round.number, found.number]
    return f"{reverse(view, args=at)}?anew"


def _on_to_next(done: Table) -> HttpResponse:
    """Redirect to the next table that needs typing, in this round first."""
    following = next_to_type(done)
    if following is None:
        return redirect("tournament:results", done.round.event.slug)
    return redirect(
        "tournament:sheet", done.round.event.slug, following.round.number, following.number
    )


def say_typed(
    request: HttpRequest, done: Table, entered: PaperSheet | Result
) -> HttpResponse | None:
    """Show what was handed in, and what it waits for.

    Return a redirect to the table's sheet if somebody else typed something different.
    """
    where = {"table": done.number, "round": done.round.number}
    if isinstance(entered, Result):
        text = _("Table %(table)d of round %(round)d: two people typed the same.") % where
        messages.success(request, f"{text} {confirmation_message(entered)}")
        return None
    if entered.second is None:
        text = _("Typed: table %(table)d of round %(round)d. Somebody else confirms it.")
        messages.success(request, text % where)
        return None
    text = _("Table %(table)d of round %(round)d: somebody else typed something different.")
    messages.warning(request, text % where)
    return redirect("tournament:sheet", done.round.event.slug, done.round.number, done.number)


@require_POST
@staff_may(Action.ENTER_RESULTS)
def confirm(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Confirm the sheet, which counts from now on."""
    onward = redirect("tournament:results", slug)
    at = (slug, number, table)
    return answer_sheet(request, at, services.confirm_sheet, confirmation_message, onward)


def confirmation_message(answered: Result) -> str:
    """Return a message on the outcome of a confirmed sheet.

    `answered` is the result that now counts.
    """
    beside = {row.source: row for row in answered.table.conflicting.all()}
    if answered.source != Result.Source.PAPER:
        if Result.Source.PAPER in beside:
            return _(
                "Kept beside another result of this table: the chief referee chooses which counts."
            )
        return _("Confirmed: it agrees with another result of this table, which counts.")
    log = beside.get(Result.Source.LOG)
    if log is not None and not log.lines:
        return _(
            "Confirmed: the result counts. A tablet of this table still logs; if it comes to "
            "another result, the chief referee chooses."
        )
    return _("Confirmed: the result counts.")


@require_POST
@staff_may(Action.DECIDE_RESULTS)
def choose(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Let one of two typings count (`which`: `first` or `second`)."""
    onward = redirect("tournament:results", slug)
    answer = partial(services.choose_typing, which=request.POST.get("which", ""))
    return answer_sheet(request, (slug, number, table), answer, confirmation_message, onward)


@require_POST
@staff_may(Action.ENTER_RESULTS)
def reject(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Reject the sheet, which is to be typed anew."""
    onward = redirect("tournament:results", slug)
    done = _("Rejected: it waits to be typed anew.")
    return answer_sheet(request, (slug, number, table), services.reject_sheet, done, onward)


def answer_sheet(
    request: StaffRequest,
    at: tuple[str, int, int],
    answer: Callable[..., Answered],
    done: str | Callable[[Answered], str],
    onward: HttpResponse,
) -> HttpResponse:
    """Let a service answer the sheet `at` an event, round and table, as it was seen.

    Then show what is `done` and redirect `onward`, or back to the sheet if the service refuses.
    """
    found = table_at(*at)
    with refusals_shown(request):
        answered = answer(
            table=found,
            seen=request.POST.get("seen", ""),
            reason=free_text(request.POST.get("reason", ""), MAX_REASON),
            by=request.user,
        )
        told = done if isinstance(done, str) else done(answered)
        messages.success(request, " ".join([told, *_correction_texts(answered)]))
        return onward
    return redirect("tournament:sheet", *at)


def _correction_texts(answered: object) -> list[str]:
    """Return a sentence, in a list, if an answer corrected a counting result.

    That result counted before.
    """
    if not isinstance(answered, Result) or answered.revision == 1:
        return []
    names = names_at_table(answered.table_id)
    return [correction_notice_text(correction_notice_for([answered.table_id]), names)]


def _sheet_page(
    request: StaffRequest, found: Table, kept: PaperSheet | None, form: SheetForm
) -> dict[str, Any]:
    return {
        **sheet_page(request, found, kept),
        "form": form,
        "two_hours": found.round.event.mode == Event.Mode.TWO_HOUR,
    }


def sheet_page(request: StaffRequest, found: Table, kept: PaperSheet | None) -> dict[str, Any]:
    """Return the context that all pages of a table's sheet share (2 queries).

    2 more for a result that was corrected: who was `told`. `own`: the user typed what waits.
    `locked`: a result from paper counts, which only somebody who `decides` may correct. `types`:
    the form is shown, or what was just sent by it.
    """
    name = table_name(found.round.number, found.number)
    event = found.round.event
    counting = Result.objects.filter(table=found).select_related("table__round__event").first()
    told = last_correction_notice(counting) if counting else None
    corrects = counting is not None and counting.source == services.PAPER
    decides = may_decide(request.user, event)
    above = Crumb(_("Results"), reverse("tournament:results", args=[event.slug]))
    return {
        **console_page(event, name, above),
        "table": found,
        "sheet": kept,
        "seen": services.mark_of(kept),
        "counting": counting,
        "told": correction_notice_text(told, names_at_table(found.pk)) if told else "",
        # It came to count only after the sheet was typed, so the sheet does not mention it.
        "late_correction": corrects and not (kept and kept.correction_reason),
        "own": kept is not None and is_typed_by(kept, request.user),
        "decides": decides,
        "locked": corrects and not decides,
        "types": (decides or not corrects)
        and (found.round.closed_at is None or request.method == "POST"),
    }


def table_at(slug: str, number: int, table: int) -> Table:
    """Return the table that an address names, or raise Http404."""
    tables = Table.objects.select_related("round__event")
    return get_object_or_404(tables, round__event__slug=slug, round__number=number, number=table)


def _seats(table: Table) -> Any:
    return table.seats.select_related("entry").order_by("order")
