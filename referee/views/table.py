"""The public page of one table, and the download of its game record."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from referee import selectors as records
from tournament import selectors
from tournament.views.crumbs import Crumb, to_round
from tournament.views.public import found
from tournament.views.signs import signs_of

RECORD_TYPE = "application/x-ndjson; charset=utf-8"


@require_safe
def table(request: HttpRequest, slug: str, number: int, table_number: int) -> HttpResponse:
    """Seats, final board, statement and ledger of a table."""
    page = found(selectors.table_page(slug, number, table_number))
    record = records.record_of(page.table.pk)
    label = gettext("Table %(number)d") % {"number": table_number}
    context = {
        "event": page.event,
        "signs": signs_of(page.event),
        "table": page.table,
        "record": record,
        "crumbs": to_round(page.event, number, Crumb(label)),
    }
    return render(request, "referee/table.html", context)


@require_safe
def record(request: HttpRequest, slug: str, number: int, table_number: int) -> HttpResponse:
    """The table's game record, byte for byte as it was stored."""
    page = found(selectors.table_page(slug, number, table_number))
    stored = found(records.record_of(page.table.pk))
    name = f"{slug}-r{number}-t{table_number}.amr.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(stored.text.encode(), content_type=RECORD_TYPE, headers=headers)
