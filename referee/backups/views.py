"""Pages of an event's backups: list, save, progress, download and restore."""

from typing import IO

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import FileResponse, Http404, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from referee.backups.corrections import count_corrections_since
from referee.backups.jobs import back_up, request_restore, take_in
from tournament.access import Action
from tournament.backups.files import KEPT, BackupFile, path_of
from tournament.backups.selectors import backups_and_job, failure_of, latest_upload, upload_sentence
from tournament.common.commands import treasurer_command
from tournament.common.parameters import whole_number
from tournament.console.crumbs import Crumb
from tournament.console.page import console_page
from tournament.console.pressed_once import pressed_once
from tournament.console.staff import (
    StaffRequest,
    event_at,
    no_event,
    refusals_shown,
    show_refusal,
    staff_may,
)

may_back_up = staff_may(Action.EDIT_EVENT)
MAX_MEGABYTES = 24
"""The largest backup to upload; `config.body_limits` lets a little more through."""


@require_safe
@may_back_up
def backups(request: StaffRequest, slug: str) -> HttpResponse:
    """Show the event's backups, the newest first."""
    event = event_at(slug)
    page = console_page(event, _("Backups"))
    context = {**page, "backups": backups_and_job(event), "kept": KEPT}
    return render(request, "referee/backups/backups.html", context)


@require_POST
@may_back_up
@pressed_once
def save(request: StaffRequest, slug: str) -> HttpResponse:
    """Save a backup now, or in the background if the event is large.

    Return to the round whose page asked for it, if any.
    """
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
    """Answer with the job's progress as JSON.

    The answer looks like `{"running": true, "progress": 40, "text": "…"}`. Once the job is
    over, the text says how it went.
    """
    found = backups_and_job(event_at(slug))
    progress = found.running.progress if found.running else 100
    running = found.running is not None
    return JsonResponse({"running": running, "progress": progress, "text": found.sentence})


@require_safe
@may_back_up
def download(request: StaffRequest, slug: str, name: str) -> HttpResponseBase:
    """Send one of the backups as a file."""
    path = path_of(event_at(slug), name)
    if path is None:
        raise Http404
    return FileResponse(path.open("rb"), as_attachment=True, filename=name)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_may(Action.DELETE_EVENT)
@pressed_once
def go_back(request: StaffRequest, slug: str, name: str) -> HttpResponse:
    """Confirm and queue restoring one of the event's backups.

    The event's address has to be typed. The present state is saved first.
    """
    event = event_at(slug)
    found = next((file for file in backups_and_job(event).files if file.name == name), None)
    if found is None:
        raise Http404
    if request.method == "POST":
        if request.POST.get("typed", "").strip() == slug:
            with refusals_shown(request):
                request_restore(event=event, name=name, by=request.user)
            return redirect("chief:backups", slug)
        messages.error(
            request, _("Type “%(typed)s” to go back: nothing was done.") % {"typed": slug}
        )
    above = Crumb(_("Backups"), reverse("chief:backups", args=[slug]))
    context = {
        **console_page(event, _("Go back to this backup"), above),
        "backup": found,
        "corrections": count_corrections_since(event, found.made_at),
    }
    return render(request, "referee/backups/go_back.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_may(Action.ADD_EVENT, no_event)
@pressed_once
def restore(request: StaffRequest) -> HttpResponse:
    """Restore an event that this server does not have from an uploaded file.

    The page then shows the progress and the outcome.
    """
    if request.method == "POST":
        try:
            take_in(file=_uploaded_file(request), by=request.user)
        except ValidationError as error:
            show_refusal(request, error)
        except OSError as error:
            reason = error.strerror or str(error)
            messages.error(request, _("Nothing was put back: %(reason)s.") % {"reason": reason})
        else:
            return redirect("chief:restore")
    title = _("Put an event back from a backup")
    home = Crumb(_("Organise"), reverse("tournament:organise"))
    job = latest_upload(request.user.get_username())
    context = {
        "title": title,
        "megabytes": MAX_MEGABYTES,
        "crumbs": [home, Crumb(title)],
        "job": job,
        "failed": job is not None and bool(failure_of(job)),
        "sentence": upload_sentence(job),
    }
    return render(request, "referee/backups/restore.html", context)


@require_safe
@staff_may(Action.ADD_EVENT, no_event)
def restore_state(request: StaffRequest) -> HttpResponse:
    """Answer with the progress of the upload being restored, in the form of `state`."""
    job = latest_upload(request.user.get_username())
    running = job is not None and job.is_open
    progress = job.progress if job and running else 100
    return JsonResponse({"running": running, "progress": progress, "text": upload_sentence(job)})


def _uploaded_file(request: StaffRequest) -> IO[bytes]:
    """Return the uploaded file; ValidationError without one, or if it is too large."""
    file = request.FILES.get("file")
    if file is None:
        raise ValidationError(_("Choose the file of a backup (.zip)."))
    if (file.size or 0) > MAX_MEGABYTES << 20:
        text = _("The file is larger than %(megabytes)d MB: “%(command)s” takes it.")
        command = treasurer_command("restore FILE")
        raise ValidationError(text % {"megabytes": MAX_MEGABYTES, "command": command})
    return file
