"""The forms of an address: which one, and what it is told."""

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.models import Webhook
from tournament.models.webhooks import MAX_URL
from tournament.webhooks.facts import Kind


class KindsForm(forms.Form):
    """A form for the kinds of message of an address, and the texts' language."""

    kinds = forms.MultipleChoiceField(
        label=pgettext_lazy("webhook", "What it is told"),
        choices=Kind.choices,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose at least one thing to be told.")},
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        choices=settings.LANGUAGES,
        help_text=gettext_lazy("The language of the texts for Discord; JSON has no texts."),
    )


class WebhookForm(KindsForm):
    """A new address."""

    url = forms.CharField(
        label=pgettext_lazy("webhook", "Address"),
        max_length=MAX_URL,
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy(
            "Where messages are sent, with https://. The other program gives it to you."
        ),
    )
    format = forms.ChoiceField(
        label=pgettext_lazy("webhook", "Format"), choices=Webhook.Format.choices
    )
    field_order = ("url", "format", "kinds", "language")
