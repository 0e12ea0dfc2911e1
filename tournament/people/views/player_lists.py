"""The organiser's page to import a list of players: what a file would change, then the change."""

from base64 import b64decode, b64encode
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_http_methods

from tournament.access import Action
from tournament.common.exports import as_csv
from tournament.console.page import console_page, to_players
from tournament.console.staff import StaffRequest, event_at, show_refusal, staff_may
from tournament.models import Event
from tournament.people.imports.columns import TITLES, columns_of
from tournament.people.imports.faults import SheetError
from tournament.people.imports.good_rows import plan_good_rows, rows_alike, with_same_people
from tournament.people.imports.matching import ImportPlan
from tournament.people.imports.players import players_of
from tournament.people.imports.sheets import SheetRow, read_sheet
from tournament.people.services.imports import ImportChoices, import_good_rows

# The file travels in the page between the dry run and the import, so less than an import takes.
MAX_BYTES = 3 * 1024 * 1024
MAX_SHOWN = 500


@require_http_methods(["GET", "HEAD", "POST"])
@staff_may(Action.IMPORT_PLAYERS)
def players(request: StaffRequest, slug: str) -> HttpResponse:
    """Show what a file would do, then import it.

    The page sends the same file back with what the organiser chose (`do`: `import`, `look` again,
    or `bad` to be given the faulty rows).
    """
    event, shown = event_at(slug), {}
    try:
        if request.method == "POST":
            content = (
                _returned_content(request) if "kept" in request.POST else _uploaded_content(request)
            )
            sheet, choices = read_sheet(content), _choices(request)
            does = request.POST.get("do", "import") if "kept" in request.POST else "look"
            if does == "import":
                plan = import_good_rows(event=event, sheet=sheet, choices=choices, by=request.user)
                if plan.rows:
                    _say(request, plan)
                    return redirect("tournament:organise-players", slug)
            elif does == "bad":
                return _bad_rows(event, sheet, choices)
            shown = {**_plan_context(event, sheet, choices), "kept": b64encode(content).decode()}
    except ValidationError as error:
        show_refusal(request, error)
    except SheetError as error:
        shown = {"faults": [error.fault], "plan": ImportPlan((), (error.fault,))}
    title = _("Import players")
    frame = console_page(event, title, to_players(event))
    return render(request, "tournament/people/import_players.html", {**frame, **shown})


def _uploaded_content(request: HttpRequest) -> bytes:
    """Return the content of the chosen file.

    Raises ValidationError without a file, or if it is too large.
    """
    file = request.FILES.get("file")
    if file is None:
        raise ValidationError(_("Choose a CSV or XLSX file."))
    if (file.size or 0) > MAX_BYTES:
        text = _("The file is larger than %(megabytes)d MB.")
        raise ValidationError(text % {"megabytes": MAX_BYTES >> 20})
    content: bytes = file.read()
    return content


def _returned_content(request: HttpRequest) -> bytes:
    try:
        return b64decode(request.POST["kept"], validate=True)
    except ValueError as error:
        raise ValidationError(_("Choose a CSV or XLSX file.")) from error


def _choices(request: HttpRequest) -> ImportChoices:
    """Return what the page sent of columns and rows.

    Columns are in order, blank for one not used.
    """
    columns = request.POST.getlist("column")
    return ImportChoices(
        columns={at: name for at, name in enumerate(columns) if name} if columns else None,
        same=request.POST.getlist("same"),
    )


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
        messages.warning(request, text % {"count": count})


def _plan_context(event: Event, sheet: list[SheetRow], choices: ImportChoices) -> dict[str, Any]:
    """Return what the list would do, and what there is to choose, for the page."""
    players = players_of(sheet, choices.columns, own_teams=event.has_own_teams)
    alike = rows_alike(event, players, plan_good_rows(event, players))
    joined = with_same_people(event, players, choices.same)
    plan = plan_good_rows(event, joined)
    changing = [row for row in plan.rows if row.action in ("add", "change")]
    more = max(len(changing), len(plan.faults), len(alike)) - MAX_SHOWN
    return {
        "plan": plan,
        "columns": columns_of(sheet, choices.columns, own_teams=event.has_own_teams),
        "fields": field_names(event),
        "changing": changing[:MAX_SHOWN],
        "faults": plan.faults[:MAX_SHOWN],
        "faulty": len({fault.row for fault in plan.faults}),
        "alike": alike[:MAX_SHOWN],
        "counts": {action: plan.count(action) for action in ("add", "change", "same")},
        "choices": choices,
        "more": max(0, more),
    }


def field_names(event: Event) -> dict[str, str]:
    """Return what a column can hold, in words; a team where the event has its own."""
    names = {
        "name": pgettext("person", "Name"),
        "first": _("First name"),
        "last": _("Last name"),
        "club": _("Club"),
        "team": _("Team"),
        "email": _("Email"),
        "seed": _("Seed rank"),
    }
    return {key: names[key] for key in TITLES if key != "team" or event.has_own_teams}


def _bad_rows(event: Event, sheet: list[SheetRow], choices: ImportChoices) -> HttpResponse:
    """Return the faulty rows as a list to mend and import again.

    Each has its faults.
    """
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
