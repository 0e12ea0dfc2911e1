"""Pages to correct the log and to decide about events set aside.

They show a preview of the changes. The events of a correction come from the sheets of
`chief_correct`; without them an event is taken out.
"""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from referee.chief.changes import changes
from referee.chief.correction_form import MAX_REASON, CorrectionForm
from referee.chief.log_lines import EventDescriber, describer_of
from referee.chief.views.pages import chief_only, game_address, game_crumbs, game_of
from referee.engine import Refusal
from referee.engine.refusals import FormError
from referee.language import refusal_text
from referee.log import chief as services
from referee.log.collected import collect_revision
from referee.log.inverse_revision import inverse_of
from referee.log.overview import (
    MAX_ROWS_SHOWN,
    board_row,
    board_rows,
    board_since,
    correction_row,
    set_aside_entry,
    set_aside_events,
)
from referee.log.rows import event_of
from referee.models import GameLog, LoggedEvent, SetAside
from tournament.common.parameters import free_text, whole_number
from tournament.console.crumbs import Crumb
from tournament.console.staff import refusals_shown
from tournament.results.notice_wording import correction_notice_text
from tournament.results.selectors.correction_notices import correction_notice_for


@require_http_methods(["GET", "POST"])
@chief_only
def revise(request: HttpRequest, game: UUID, seq: int) -> HttpResponse:
    """Replace events of the board: first the preview, then the correction.

    A correction is itself taken back by another that restores what stood before.
    """
    shown = game_of(game)
    row = board_row(shown, seq)
    if row is None and request.method == "GET":
        return _offer_to_take_back(request, shown, seq)
    if row is None:
        raise Http404
    describer = describer_of(shown)
    context = _page_of(shown, seq, row, describer)
    if request.method == "POST":
        done = _revise(request, shown, seq, describer, context)
        if done is not None:
            return done
    return render(request, "referee/chief/revise.html", context)


def _page_of(
    game: GameLog, seq: int, row: LoggedEvent, describer: EventDescriber, heading: str = ""
) -> dict[str, Any]:
    """Return the context of the page that corrects event `seq`.

    `row` is the row as it was logged.
    """
    heading = heading or _("Correct event %(number)d") % {"number": seq}
    return {
        "game": game,
        "seq": seq,
        "heading": heading,
        "logged": [describer.described_row(row)],
        "is_start": event_of(row)["type"] == "start",
        "crumbs": game_crumbs(game, Crumb(heading)),
    }


def _offer_to_take_back(request: HttpRequest, game: GameLog, seq: int) -> HttpResponse:
    """Show the preview of a correction that takes back correction `seq`.

    It is sent like any other.
    """
    row = correction_row(game, seq)
    if row is None:
        raise Http404
    event = inverse_of(game, seq, _("Correction %(number)d is taken back") % {"number": seq})
    if event is None:
        messages.error(
            request,
            _("What this correction put there has changed since: correct the event itself."),
        )
        return redirect(game_address(game.pk))
    describer = describer_of(game)
    heading = _("Take back correction %(number)d") % {"number": seq}
    context = _page_of(game, event["seq"], row, describer, heading)
    form = CorrectionForm.from_revision(event)
    context |= {**form._asdict(), "shown": form.shown}
    for refusal in _add_preview(context, game, event, describer):
        messages.error(request, describer.refusal(refusal))
    return render(request, "referee/chief/revise.html", context)


@require_http_methods(["GET", "POST"])
@chief_only
def set_aside(request: HttpRequest, entry: UUID) -> HttpResponse:
    """Decide about events set aside; `?page=2` shows more of them.

    They can be taken, taken in place of others, or left out.
    """
    try:
        shown = set_aside_entry(entry)
    except SetAside.DoesNotExist:
        raise Http404 from None
    if request.method == "POST":
        return _decide(request, shown)
    waits = shown.state == SetAside.State.OPEN
    instead = services.replacing_revision(shown, "?") if waits else None
    describer = describer_of(shown.game)
    tried = waits and shown.event_count <= MAX_ROWS_SHOWN
    trial = services.trial(shown) if tried else None
    refused = trial.refused if trial else {}
    page = _page(request, shown)
    context = {
        "entry": shown,
        "first": (page - 1) * MAX_ROWS_SHOWN,
        "before": page - 1,
        "after": page + 1 if page * MAX_ROWS_SHOWN < shown.event_count else 0,
        "events": [
            describer.described_set_aside(event, refused.get(event.position, ()))
            for event in set_aside_events(shown, page)
        ],
        "refused": bool(refused),
        "added": changes(shown.game, trial.preview, describer) if trial and not refused else None,
        "since": [
            describer.described_row(row) for row in board_since(shown.game, shown.expected_seq)
        ],
        "changes": _preview(shown.game, instead, describer)[0] if instead else None,
        "crumbs": game_crumbs(shown.game, Crumb(_("Events set aside"))),
    }
    return render(request, "referee/chief/set_aside.html", context)


@require_POST
@chief_only
def discard_all(request: HttpRequest, game: UUID) -> HttpResponse:
    """Leave out everything that waits at a game, with one reason."""
    shown = game_of(game)
    decision = free_text(request.POST.get("decision", ""), MAX_REASON)
    if not decision:
        messages.error(request, _("Say why: it is shown at the table."))
        return redirect(game_address(shown.pk))
    events = services.discard_all(game_id=shown.pk, decision=decision, by=request.user)  # type: ignore[arg-type]
    sentence = ngettext("%(count)d event was left out.", "%(count)d events were left out.", events)
    messages.success(request, sentence % {"count": events})
    return redirect(game_address(shown.pk))


def _page(request: HttpRequest, entry: SetAside) -> int:
    """Return the requested page, from 1 to the last."""
    last = max(1, -(-entry.event_count // MAX_ROWS_SHOWN))
    return min(whole_number(request.GET.get("page", ""), least=1) or 1, last)


def _revise(
    request: HttpRequest,
    game: GameLog,
    seq: int,
    describer: EventDescriber,
    context: dict[str, Any],
) -> HttpResponse | None:
    """Preview or log a correction; None where the page is to be shown (again)."""
    form = CorrectionForm.from_request(request)
    context |= form._asdict()
    event = _revision(request, form, seq)
    if event is None:
        return None
    step = request.POST.get("step")
    seen = step in ("apply", "collect") and form.was_shown(request)
    context |= {"shown": form.shown, "unseen": step in ("apply", "collect")}
    if seen and step == "collect":
        return _collect(request, game, event, describer)
    if seen:
        refusals = services.append_chief(game_id=game.pk, event=event, by=request.user)  # type: ignore[arg-type]
    else:
        refusals = _add_preview(context, game, event, describer)
    for refusal in refusals:
        messages.error(request, describer.refusal(refusal))
    if refusals or not seen:
        return None
    told = correction_notice_text(correction_notice_for([game.table_id]), describer.names)
    messages.success(request, f"{_('The correction is in the log.')} {told}")
    return redirect(game_address(game.pk))


def _collect(
    request: HttpRequest, game: GameLog, event: dict[str, Any], describer: EventDescriber
) -> HttpResponse | None:
    """Keep the correction beside others, to be applied with them.

    Return None if it does not fit.
    """
    refusals: tuple[Refusal, ...] = ()
    with refusals_shown(request):
        refusals = collect_revision(game=game, event=event, by=request.user)  # type: ignore[arg-type]
        for refusal in refusals:
            messages.error(request, describer.refusal(refusal))
        if not refusals:
            messages.success(request, _("Collected: nothing is applied yet."))
            return redirect("chief:collected", game.table.round.event.slug)
    return None


def _revision(request: HttpRequest, form: CorrectionForm, seq: int) -> dict[str, Any] | None:
    """Return the correction; show the fault and return None if the form has none."""
    try:
        return form.revision(seq)
    except (FormError, ValueError) as error:
        fault = refusal_text(error.refusal) if isinstance(error, FormError) else error
        messages.error(request, _("This is no correction: %(fault)s") % {"fault": fault})
        return None


def _add_preview(
    context: dict[str, Any], game: GameLog, event: dict[str, Any], describer: EventDescriber
) -> tuple[Refusal, ...]:
    """Add the correction's changes to the page's context.

    Return the reasons why it is refused.
    """
    context["changes"], refusals = _preview(game, event, describer)
    context["instead"] = [describer.headline(item) for item in event["replacement"]]
    left_out = board_rows(game, event.get("without", []))
    context["left_out"] = [(row.seq, describer.headline(event_of(row))) for row in left_out]
    return refusals


def _preview(
    game: GameLog, event: dict[str, Any], describer: EventDescriber
) -> tuple[Any, tuple[Refusal, ...]]:
    preview = services.preview(game=game, event=event)
    if preview.refusals:
        return None, preview.refusals
    return changes(game, preview, describer), ()


def _decide(request: HttpRequest, entry: SetAside) -> HttpResponse:
    decision = free_text(request.POST.get("decision", ""), MAX_REASON)
    if not decision:
        messages.error(request, _("Say why: it is shown at the table."))
        return redirect("chief:set_aside", entry.pk)
    decide = {"apply": services.apply, "instead": services.apply_instead}.get(
        request.POST.get("step", "")
    )
    refusals: tuple[Refusal, ...] = ()
    if decide is not None:
        refusals = decide(entry_id=entry.pk, decision=decision, by=request.user)  # type: ignore[arg-type]
    elif request.POST.get("step") == "discard":
        services.discard(entry_id=entry.pk, decision=decision, by=request.user)  # type: ignore[arg-type]
    for refusal in refusals:
        messages.error(request, describer_of(entry.game).refusal(refusal))
    if refusals:
        return redirect("chief:set_aside", entry.pk)
    return redirect(game_address(entry.game_id))
