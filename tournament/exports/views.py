"""The page of all downloads of an event, and the files of its tables."""

from collections.abc import Callable

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.access import Action, may
from tournament.backups.files import backups_of
from tournament.common.streaming import StreamedFile
from tournament.console.page import console_page
from tournament.console.staff import StaffRequest, event_at, staff_may
from tournament.exports.archives import archive_for
from tournament.exports.registry import EXPORTS, Export
from tournament.exports.writers import FORMATS


@require_safe
@staff_may(Action.ORGANISE)
def downloads(request: StaffRequest, slug: str) -> HttpResponse:
    """List the files that the reader may download."""
    event = event_at(slug)
    context = {
        **console_page(event, _("Downloads")),
        "exports": [item for item in EXPORTS if may(request.user, item.right, event)],
        "archive": archive_for(request.user, event),
        "site": archive_for(request.user, event, site=True),
        "backup": next(iter(backups_of(event)), None),
    }
    return render(request, "tournament/exports/downloads.html", context)


def view_of(export: Export) -> Callable[..., HttpResponseBase]:
    """Return the view that sends a table to those who may see it."""

    def send(request: StaffRequest, slug: str, ending: str) -> HttpResponseBase:
        return _send(export, slug, ending)

    view: Callable[..., HttpResponseBase] = require_safe(staff_may(export.right)(send))
    return view


def _send(export: Export, slug: str, ending: str) -> HttpResponseBase:
    """Send a table in the format of a file's ending; Http404 if there is none."""
    wanted = FORMATS.get(ending)
    if wanted is None:
        raise Http404
    sheet = export.sheet(event_at(slug))
    parts = wanted.write(sheet.columns, sheet.rows)
    return StreamedFile(parts, name=f"{slug}-{export.name}.{ending}", kind=wanted.kind)
