"""The backups of an event: save one now, see how far it is and which there are, take one along."""

from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from referee.backups.jobs import back_up
from tournament.access import Action
from tournament.backup_files import KEPT, BackupFile, path_of
from tournament.parameters import whole_number
from tournament.selectors.backups import backups_and_job
from tournament.views.console import console_page
from tournament.views.pressed_once import pressed_once
from tournament.views.staff import StaffRequest, event_at, staff_may

may_back_up = staff_may(Action.EDIT_EVENT)


@require_safe
@may_back_up
def backups(request: StaffRequest, slug: str) -> HttpResponse:
    """All there are, the newest first."""
    event = event_at(slug)
    page = console_page(event, _("Backups"))
    context = {**page, "backups": backups_and_job(event), "kept": KEPT}
    return render(request, "referee/chief/backups.html", context)


@require_POST
@may_back_up
@pressed_once
def save(request: StaffRequest, slug: str) -> HttpResponse:
    """Save one now, of a large event in the background; back to the round it was asked for on."""
    event = event_at(slug)
    try:
        made = back_up(event=event, by=request.user)
    except OSError as error:
        reason = error.strerror or str(error)
        messages.error(request, _("Nothing was saved: %(reason)s.") % {"reason": reason})
    else:
        if isinstance(made, BackupFile):
            messages.success(request, _("Saved: %(file)s") % {"file": made.name})
    number = whole_number(request.POST.get("round", ""), 1, event.number_of_rounds)
    if number is not None:
        return redirect("tournament:organise-round", slug, number)
    return redirect("chief:backups", slug)


@require_safe
@may_back_up
def state(request: StaffRequest, slug: str) -> HttpResponse:
    """How far the one is that is being saved: `{"running": true, "progress": 40, "text": "…"}`; at
    its end the text says how it went."""
    found = backups_and_job(event_at(slug))
    progress = found.running.progress if found.running else 100
    running = found.running is not None
    return JsonResponse({"running": running, "progress": progress, "text": found.sentence})


@require_safe
@may_back_up
def download(request: StaffRequest, slug: str, name: str) -> HttpResponseBase:
    """One of them as a file."""
    path = path_of(event_at(slug), name)
    if path is None:
        raise Http404
    return FileResponse(path.open("rb"), as_attachment=True, filename=name)
