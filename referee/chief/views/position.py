"""The page of a table's final position from paper.

Somebody types it, looks at it and hands it in. Then somebody else looks at it, and confirms
or rejects it.
"""

from dataclasses import replace
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from referee.board.deeds import owned_deeds
from referee.board.statement import statement_of
from referee.chief.position import state_of_game
from referee.chief.position_form import DeedLine, PositionForm
from referee.journal.canonical import canonical
from referee.language import language, refusal_text
from referee.models import GameLog, GameRecord
from referee.records.final_position import (
    Fault,
    Judged,
    TypedPosition,
    position_so_far,
    typed_of,
)
from referee.records.paper import judged_at
from referee.tablet.bridge.final_position import questions
from referee.tablet.bridge.speech import Speech
from tournament.access import Action
from tournament.common.editions import edition_of
from tournament.console.staff import StaffRequest, staff_may
from tournament.events.edition_display import edition_display_of
from tournament.events.selectors.events import detail_of
from tournament.models import PaperSheet, Result, Seat, Table
from tournament.results.selectors.paper import next_to_type, sheet_to_type
from tournament.results.selectors.typings import correction_of
from tournament.results.services import paper as services
from tournament.results.services.typings import is_typed_blind, own_typing_first
from tournament.results.views.paper import filled_text, say_typed, sheet_page, table_at
from tournament.results.views.paper_form import CorrectionForm, correction_form


@require_http_methods(["GET", "HEAD", "POST"])
@staff_may(Action.ENTER_RESULTS)
def position(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Show and check a table's whole final position.

    A sheet with nothing but the cash has its own page, unless the address says `?anew`.
    """
    found = table_at(slug, number, table)
    kept = PaperSheet.objects.filter(table=found).first()
    if request.method == "POST":
        return _check_typed(request, found, kept)
    anew = "anew" in request.GET
    waits = kept is not None and not kept.rejected_at
    if waits and kept and (kept.second is not None or not kept.position) and not anew:
        return redirect("tournament:sheet", slug, number, table)
    seats = _seats(found)
    known = _kept_position(own_typing_first(kept, request.user)) or _recorded_position(found)
    logged = None if known or kept else _logged_position(found)
    why = correction_form(found, kept, None)
    blind = anew and is_typed_blind(kept, request.user)
    context = _page(
        request, found, kept, _form(found, seats, None if blind else known or logged), why
    )
    context["from_log"] = logged is not None
    if not blind:
        context["filled"] = filled_text(kept, known is not None, request.user)
    if waits and kept and kept.position and known and not anew:
        context |= {"waiting": True, "correction": correction_of(kept, seats)}
        context |= _position_texts(seats, judged_at(found, known[0]))
    return render(request, "referee/chief/position.html", context)


def _check_typed(request: StaffRequest, found: Table, kept: PaperSheet | None) -> HttpResponse:
    """Show what was typed with what follows from it; hand it in once that was seen."""
    seats = _seats(found)
    form = _form(found, seats, None, request.POST)
    why = correction_form(found, kept, request.POST)
    seen = request.POST.get("seen", "")
    context = _page(request, found, kept, form, why) | {"seen": seen}
    typed = form.position()
    judged = judged_at(found, typed) if typed else None
    if judged:
        _show(form, judged)
    if typed and judged and judged.game and not judged.faults:
        mark = sha256(canonical(typed.as_json()).encode()).hexdigest()
        wanted = request.POST.get("step") == "enter"
        if wanted and request.POST.get("shown") == mark:
            entered = _hand_in(request, found, form, why, judged)
            if entered is not None:
                return say_typed(request, found, entered) or _on_to_next(request, found)
        elif wanted:
            form.faults.append(_("This changed since it was looked at: look at it again."))
        context |= {"shown": mark, **_position_texts(seats, judged)}
    return render(request, "referee/chief/position.html", context)


def _page(
    request: StaffRequest,
    found: Table,
    kept: PaperSheet | None,
    form: PositionForm,
    why: CorrectionForm | None,
) -> dict[str, Any]:
    display = edition_display_of(detail_of(found.round.event))
    return {
        **sheet_page(request, found, kept),
        "form": form,
        "why": why,
        "edition_display": display,
    }


def _hand_in(
    request: StaffRequest,
    found: Table,
    form: PositionForm,
    why: CorrectionForm | None,
    judged: Judged,
) -> PaperSheet | Result | None:
    """Hand the valid form in, and return what came of it; None if it is refused.

    Then the form says why.
    """
    game, typed = judged.game, form.position()
    result = game.result() if game else None
    if game is None or result is None or typed is None or (why and not why.is_valid()):
        return None
    details = services.SheetDetails(
        no_shows=form.no_shows,
        correction_reason=why.cleaned_data["reason"] if why else "",
        position=typed.as_json(),
        statement=game.statement(),
    )
    try:
        return services.enter_sheet(
            table=found,
            result=result,
            seen=request.POST.get("seen", ""),
            by=request.user,
            details=details,
        )
    except ValidationError as error:
        form.faults += error.messages
        return None


def _on_to_next(request: StaffRequest, done: Table) -> HttpResponse:
    following = next_to_type(done)
    slug = done.round.event.slug
    if following is None:
        messages.info(request, _("No table waits to be typed."))
        return redirect("tournament:results", slug)
    return redirect("chief:position", slug, following.round.number, following.number)


def _seats(table: Table) -> list[Seat]:
    return list(table.seats.select_related("entry").order_by("order"))


def _kept_position(kept: PaperSheet | None) -> tuple[TypedPosition, list[str]] | None:
    if kept is None or not kept.position:
        return None
    return TypedPosition.from_json(kept.position), kept.no_shows


def _recorded_position(table: Table) -> tuple[TypedPosition, list[str]] | None:
    """Return the position that counts, as it was typed."""
    sheet = sheet_to_type(table, None)
    record = GameRecord.objects.filter(table=table, superseded_at=None).first()
    if sheet is None or sheet.statement is None or record is None:
        return None
    return typed_of(record.text), sheet.no_shows


def _logged_position(table: Table) -> tuple[TypedPosition, list[str]] | None:
    """Return the last position that a table's tablet handed in.

    It is only returned for an unfinished game.
    """
    game = GameLog.objects.filter(table=table).select_related("table__round__event").first()
    if game is None or Result.objects.filter(table=table).exists():
        return None
    state = state_of_game(game)
    typed = position_so_far(state) if state else None
    return (typed, []) if typed else None


def _form(table: Table, seats: list[Seat], known: Any, data: Any = None) -> PositionForm:
    return PositionForm(seats, edition_of(table.round.event).board, known, data)


def _position_texts(seats: list[Seat], judged: Judged) -> dict[str, Any]:
    """Put a position's statement, deeds and doubtful points into words."""
    if judged.game is None or judged.board is None:
        return {"outdated": True}
    names = {seat.entry.code: seat.entry.name for seat in seats}
    players = [{"id": code, "name": name} for code, name in names.items()]
    speech = Speech(language(), players, judged.board.edition.currency)
    return {
        "statement": statement_of(judged.game.state, names),
        "deeds": owned_deeds(judged.game.state, names),
        "questions": questions(judged.board, speech),
    }


def _show(form: PositionForm, judged: Judged) -> None:
    """Add each refusal of the rules to the form, at the field it concerns."""
    names = {player.code: player.seat.entry.name for player in form.players}
    players = {player.code: player for player in form.players}
    rows = {row.number: row for row in form.deeds}
    for fault in judged.faults:
        if fault.throw is not None:
            rows[fault.throw].add_error("one", _sentence(fault, names, rows))
        elif fault.deed is not None:
            field = "built" if "built" in rows[fault.deed].fields else "mortgaged"
            rows[fault.deed].add_error(field, _sentence(fault, names, rows))
        elif fault.player is not None:
            field = "left" if fault.code == "over_before" else "cash"
            players[fault.player].add_error(field, _sentence(fault, names, rows))
        else:
            form.faults.append(_sentence(fault, names, rows))


def _sentence(fault: Fault, names: dict[str, str], rows: dict[int, DeedLine]) -> str:
    """Return why it is refused, by which rule, and what to do."""
    refusal = fault.refusal
    if refusal is None:
        return _of_the_end(fault.code)
    where = rows[fault.deed].name if fault.deed is not None else names.get(fault.player or "", "")
    named = replace(refusal, params={**refusal.params, "key": where}) if where else refusal
    sentence = refusal_text(named, names)
    advice = _advice(refusal.code)
    rule = f"{refusal.rule}: " if refusal.rule else ""
    return f"{rule}{sentence}. {advice}".strip()


def _of_the_end(code: str) -> str:
    return {
        "not_over": _(
            "The game is not over in this position: say who left, and in which order. Game A ends "
            "when one player is left, game B when one role is out."
        ),
        "over_before": _("The game was over before this player could leave."),
        "throw_missing": _("R20: type the two dice that the owner threw for it."),
        "no_throw_made": _("R20: nobody throws for it in this position; leave the dice empty."),
    }[code]


def _advice(code: str) -> str:
    """Return advice for a refusal about the board.

    It is blank if the refusal already says what to do.
    """
    return {
        "buildings_without_monopoly": _(
            "Look who has the other streets of the city, or take the buildings away."
        ),
        "buildings_on_mortgaged": _("Take the tick or the buildings away."),
        "too_many_for_role": _("Type fewer, or look whose deed it is."),
    }.get(code, "")
