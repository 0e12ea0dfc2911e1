"""The page on which an event is closed.

It shows what happens, what stands against it, and what follows.
"""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import Action
from tournament.common import finals
from tournament.console.page import console_page
from tournament.console.staff import StaffRequest, event_at, refusals_shown, staff_may
from tournament.models import Event
from tournament.outbox.selectors.mailings import recipients_of
from tournament.outbox.views import mailing_preview
from tournament.overview.forms import ClosingForm
from tournament.overview.selectors import closing_of
from tournament.overview.services import close_event, reopen_event, thanks_subject
from tournament.overview.wording import closing_sentences
from tournament.rounds.views.refusals import refusals_of

may_close = staff_may(Action.PUBLISH)


@require_http_methods(["GET", "HEAD", "POST"])
@may_close
def closing(request: StaffRequest, slug: str) -> HttpResponse:
    """Show the effects of closing the event, and close it.

    Players get the thanks as they were looked at.
    """
    event = event_at(slug)
    if event.closed_at is not None:
        if request.method == "POST":
            return redirect("tournament:closing", slug)
        frame = console_page(event, _("Close the event"))
        return render(request, "tournament/overview/closed.html", frame)
    form = ClosingForm(event, request.POST if request.method == "POST" else None)
    preview: dict[str, Any] = {}
    if form.is_bound and form.is_valid():
        looked_at = form.thanks is None or request.POST.get("shown") == form.mark
        if request.POST.get("step") == "close" and looked_at and _close(request, event, form):
            return redirect("tournament:closing", slug)
        if form.thanks is not None:
            preview = _preview(event, form)
    return render(request, "tournament/overview/closing.html", _page(request, event, form, preview))


def _close(request: StaffRequest, event: Event, form: ClosingForm) -> bool:
    """Close the event; False where the service refuses, then the form says why."""
    try:
        close_event(event=event, thanks=form.thanks, by=request.user)
    except ValidationError as error:
        form.add_error(None, error)
        return False
    messages.success(request, _("The event is closed."))
    return True


def _page(
    request: StaffRequest, event: Event, form: ClosingForm, preview: dict[str, Any]
) -> dict[str, Any]:
    found = closing_of(event)
    return {
        **console_page(event, _("Close the event")),
        "form": form,
        "closing": found,
        "sentences": closing_sentences(event, found),
        "hindered": [
            (finals.number_text(event, item.number), refusals_of(request, item, obstacles))
            for item, obstacles in found.hindered
        ],
        **preview,
    }


def _preview(event: Event, form: ClosingForm) -> dict[str, Any]:
    """Return the thanks as everybody gets them."""
    thanks = form.thanks
    shown: dict[str, Any] = {"shown": form.mark, "thanks": thanks}
    if thanks is not None and thanks.emails:
        found = recipients_of(event)
        shown |= mailing_preview(event, found, thanks_subject(event), thanks.text)
    return shown


@require_POST
@may_close
def reopen(request: StaffRequest, slug: str) -> HttpResponse:
    """Open a closed event again."""
    with refusals_shown(request):
        reopen_event(event=event_at(slug), by=request.user)
        messages.success(request, _("The event is open again; its rounds stay closed."))
    return redirect("tournament:closing", slug)
