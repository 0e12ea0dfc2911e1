"""The organiser's page to import players: a file's changes, then the import.

The file is a list of players. The page first shows the changes, then makes them.
"""

from base64 import b64encode
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournament.access import Action
from tournament.common.exports import as_csv
from tournament.console.page import console_page, to_players
from tournament.console.staff import StaffRequest, event_at, show_refusal, staff_may
from tournament.models import Event
from tournament.people.imports.columns import columns_of
from tournament.people.imports.faults import SheetError
from tournament.people.imports.good_rows import plan_good_rows, rows_alike, with_same_people
from tournament.people.imports.matching import ImportPlan
from tournament.people.imports.players import players_of
from tournament.people.imports.sheets import encoding_of
from tournament.people.imports.titles import preset_of
from tournament.people.services.imports import import_good_rows
from tournament.people.views.over_limit import first_passed, warn_of_limit
from tournament.people.views.uploaded_list import (
    UploadedList,
    encoding_names,
    field_names,
    uploaded_content,
    uploaded_list,
)

MAX_SHOWN = 500


@require_http_methods(["GET", "HEAD", "POST"])
@staff_may(Action.IMPORT_PLAYERS)
def players(request: StaffRequest, slug: str) -> HttpResponse:
    """Show what a file would do, then import it.

    The page sends the same file back with what the organiser chose (`do`: `import`, `look` again,
    or `bad` to be given the faulty rows; `encoding`).
    """
    event, shown = event_at(slug), dict[str, Any]()
    try:
        answer = _answer(request, event, shown) if request.method == "POST" else None
        if answer is not None:
            return answer
    except ValidationError as error:
        show_refusal(request, error)
    except SheetError as error:
        shown |= {"faults": [error.fault], "plan": ImportPlan((), (error.fault,))}
    title = _("Import players")
    frame = console_page(event, title, to_players(event))
    return render(request, "tournament/people/import_players.html", {**frame, **shown})


def _answer(request: StaffRequest, event: Event, shown: dict[str, Any]) -> HttpResponse | None:
    """Do what was pressed; None once `shown` says what the page is to show.

    A text that cannot be read can still be read in another encoding.
    """
    content = uploaded_content(request)
    kept = b64encode(content).decode()
    if encoding := encoding_of(content, request.POST.get("encoding", "")):
        names = encoding_names()
        shown |= {
            "encodings": names,
            "encoding": encoding,
            "read_as": names[encoding],
            "kept": kept,
        }
    given = uploaded_list(request, event, content, encoding)
    if given.does == "bad":
        return _bad_rows(event, given)
    if given.does == "import" and _import(request, event, given):
        return redirect("tournament:organise-players", event.slug)
    shown |= {"kept": kept, **_plan_context(event, given)}
    return None


def _import(request: StaffRequest, event: Event, given: UploadedList) -> bool:
    """Import the good rows and say so; return whether there were any."""
    plan = import_good_rows(event=event, sheet=given.sheet, choices=given.choices, by=request.user)
    if plan.rows:
        _say(request, plan)
    if plan.count("add"):
        warn_of_limit(request, event, first_passed(event))
    return bool(plan.rows)


def _say(request: HttpRequest, plan: ImportPlan) -> None:
    text = _("%(add)d added, %(change)d changed, %(same)d unchanged.")
    counts = {action: plan.count(action) for action in ("add", "change", "same")}
    messages.success(request, text % counts)
    if count := len({fault.row for fault in plan.faults}):
        text = ngettext(
            "%(count)d row with a fault was not taken.",
            "%(count)d rows with faults were not taken.",
            count,
        )
        advice = _(
            "Choose the same file again: they are listed, and nothing that was taken changes."
        )
        link = format_html('<a href="{}">{}</a>', request.path, _("Import players"))
        messages.warning(request, format_html("{} {} {}", text % {"count": count}, advice, link))


def _plan_context(event: Event, given: UploadedList) -> dict[str, Any]:
    """Return the effects of the list and the possible choices, for the page."""
    sheet, choices = given.sheet, given.choices
    players = players_of(sheet, choices.columns, own_teams=event.has_own_teams)
    alike = rows_alike(event, players, plan_good_rows(event, players))
    joined = with_same_people(event, players, choices.same)
    plan = plan_good_rows(event, joined)
    changing = [row for row in plan.rows if row.action in ("add", "change")]
    more = max(len(changing), len(plan.faults), len(alike)) - MAX_SHOWN
    columns = columns_of(sheet, choices.columns, own_teams=event.has_own_teams)
    return {
        "plan": plan,
        "columns": columns,
        "unused": [column.title for column in columns if column.title and not column.holds],
        "fields": field_names(event),
        "changing": changing[:MAX_SHOWN],
        "faults": plan.faults[:MAX_SHOWN],
        "faulty": len({fault.row for fault in plan.faults}),
        "alike": alike[:MAX_SHOWN],
        "counts": {action: plan.count(action) for action in ("add", "change", "same")},
        "choices": choices,
        "more": max(0, more),
        "preset": preset_of(sheet[0].cells),
        "header": sheet[0],
        "is_remembered": given.is_remembered,
    }


def _bad_rows(event: Event, given: UploadedList) -> HttpResponse:
    """Return the faulty rows as a list to mend and import again.

    Each has its faults.
    """
    sheet, choices = given.sheet, given.choices
    players = players_of(sheet, choices.columns, own_teams=event.has_own_teams)
    joined = with_same_people(event, players, choices.same)
    faults = plan_good_rows(event, joined).faults
    by_row: dict[int | None, list[str]] = {}
    for fault in faults:
        text = f"{fault.column}: {fault.reason} {fault.remedy}".removeprefix(": ")
        by_row.setdefault(fault.row, []).append(text)
    header, *body = sheet
    width = len(header.cells)
    rows: list[list[object]] = [[*header.cells, _("Row"), _("What is wrong")]]
    for row in body:
        if row.number in by_row:
            cells = (row.cells + [""] * width)[:width]
            rows.append([*cells, row.number, " ".join(by_row[row.number])])
    return download(as_csv(rows), "text/csv; charset=utf-8", f"{event.slug}-bad-rows.csv")


def download(content: bytes, kind: str, name: str) -> HttpResponse:
    """Return a file to be saved."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=kind, headers=headers)
