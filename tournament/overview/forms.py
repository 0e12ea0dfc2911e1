"""The form with which an event is closed: whether and how its players are thanked."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import Event
from tournament.models.announcements import MAX_TEXT
from tournament.outbox.forms import PlainTextField, mark_of
from tournament.overview.services import Thanks


class ClosingForm(forms.Form):
    """A thank-you of one paragraph; `key` is of this form, however often it is sent."""

    text = PlainTextField(
        label=_("Thank the players"),
        max_length=MAX_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    announces = forms.BooleanField(
        label=_("Announce it on the event’s page, the hall’s screen and the tablets"),
        required=False,
    )
    emails = forms.BooleanField(
        label=_("Send it by e-mail to all players who can be reached"), required=False
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, event: Event, data: Any = None) -> None:
        text = _("Thank you for playing! The final standings are on the event’s page.")
        super().__init__(data, initial={"key": uuid4(), "text": text})
        if event.practice:
            del self.fields["emails"]

    def clean(self) -> dict[str, Any]:
        """Demand the text that is to be told."""
        typed: dict[str, Any] = super().clean() or self.cleaned_data
        is_told = typed.get("announces") or typed.get("emails")
        if is_told and "text" not in self.errors and not typed.get("text"):
            self.add_error("text", _("Write what players are told, or clear both boxes."))
        return typed

    @property
    def thanks(self) -> Thanks | None:
        """The thanks that were chosen, None for none; the form has to be valid."""
        typed = self.cleaned_data
        emails = typed.get("emails", False)
        if not (typed["announces"] or emails):
            return None
        return Thanks(typed["text"], typed["announces"], emails, typed["key"])

    @property
    def mark(self) -> str:
        """The mark of what was typed: only what was looked at is sent."""
        return mark_of(*self.cleaned_data.values())
