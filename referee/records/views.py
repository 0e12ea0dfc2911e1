"""The download of all game records of an event."""

from django.http import HttpResponseBase
from django.views.decorators.http import require_safe

from referee.records.archive import records_archive
from tournament.access import Action
from tournament.common.streaming import StreamedFile
from tournament.console.staff import StaffRequest, event_at, staff_may


@require_safe
@staff_may(Action.SEE_RECORDS)
def archive(request: StaffRequest, slug: str) -> HttpResponseBase:
    """Send all records of the event in one zip."""
    parts = records_archive(event_at(slug))
    return StreamedFile(parts, name=f"{slug}-records.zip", kind="application/zip")
