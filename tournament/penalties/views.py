"""Pages of cautions and penalties: the decisions, the form, and taking back."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.access import Action
from tournament.common.parameters import whole_number
from tournament.console.crumbs import Crumb, round_label
from tournament.console.page import console_page
from tournament.console.pressed_once import pressed_once
from tournament.console.staff import StaffRequest, event_at, refusals_shown, staff_may
from tournament.models import Entry, Event, Penalty, Round
from tournament.models.penalties import MAX_PLACES, MAX_POINTS, MAX_REASON
from tournament.penalties import services
from tournament.penalties.selectors import penalties_of
from tournament.penalties.services import PenaltyGiven


class PenaltyForm(forms.Form):
    """The form of a new penalty; nothing is chosen before somebody chooses it.

    A field that the kind does not have is not shown (`organise.css`).
    """

    player = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)
    kind = forms.ChoiceField(
        label=gettext_lazy("What is decided"),
        choices=Penalty.Kind.choices,
        widget=forms.RadioSelect,
    )
    round_number = forms.TypedChoiceField(
        label=gettext_lazy("About the round"), coerce=int, required=False, empty_value=None
    )
    points = forms.DecimalField(
        label=gettext_lazy("Points taken off"),
        required=False,
        min_value=0,
        max_value=MAX_POINTS,
        max_digits=4,
        decimal_places=1,
        widget=forms.NumberInput(attrs={"inputmode": "decimal", "step": "0.5"}),
    )
    places = forms.IntegerField(
        label=pgettext_lazy("in the event", "Places lost"),
        required=False,
        min_value=1,
        max_value=MAX_PLACES,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), required=False, max_length=MAX_REASON)
    public = forms.BooleanField(label=gettext_lazy("Show a caution to everybody"), required=False)

    def __init__(self, event: Event, data: Any, initial: dict[str, Any]) -> None:
        super().__init__(data, initial=initial)
        entries = Entry.objects.filter(event=event).order_by("seed")
        rounds = event.rounds.filter(status__in=Round.PUBLIC).order_by("number")
        numbers = rounds.values_list("number", flat=True)
        self.fields["player"].choices = [  # type: ignore[attr-defined]
            ("", _("Choose the player")),
            *((entry.seed, f"{entry.name} ({entry.seed})") for entry in entries),
        ]
        self.fields["round_number"].choices = [  # type: ignore[attr-defined]
            ("", _("The whole event")),
            *((number, round_label(event, number)) for number in numbers),
        ]

    def penalty(self) -> PenaltyGiven:
        """Return the penalty that was decided; the form has to be valid."""
        found = {name: value for name, value in self.cleaned_data.items() if name != "player"}
        return PenaltyGiven(**found)


@require_safe
@staff_may(Action.SEE_PENALTIES)
def penalties(request: StaffRequest, slug: str) -> HttpResponse:
    """List the penalties of the event, the newest first."""
    event = event_at(slug)
    found = penalties_of(event)
    context = {
        **console_page(event, _("Cautions and penalties"), _to_results(event)),
        "standing": [item for item in found if not item.withdrawn],
        "withdrawn": [item for item in found if item.withdrawn],
    }
    return render(request, "tournament/penalties/penalties.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_may(Action.DECIDE_RESULTS)
@pressed_once
def give(request: StaffRequest, slug: str) -> HttpResponse:
    """Give a penalty; `?player=SEED&round=NUMBER` fills in the player."""
    event = event_at(slug)
    data = request.POST if request.method == "POST" else None
    asked = {
        "player": whole_number(request.GET.get("player", ""), 1),
        "round_number": whole_number(request.GET.get("round", ""), 1),
    }
    form = PenaltyForm(event, data, asked)
    if data is not None and form.is_valid() and _give_penalty(request, event, form):
        messages.success(request, _("Decided: it counts from now on. It can be withdrawn below."))
        return redirect("tournament:penalties", slug)
    above = Crumb(_("Cautions and penalties"), reverse("tournament:penalties", args=[slug]))
    context = {
        **console_page(event, _("Caution or penalty"), _to_results(event), above),
        "form": form,
        "seen": services.newest_penalty(event),
    }
    return render(request, "tournament/penalties/penalty.html", context)


@require_POST
@staff_may(Action.DECIDE_RESULTS)
def step(request: StaffRequest, slug: str, key: int) -> HttpResponse:
    """Withdraw a penalty, or let it stand again (`do`: `withdraw`, `restore`)."""
    found = get_object_or_404(
        Penalty.objects.select_related("entry__event"), pk=key, entry__event__slug=slug
    )
    with refusals_shown(request):
        if request.POST.get("do") == "restore":
            services.restore_penalty(penalty=found, by=request.user)
            messages.success(request, _("It stands again."))
        else:
            services.withdraw_penalty(penalty=found, by=request.user)
            messages.success(request, _("Withdrawn: it counts no more."))
    return redirect("tournament:penalties", slug)


def _give_penalty(request: StaffRequest, event: Event, form: PenaltyForm) -> bool:
    """Give the penalty and return True; else show the faults in the form."""
    entry = get_object_or_404(Entry, event=event, seed=form.cleaned_data["player"])
    seen = whole_number(request.POST.get("seen", "")) or 0
    try:
        services.give_penalty(entry=entry, given=form.penalty(), seen=seen, by=request.user)
    except ValidationError as error:
        form.add_error(None, error)
        return False
    return True


def _to_results(event: Event) -> Crumb:
    return Crumb(_("Results"), reverse("tournament:results", args=[event.slug]))
