"""The pages on which an event is set up.

They show all settings in words, and a form for each step.
"""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.access import Action
from tournament.common.mail_server import no_mail_server
from tournament.common.parameters import whole_number
from tournament.console.crumbs import Crumb
from tournament.console.page import console_page
from tournament.console.staff import StaffRequest, event_at, staff_may
from tournament.events.forecast import forecast
from tournament.events.services.events import update_event
from tournament.events.settings import steps
from tournament.events.settings.finals_form import FinalsForm, finals_by_size
from tournament.events.settings.forms import StepForm, TablesForm, time_zones
from tournament.models import Entry, Event, Result

MAX_FORECAST = 5000
may_set = staff_may(Action.EDIT_EVENT)


@require_safe
@may_set
def settings(request: StaffRequest, slug: str) -> HttpResponse:
    """List every step with what it is set to."""
    event = event_at(slug)
    context = {**_frame(event), "summary": steps.summary(event)}
    return render(request, "tournament/events/settings.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@may_set
def step(request: StaffRequest, slug: str, code: str) -> HttpResponse:
    """Show one step of the settings, and save it.

    After saving, go on to the next step (after the last to the players) or back to the list, as the
    button says.
    """
    if code not in steps.BY_CODE:
        raise Http404
    shown, event = steps.BY_CODE[code], event_at(slug)
    played = Result.objects.filter(table__round__event=event).exists()
    form = shown.form(event, played=played, data=request.POST or None)
    if request.method == "POST" and form.is_valid() and "preview" not in request.POST:
        saved = _save(form, event, request)
        if saved is not None:
            return _redirect_onward(request, shown, saved)
    context = {**_frame(event, shown), **steps.context_of(shown), **_extra_context(request, form)}
    return render(request, "tournament/events/settings_step.html", {**context, "form": form})


def _save(form: StepForm, event: Event, request: StaffRequest) -> Event | None:
    """Return the event as saved; None where the service refuses.

    The form then has the reasons.
    """
    try:
        return update_event(event=event, by=request.user, **form.settings())
    except ValidationError as error:
        form.add_refusals(error)
        return None


def _redirect_onward(request: StaffRequest, shown: steps.Step, saved: Event) -> HttpResponse:
    messages.success(request, _("Saved: %(step)s.") % {"step": shown.title})
    if "next" not in request.POST:
        return redirect("tournament:settings", saved.slug)
    following = steps.next_step(shown)
    if following is None:
        return redirect("tournament:organise-players", saved.slug)
    return redirect("tournament:settings-step", saved.slug, following.code)


def _extra_context(request: StaffRequest, form: StepForm) -> dict[str, Any]:
    """Return the context that a step shows beside its form."""
    if "time_zone" in form.fields:
        return {"time_zones": time_zones()}
    if isinstance(form, FinalsForm):
        return {
            "finals_by_size": finals_by_size(form.event.table_sizes),
            "tables_step": steps.BY_CODE["tables"] if _is_last_round_seated(form.event) else None,
        }
    if "sends_emails" in form.fields:
        return dict(no_mail_server())
    return _preview(request, form) if isinstance(form, TablesForm) else {}


def _is_last_round_seated(event: Event) -> bool:
    """Return whether no round is left that could become a final (1 query)."""
    return event.rounds.filter(number=event.number_of_rounds, seats__isnull=False).exists()


def _preview(request: StaffRequest, form: TablesForm) -> dict[str, Any]:
    """Return the forecast of the tables that the sizes give.

    It is for the number of players asked about or, without one, for the players entered; it is
    for 24 if there are none.
    """
    entered = form.event.entries.filter(status=Entry.Status.ACTIVE).count()
    players = whole_number(request.POST.get("players", ""), 0, MAX_FORECAST) or entered or 24
    sizes = form.event.table_sizes
    if form.is_bound:
        sizes = form.cleaned_data.get("table_sizes", []) if hasattr(form, "cleaned_data") else []
    return {"players": players, "forecast": forecast(players, sizes)}


def _frame(event: Event, shown: steps.Step | None = None) -> dict[str, Any]:
    if shown is None:
        return console_page(event, _("Settings"))
    overview = Crumb(_("Settings"), reverse("tournament:settings", args=[event.slug]))
    return console_page(event, str(shown.title), overview)
