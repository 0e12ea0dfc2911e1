"""The form of a message to players."""

from hashlib import sha256
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.common import finals
from tournament.models import Event, Round
from tournament.models.mailings import MAX_MAILING, MAX_SUBJECT
from tournament.outbox.selectors.mailings import rounds_to_write_to


class PlainTextField(forms.CharField):
    """A text of several lines; a line's end counts as one character."""

    widget = forms.Textarea

    def to_python(self, value: Any) -> Any:
        """Return the text with plain line feeds."""
        return (super().to_python(value) or "").replace("\r\n", "\n")


class RoundChoiceField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A choice of one round, as people read its number."""

    def label_from_instance(self, obj: Any) -> str:
        """Return whom the choice means."""
        number = finals.number_text(obj.event, obj.number)
        return str(_("The players of round %(number)s") % {"number": number})


class MailingForm(forms.Form):
    """A message and its readers; `key` is of this form, however often it is sent."""

    round = RoundChoiceField(
        Round.objects.none(),
        label=_("To"),
        required=False,
        empty_label=_("All players who have not dropped out"),
    )
    subject = forms.CharField(label=pgettext_lazy("e-mail", "Subject"), max_length=MAX_SUBJECT)
    text = PlainTextField(
        label=_("Text"),
        max_length=MAX_MAILING,
        help_text=_(
            "“Hello” and the player’s name come first. Replies do not reach you: say in the text"
            " how players can reach you."
        ),
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, event: Event, data: Any = None) -> None:
        super().__init__(data, initial={"key": uuid4()})
        rounds: Any = self.fields["round"]
        rounds.queryset = rounds_to_write_to(event).select_related("event").defer("certificate")

    @property
    def mark(self) -> str:
        """The mark of the message that was typed; the form has to be valid.

        Only a message that was looked at is sent.
        """
        return mark_of(*self.cleaned_data.values())


def mark_of(*typed: object) -> str:
    """Return a mark that changes with what was typed."""
    return sha256(repr([str(each) for each in typed]).encode()).hexdigest()
