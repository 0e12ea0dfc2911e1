"""The organiser's page to import a list of players: what a file would change, then the change."""

from base64 import b64decode, b64encode
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournament import selectors, services
from tournament.access import Action
from tournament.imports.matching import ImportPlan, plan_import
from tournament.imports.players import read_players
from tournament.models import Event
from tournament.views.crumbs import Crumb, to_event
from tournament.views.public import or_404
from tournament.views.staff import StaffRequest, staff_may
from tournament.visibility import Reader

# The file travels in the page between the dry run and the import, so less than an import takes.
MAX_BYTES = 3 * 1024 * 1024
MAX_SHOWN = 500


@require_http_methods(["GET", "HEAD", "POST"])
@staff_may(Action.IMPORT_PLAYERS)
def players(request: StaffRequest, slug: str) -> HttpResponse:
    """A file is looked at first; the same file, sent back by the page, is imported."""
    event = get_object_or_404(Event, slug=slug)
    plan, kept = None, ""
    try:
        if "kept" in request.POST:
            plan = services.import_players(
                event=event,
                content=_sent_back(request),
                by=request.user,
                allowed=request.POST.getlist("allowed"),
            )
            if not plan.faults:
                _say(request, plan)
                return redirect("tournament:organise-players", slug)
        elif request.method == "POST":
            content = _uploaded(request)
            plan, kept = plan_import(event, read_players(content)), b64encode(content).decode()
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    return render(request, "tournament/organise/import_players.html", _page(slug, plan, kept))


def _uploaded(request: HttpRequest) -> bytes:
    """The chosen file; ValidationError without one, or if it is too large."""
    file = request.FILES.get("file")
    if file is None:
        raise ValidationError(_("Choose a CSV or XLSX file."))
    if (file.size or 0) > MAX_BYTES:
        text = _("The file is larger than %(megabytes)d MB.")
        raise ValidationError(text % {"megabytes": MAX_BYTES >> 20})
    content: bytes = file.read()
    return content


def _sent_back(request: HttpRequest) -> bytes:
    try:
        return b64decode(request.POST["kept"], validate=True)
    except ValueError as error:
        raise ValidationError(_("Choose a CSV or XLSX file.")) from error


def _say(request: HttpRequest, plan: ImportPlan) -> None:
    text = _("%(add)d added, %(change)d changed, %(same)d unchanged.")
    counts = {action: plan.count(action) for action in ("add", "change", "same")}
    messages.success(request, text % counts)
    if count := len(plan.left_out):
        text = ngettext(
            "%(count)d row was left out: it changes somebody who is in other events too.",
            "%(count)d rows were left out: they change people who are in other events too.",
            count,
        )
        messages.warning(request, text % {"count": count})


def _page(slug: str, plan: ImportPlan | None, kept: str) -> dict[str, Any]:
    page = or_404(selectors.event_page(slug, Reader.STAFF))
    context: dict[str, Any] = {
        "event": page.event,
        "rounds": page.rounds,
        "entered": len(page.players),
        "crumbs": to_event(page.event, Crumb(_("Players"))),
    }
    if plan is None:
        return context
    changing = [row for row in plan.rows if row.action in ("add", "change")]
    left_out = plan.left_out
    counts = {action: plan.count(action) for action in ("add", "change", "same")}
    shown = {
        "plan": plan,
        "changing": changing[:MAX_SHOWN],
        "left_out": left_out[:MAX_SHOWN],
        "faults": plan.faults[:MAX_SHOWN],
    }
    more = max(len(changing), len(left_out), len(plan.faults)) - MAX_SHOWN
    return {**context, **shown, "counts": counts, "kept": kept, "more": max(0, more)}
