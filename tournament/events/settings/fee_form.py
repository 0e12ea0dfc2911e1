"""The step in which the event's fee is written down."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.common.amounts import MAX_DIGITS, PLACES, amount_text, in_hundredths
from tournament.events.settings.forms import StepForm
from tournament.models import Event


class FeeForm(StepForm):
    """The fee that each player pays, and its currency."""

    fee = forms.DecimalField(
        label=_("Fee of each player"),
        required=False,
        max_digits=MAX_DIGITS,
        decimal_places=PLACES,
        help_text=_("Empty: nobody pays. You can set another fee with a player."),
    )
    fee_currency = forms.CharField(
        label=_("Currency"),
        required=False,
        max_length=3,
        widget=forms.TextInput(attrs={"autocapitalize": "characters", "size": 5}),
        help_text=_("Three letters, such as EUR, USD or RUB."),
    )

    def clean_fee_currency(self) -> str:
        """Return the code in capitals."""
        code: str = self.cleaned_data["fee_currency"]
        return code.upper()

    def settings(self) -> dict[str, Any]:
        """Return the fee as it is stored."""
        found = super().settings()
        fee = found["fee"]
        return {**found, "fee": None if fee is None else in_hundredths(fee)}


def fee_in_words(event: Event) -> list[str]:
    """Return the setting of the fee in words."""
    if event.fee is None:
        return [gettext("No fee")]
    return [amount_text(event.fee, event.fee_currency)]
