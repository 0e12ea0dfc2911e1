"""Prizes given by hand, on the page for the prize-giving: noted and deleted."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_POST

from tournament.access import Action
from tournament.common.names import MAX_NAME_LENGTH, validate_name
from tournament.common.parameters import whole_number
from tournament.console.pressed_once import pressed_once
from tournament.console.staff import StaffRequest, event_at, staff_may
from tournament.models import Entry, Event, HandPrize
from tournament.models.prizes import MAX_NOTE, MAX_TITLE
from tournament.standings.services import hand_prizes as services


class HandPrizeForm(forms.Form):
    """A prize, and who gets it: a player, or somebody else."""

    title = forms.CharField(
        label=pgettext_lazy("award", "Prize"),
        max_length=MAX_TITLE,
        help_text=gettext_lazy("Such as “Fair play” or “Youngest player”."),
    )
    player = forms.TypedChoiceField(
        label=gettext_lazy("Player"), coerce=int, required=False, empty_value=None
    )
    name = forms.CharField(
        label=gettext_lazy("Or somebody else"),
        required=False,
        max_length=MAX_NAME_LENGTH,
        validators=[validate_name],
    )
    note = forms.CharField(
        label=gettext_lazy("What for"),
        required=False,
        max_length=MAX_NOTE,
        help_text=gettext_lazy("Printed on the certificate; may stay empty."),
    )

    def __init__(self, event_key: int, data: Any = None) -> None:
        super().__init__(data)
        entries = Entry.objects.filter(event=event_key).order_by("seed")
        self.fields["player"].choices = [  # type: ignore[attr-defined]
            ("", _("Choose the player")),
            *((entry.seed, f"{entry.name} ({entry.seed})") for entry in entries),
        ]

    def clean(self) -> dict[str, Any]:
        """Demand one winner."""
        typed: dict[str, Any] = super().clean() or self.cleaned_data
        if {"player", "name"} & set(self.errors):
            return typed
        if bool(typed.get("player")) == bool(typed.get("name")):
            fault = _("Choose a player, or type the name of somebody else.")
            self.add_error("player", fault)
        return typed


def give_from(form: HandPrizeForm, event: Event, request: StaffRequest) -> bool:
    """Note the prize of a form; False if it is at fault, then the form says why."""
    if not form.is_valid():
        return False
    typed = form.cleaned_data
    entry = Entry.objects.filter(event=event, seed=typed["player"]).first()
    try:
        services.give_hand_prize(
            event=event,
            title=typed["title"],
            entry=entry,
            name=typed["name"],
            note=typed["note"],
            by=request.user,
        )
    except ValidationError as error:
        form.add_error(None, error.messages)
        return False
    return True


@require_POST
@staff_may(Action.PUBLISH)
@pressed_once
def delete(request: StaffRequest, slug: str) -> HttpResponse:
    """Delete a prize given by hand (`prize`); pressed twice it happens once."""
    event = event_at(slug)
    key = whole_number(request.POST.get("prize", ""), 1) or 0
    found = HandPrize.objects.filter(event=event, pk=key).first()
    if found is not None:
        services.delete_hand_prize(prize=found, by=request.user)
        messages.success(request, _("Deleted: %(prize)s.") % {"prize": found.title})
    return redirect("tournament:reveal", slug)
