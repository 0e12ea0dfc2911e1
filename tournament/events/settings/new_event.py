"""The page on which an event begins.

It asks for the facts that a club evening needs, or begins from an earlier event (`?like=`).
"""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from scoring.game.editions import EDITIONS
from tournament.access import Action, may, own_events
from tournament.common.names import MAX_NAME_LENGTH, validate_name
from tournament.console.crumbs import Crumb
from tournament.console.pressed_once import pressed_once
from tournament.console.staff import StaffRequest, no_event, staff_may
from tournament.events.edition_display import EDITION_NAMES
from tournament.events.services.copying import copy_event
from tournament.events.services.events import MAX_ADDRESS, begin_event
from tournament.events.settings.forms import (
    MAX_MINUTES,
    MAX_ROUNDS,
    DateInput,
    TimeZoneInput,
    time_zones,
)
from tournament.models import Event

USUAL = ("edition", "number_of_rounds", "length_minutes")
MAX_EARLIER = 20
"""The most earlier events that are offered to begin with."""


class NewEventForm(forms.Form):
    """The form of the few facts that an event needs to begin.

    Everything else has a default.
    """

    name = forms.CharField(
        label=gettext_lazy("Name of the event"),
        max_length=MAX_NAME_LENGTH,
        validators=[validate_name],
    )
    starts_on = forms.DateField(label=gettext_lazy("First day"), widget=DateInput)
    edition = forms.ChoiceField(
        label=gettext_lazy("Edition on the tables"),
        choices=[(code, EDITION_NAMES[code]) for code in EDITIONS],
        required=False,
    )
    number_of_rounds = forms.IntegerField(
        label=gettext_lazy("Rounds"), min_value=1, max_value=MAX_ROUNDS, required=False
    )
    length_minutes = forms.IntegerField(
        label=gettext_lazy("Length of a game, in minutes"),
        min_value=1,
        max_value=MAX_MINUTES,
        required=False,
    )
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
    like = forms.ModelChoiceField(Event.objects.none(), required=False, widget=forms.HiddenInput)
    with_staff = forms.BooleanField(
        label=gettext_lazy("Copy its staff, with their roles"), required=False
    )
    with_players = forms.BooleanField(
        label=gettext_lazy("Copy its players"),
        required=False,
        help_text=gettext_lazy(
            "Names, clubs, teams and addresses; no results, no check-in and no personal links. "
            "Who dropped out is not copied."
        ),
    )

    def __init__(self, request: StaffRequest) -> None:
        events = own_events(request.user)
        earlier = events.filter(slug=request.GET.get("like", "")[:MAX_ADDRESS]).first()
        super().__init__(request.POST or None, initial=_initial(earlier))
        like: Any = self.fields["like"]
        like.queryset = events
        self.person, self.earlier = request.user, earlier
        if earlier is None and not request.POST.get("like"):
            del self.fields["with_staff"], self.fields["with_players"]

    def clean(self) -> dict[str, Any]:
        """Refuse to take over people whom the user may not see in the earlier event."""
        typed: dict[str, Any] = super().clean() or self.cleaned_data
        like = typed.get("like")
        for name, right in (
            ("with_staff", Action.MANAGE_STAFF),
            ("with_players", Action.SEE_PLAYERS),
        ):
            if not typed.get(name) or like is None:
                continue
            if not (may(self.person, right, like) and may(self.person, Action.EDIT_EVENT, like)):
                self.add_error(name, _("Only the organisers of that event can copy them."))
        return typed


def _initial(earlier: Event | None) -> dict[str, Any]:
    """Return the initial values of the form.

    The name of next year's event has next year's number.
    """
    if earlier is None:
        usual = Event()
        return {"time_zone": "UTC", **{name: getattr(usual, name) for name in USUAL}}
    year = earlier.starts_on.year
    return {
        "like": earlier.pk,
        "name": earlier.name.replace(str(year), str(year + 1)),
        "venue": earlier.venue,
        "time_zone": earlier.time_zone,
        "with_staff": True,
        **{name: getattr(earlier, name) for name in USUAL},
    }


@require_http_methods(["GET", "HEAD", "POST"])
@staff_may(Action.ADD_EVENT, no_event)
@pressed_once
def new_event(request: StaffRequest) -> HttpResponse:
    """Create a new, hidden event; its own page says what comes next."""
    form = NewEventForm(request)
    if request.method == "POST" and form.is_valid():
        chosen = {name: value for name, value in form.cleaned_data.items() if value}
        try:
            event = (copy_event if "like" in chosen else begin_event)(by=request.user, **chosen)
        except ValidationError as error:
            for name, faults in error.message_dict.items():
                form.add_error(name if name in form.fields else None, faults)
        else:
            return redirect("tournament:organise-event", event.slug)
    home = Crumb(_("Organise"), reverse("tournament:organise"))
    context = {
        "form": form,
        "earlier": () if form.earlier else own_events(request.user)[:MAX_EARLIER],
        "time_zones": time_zones(),
        "crumbs": [home, Crumb(_("New event"))],
    }
    return render(request, "tournament/events/new_event.html", context)
