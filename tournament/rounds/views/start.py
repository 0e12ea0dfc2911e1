"""The form of a round's announced start, on the round's page."""

import datetime as dt

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from tournament.access import Action
from tournament.common.event_time import moment_of
from tournament.console.event_time_field import EventTimeField
from tournament.console.staff import StaffRequest, refusals_shown, staff_may
from tournament.models import Round
from tournament.rounds.services.start import announce_start

SOON = dt.timedelta(minutes=5)
SAME_PRESS = dt.timedelta(seconds=30)


class StartForm(forms.Form):
    """The announced start of a round, by the clocks at the event's place."""

    at = EventTimeField(label=gettext_lazy("The round begins at"))


@require_POST
@staff_may(Action.MOVE_CLOCK)
def announce(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """Announce the time that was typed, in five minutes (`do=soon`), or none."""
    rounds = Round.objects.select_related("event")
    found = get_object_or_404(rounds, event__slug=slug, number=number)
    form = StartForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Write day and time, such as 2026-05-16 09:30."))
    else:
        at = moment_of(form.cleaned_data["at"], found.event.time_zone)
        if request.POST.get("do") == "soon":
            at = _soon_start(found)
        with refusals_shown(request):
            announce_start(round_=found, at=at, by=request.user)
            messages.success(request, _("Saved: when the round begins."))
    return redirect("tournament:organise-round", slug, number)


def _soon_start(round_: Round) -> dt.datetime:
    """Return the time in five minutes.

    Pressing the button again does not move a time that is already set.
    """
    soon = timezone.now().replace(microsecond=0) + SOON
    said = round_.starts_at
    return said if said and dt.timedelta() <= soon - said < SAME_PRESS else soon
