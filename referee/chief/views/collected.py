"""The page of an event's collected corrections.

It shows what they change together, and applies or drops them as one.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from referee.chief.changes import (
    ChangedFigures,
    changed_figures,
    outcome_of,
    shift_of,
    why_log_does_not_count,
)
from referee.chief.log_lines import EventDescriber, describer_of
from referee.chief.views.pages import chief_only
from referee.engine.state import FINISHED
from referee.log import collected as services
from referee.log.chief import Preview
from referee.log.collected import Tried
from referee.models import CollectedCorrection, GameLog
from tournament.common.parameters import whole_number
from tournament.console.page import console_page
from tournament.console.staff import StaffRequest, event_at, refusals_shown
from tournament.draws.outdated import outdated_draws
from tournament.models import AuditEntry, Entry, Event
from tournament.results.notice_wording import correction_notice_text
from tournament.results.views.paper import answer_sheet
from tournament.standings.selectors.pages import standing_changes_of_tables
from tournament.standings.selectors.standing_changes import TableOutcome

MOST_SHOWN = 20
"""The most applied collections to show, latest first."""


class ItemLine(NamedTuple):
    """One collected correction in words; `faults` say why it cannot be applied."""

    item: CollectedCorrection
    sentences: list[str]
    faults: list[str]


class Changed(NamedTuple):
    """A game, what all its collected corrections come to, and its words."""

    game: GameLog
    preview: Preview
    describer: EventDescriber


@require_http_methods(["GET", "HEAD", "POST"])
@chief_only
def collected_corrections(request: StaffRequest, slug: str) -> HttpResponse:
    """Show the collected corrections and their joint changes.

    They are applied or dropped as one.
    """
    event = event_at(slug)
    if request.method == "POST":
        with refusals_shown(request):
            _step(request, event)
        return redirect("chief:collected", slug)
    found = services.try_collected(event)
    describers = {game.game.table_id: describer_of(game.game) for game in found.games}
    context = {
        **console_page(event, _("Collected corrections")),
        "mark": found.mark,
        "lines": _lines(found, describers),
        "changes": _changes(event, found, describers),
        "applied": _applied_collections(event),
    }
    return render(request, "referee/chief/collected.html", context)


@require_POST
@chief_only
def collect_sheet(request: StaffRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Let a paper sheet that waits count together with the other corrections."""
    onward = redirect("chief:collected", slug)
    done = _("Collected: nothing is applied yet.")
    return answer_sheet(request, (slug, number, table), services.collect_sheet, done, onward)


def _step(request: StaffRequest, event: Event) -> None:
    seen = request.POST.get("seen", "")
    if request.POST.get("step") == "remove":
        key = whole_number(request.POST.get("key", "")) or 0
        services.remove(event=event, key=key, by=request.user)
        messages.success(request, _("Taken out: the others stay."))
    elif request.POST.get("step") == "drop":
        count = services.drop_all(event=event, seen=seen, by=request.user)
        sentence = ngettext("%(count)d correction was dropped: nothing of it was applied.",
                            "%(count)d corrections were dropped: nothing of them was applied.",
                            count)  # fmt: skip
        messages.success(request, sentence % {"count": count})
    elif request.POST.get("step") == "apply":
        try:
            told = services.apply_all(event=event, seen=seen, by=request.user)
        except services.CollectedRefusedError as error:
            describer = describer_of(error.item.table.log)
            faults = [describer.refusal(refusal) for refusal in error.refusals]
            nothing = _("Nothing was applied.")
            raise ValidationError(f"{error.item.table}: {' '.join(faults)} {nothing}") from error
        messages.success(
            request,
            f"{_('All of them are applied.')} {correction_notice_text(told, _names(event))}",
        )


def _names(event: Event) -> dict[str, str]:
    entries = Entry.objects.filter(event=event)
    return {entry.code: entry.name for entry in entries}


def _lines(found: Tried, describers: Mapping[int, EventDescriber]) -> list[ItemLine]:
    refused = {key: why for game in found.games for key, why in game.refused.items()}
    lines = []
    for item in found.items:
        if item.revision is None:
            changed = _("The sheet changed meanwhile: look at it again.")
            faults = [] if found.sheets[item.table_id] else [changed]
            lines.append(ItemLine(item, [_("The result typed from paper counts.")], faults))
            continue
        describer = describers[item.table_id]
        sentences = [describer.headline(each) for each in item.revision["replacement"]]
        told = [_("Event %(number)d is corrected") % {"number": item.revision["seq"]}, *sentences]
        lines.append(
            ItemLine(item, told, [describer.refusal(each) for each in refused.get(item.pk, ())])
        )
    return lines


def _changes(
    event: Event, found: Tried, describers: Mapping[int, EventDescriber]
) -> dict[str, Any]:
    """Return the moves of each table, its figures, and the standings.

    The standings are those with all the corrections.
    """
    tried = [
        Changed(each.game, each.preview, describers[each.game.table_id]) for each in found.games
    ]
    parts = [_figures(each) for each in tried]
    before: dict[int, TableOutcome] = {}
    after: dict[int, TableOutcome] = {}
    notes = []
    for game, preview, _describer in tried:
        table = game.table_id
        if reason := why_log_does_not_count(table):
            notes.append(f"{game.table}: {reason}")
        elif game.state == GameLog.State.CONFIRMED and preview.after["status"] == FINISHED:
            before[table], after[table] = outcome_of(preview.before), outcome_of(preview.after)
    for table, sheet in found.sheets.items():
        if sheet is not None:
            after[table] = {line["player"]: (line["place"], line["final"]) for line in sheet.lines}
    shifts = standing_changes_of_tables(event, before=before, after=after) if after else ()
    draws = [draw.text for draw in outdated_draws(event, after)] if after else []
    title = _("Standings of the event with all of them")
    parts.append(ChangedFigures(title, [shift_of(shift) for shift in shifts]))
    shown = [part for part in parts if part.players]
    moves = [move for each in tried for move in _moves(each)]
    return {"parts": shown, "note": " ".join(notes), "draws": draws, "moves": moves}


def _moves(changed: Changed) -> list[str]:
    """Return the moves that a table has to make, each with the table's name."""
    game, preview, describer = changed
    return [f"{game.table}: {describer.handover(move)}" for move in preview.moves]


def _figures(changed: Changed) -> ChangedFigures:
    game, preview, describer = changed
    figures = changed_figures(
        preview.before.get("statement"), preview.after.get("statement"), describer
    )
    return ChangedFigures(str(game.table), figures)


def _applied_collections(event: Event) -> list[dict[str, Any]]:
    """Return the collections that were applied, and who was notified."""
    rows = AuditEntry.objects.filter(event_slug=event.slug, action=services.APPLIED)
    names = _names(event)
    return [
        {
            "at": row.at,
            "by": row.by,
            "tables": [{"round": r, "table": t} for r, t in after["tables"]],
            "told": correction_notice_text(after["told"], names),
        }
        for row in rows.order_by("-pk")[:MOST_SHOWN]
        if (after := row.after)
    ]
