"""Making, following, stopping and downloading the archive of an event.

With `site` it is a copy of the public pages.
"""

from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from referee.archives.services import cancel_archive, request_archive
from referee.archives.writing import parts_for, site_for
from tournament.access import Action
from tournament.backups.archives import archive_file
from tournament.console.pressed_once import pressed_once
from tournament.console.staff import StaffRequest, event_at, refusals_shown, staff_may
from tournament.exports.archives import archive_for


@require_POST
@staff_may(Action.ORGANISE)
@pressed_once
def make(request: StaffRequest, slug: str, *, site: bool = False) -> HttpResponse:
    """Ask for an archive of what the reader may see."""
    with refusals_shown(request):
        request_archive(event=event_at(slug), by=request.user, site=site)
    return redirect("tournament:downloads", slug)


@require_POST
@staff_may(Action.ORGANISE)
def cancel(request: StaffRequest, slug: str, *, site: bool = False) -> HttpResponse:
    """Cancel the archive that this person has asked to be made."""
    found = archive_for(request.user, event_at(slug), site=site)
    if found.job is not None:
        cancel_archive(job=found.job, by=request.user)
        messages.info(request, _("No copy is made.") if site else _("No archive is made."))
    return redirect("tournament:downloads", slug)


@require_safe
@staff_may(Action.ORGANISE)
def state(request: StaffRequest, slug: str, *, site: bool = False) -> HttpResponse:
    """Answer with the progress: `{"running": true, "progress": 40, "text": "…"}`."""
    found = archive_for(request.user, event_at(slug), site=site)
    progress = found.job.progress if found.job and found.is_running else 100
    text = found.sentence
    return JsonResponse({"running": found.is_running, "progress": progress, "text": text})


@require_safe
@staff_may(Action.ORGANISE)
def download(request: StaffRequest, slug: str, *, site: bool = False) -> HttpResponseBase:
    """Send the reader's archive, as long as they may still see all of it."""
    event = event_at(slug)
    found = archive_for(request.user, event, site=site)
    if not found.is_ready or found.job is None:
        raise Http404
    allowed = [*parts_for(request.user, event), *site_for(request.user, event)]
    if not set(found.job.parts) <= set(allowed):
        raise Http404
    try:
        file = archive_file(found.job.pk).open("rb")
    except FileNotFoundError:
        raise Http404 from None
    return FileResponse(
        file, as_attachment=True, filename=f"{slug}-{'site' if site else 'archive'}.zip"
    )
