"""The page on which an event begins: its name and days, and the event it is like."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_http_methods

from tournament.access import Action, own_events
from tournament.common.names import MAX_NAME_LENGTH, validate_name
from tournament.console.crumbs import Crumb
from tournament.console.pressed_once import pressed_once
from tournament.console.staff import StaffRequest, no_event, staff_may
from tournament.events.services.events import begin_event
from tournament.events.settings.forms import DateInput, TimeZoneInput, time_zones
from tournament.events.settings.steps import STEPS
from tournament.models import Event


class NewEventForm(forms.Form):
    """The form of the few facts that an event needs to begin; everything else has a default."""

    name = forms.CharField(
        label=gettext_lazy("Name of the event"),
        max_length=MAX_NAME_LENGTH,
        validators=[validate_name],
    )
    starts_on = forms.DateField(label=gettext_lazy("First day"), widget=DateInput)
    ends_on = forms.DateField(
        label=gettext_lazy("Last day"),
        widget=DateInput,
        required=False,
        help_text=gettext_lazy("Only where it lasts longer than a day."),
    )
    venue = forms.CharField(label=capfirst(gettext_lazy("venue")), max_length=200, required=False)
    time_zone = forms.CharField(
        label=gettext_lazy("Time zone"),
        widget=TimeZoneInput,
        help_text=gettext_lazy("Such as Europe/Paris."),
    )
    like = forms.ModelChoiceField(
        Event.objects.none(),
        label=gettext_lazy("Settings"),
        required=False,
        empty_label=pgettext_lazy("settings of an event", "The usual ones"),
        help_text=gettext_lazy("Or those of an earlier event; each can be changed afterwards."),
    )

    def __init__(self, request: StaffRequest) -> None:
        super().__init__(request.POST or None, initial={"time_zone": "UTC"})
        like: Any = self.fields["like"]
        like.queryset = own_events(request.user)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_may(Action.ADD_EVENT, no_event)
@pressed_once
def new_event(request: StaffRequest) -> HttpResponse:
    """Create a new, hidden event; its settings follow step by step."""
    form = NewEventForm(request)
    if request.method == "POST" and form.is_valid():
        chosen = {name: value for name, value in form.cleaned_data.items() if value}
        try:
            event = begin_event(by=request.user, **chosen)
        except ValidationError as error:
            for name, faults in error.message_dict.items():
                form.add_error(name if name in form.fields else None, faults)
        else:
            return redirect("tournament:settings-step", event.slug, STEPS[1].code)
    home = Crumb(_("Organise"), reverse("tournament:organise"))
    context = {"form": form, "time_zones": time_zones(), "crumbs": [home, Crumb(_("New event"))]}
    return render(request, "tournament/events/new_event.html", context)
