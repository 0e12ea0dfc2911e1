"""The page “Is it fair?” of an event: ask for, follow, stop and read a study."""

from django.core.exceptions import ValidationError
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from referee.fairness.comparison import compare_studies
from referee.fairness.forms import CompareForm, StudyForm
from referee.fairness.selectors import StudyPage, study_for
from referee.fairness.services import request_study, stop_study
from tournament.access import Action
from tournament.console.page import console_page
from tournament.console.pressed_once import pressed_once
from tournament.console.staff import StaffRequest, event_at, staff_may

may_study = staff_may(Action.EDIT_EVENT)


@require_http_methods(["GET", "HEAD", "POST"])
@may_study
@pressed_once
def fairness(request: StaffRequest, slug: str) -> HttpResponse:
    """Show the event's study, and ask for another one."""
    event = event_at(slug)
    found = study_for(event)
    form = StudyForm(request.POST or None, initial={"seconds": found.seconds})
    if request.method == "POST" and form.is_valid():
        try:
            request_study(event=event, seconds=form.cleaned_data["seconds"], by=request.user)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            return redirect("chief:fairness", slug)
    page = {**console_page(event, _("Is it fair?")), "found": found, "form": form}
    return render(
        request, "referee/fairness/fairness.html", {**page, **_comparison_context(request, found)}
    )


def _comparison_context(request: StaffRequest, found: StudyPage) -> dict[str, object]:
    """Return the form to choose another study, and the comparison with that study."""
    if found.shown is None or not found.others:
        return {}
    data = request.GET if "compare" in request.GET else None
    choice = CompareForm(found.shown, found.others, data)
    chosen = choice.chosen
    return {"choice": choice, "comparison": chosen and compare_studies(chosen, found.shown)}


@require_POST
@may_study
def stop(request: StaffRequest, slug: str) -> HttpResponse:
    """Stop the event's study, which keeps the games so far."""
    found = study_for(event_at(slug))
    if found.study is not None:
        stop_study(study=found.study, by=request.user)
    return redirect("chief:fairness", slug)


@require_safe
@may_study
def state(request: StaffRequest, slug: str) -> HttpResponse:
    """Answer with the progress: `{"running": true, "progress": 40, "text": "…"}`."""
    found = study_for(event_at(slug))
    progress = found.study.progress if found.study and found.is_followed else 100
    told = {"running": found.is_followed, "progress": progress, "text": found.sentence}
    return JsonResponse(told)
