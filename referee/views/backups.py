"""The backups of an event: save one now, see which there are, take one along."""

from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from referee.backups.services import save_backup
from tournament.access import Action
from tournament.backup_files import KEPT, backups_of, path_of
from tournament.parameters import whole_number
from tournament.views.console import console_page
from tournament.views.pressed_once import pressed_once
from tournament.views.staff import StaffRequest, event_at, staff_may

may_back_up = staff_may(Action.EDIT_EVENT)


@require_safe
@may_back_up
def backups(request: StaffRequest, slug: str) -> HttpResponse:
    """All there are, the newest first."""
    event = event_at(slug)
    context = {**console_page(event, _("Backups")), "backups": backups_of(event), "kept": KEPT}
    return render(request, "referee/chief/backups.html", context)


@require_POST
@may_back_up
@pressed_once
def save(request: StaffRequest, slug: str) -> HttpResponse:
    """Save one now; back to the round it was asked for on."""
    event = event_at(slug)
    try:
        made = save_backup(event=event, by=request.user)
    except OSError as error:
        reason = error.strerror or str(error)
        messages.error(request, _("Nothing was saved: %(reason)s.") % {"reason": reason})
    else:
        messages.success(request, _("Saved: %(file)s") % {"file": made.name})
    number = whole_number(request.POST.get("round", ""), 1, event.number_of_rounds)
    if number is not None:
        return redirect("tournament:organise-round", slug, number)
    return redirect("chief:backups", slug)


@require_safe
@may_back_up
def download(request: StaffRequest, slug: str, name: str) -> HttpResponseBase:
    """One of them as a file."""
    path = path_of(event_at(slug), name)
    if path is None:
        raise Http404
    return FileResponse(path.open("rb"), as_attachment=True, filename=name)
