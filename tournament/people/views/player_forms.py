"""The forms of an event's players."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.common.amounts import MAX_DIGITS, PLACES, amount_text, in_hundredths
from tournament.common.external_ids import MAX_EXTERNAL_ID, validate_external_id
from tournament.common.names import MAX_NAME_LENGTH, validate_name
from tournament.models import Entry, Event


class PlayerForm(forms.Form):
    """A person in an event, as they are entered."""

    name = forms.CharField(
        label=pgettext_lazy("person", "Name"),
        max_length=MAX_NAME_LENGTH,
        validators=[validate_name],
    )
    email = forms.EmailField(
        label=_("E-mail"), required=False, help_text=_("Never shown in public.")
    )
    club = forms.CharField(label=_("Club"), required=False, max_length=MAX_NAME_LENGTH)
    team = forms.CharField(
        label=_("Team"),
        required=False,
        max_length=MAX_NAME_LENGTH,
        help_text=_("A player shown to the public as a number counts for no team."),
    )
    external_id = forms.CharField(
        label=_("ID elsewhere"),
        required=False,
        max_length=MAX_EXTERNAL_ID,
        validators=[validate_external_id],
        help_text=_(
            "Such as the number in a federation. Never shown in public; a list with it finds the "
            "player again."
        ),
    )
    seed = forms.IntegerField(
        label=_("Seed rank"),
        required=False,
        min_value=1,
        max_value=1_000_000,
        help_text=_("Empty: after the last player."),
    )
    name_display = forms.ChoiceField(
        label=_("Name shown to the public"),
        choices=Entry.NameDisplay.choices,
        help_text=_(
            "A number hides the club too: the draw then does not keep the player apart from its "
            "members."
        ),
    )
    pinned_table = forms.IntegerField(
        label=_("Keeps table"),
        required=False,
        min_value=1,
        max_value=1000,
        help_text=_("For a player who needs the same table in every round: its number."),
    )

    fee_due = forms.DecimalField(
        label=_("Fee of this player"),
        required=False,
        min_value=Decimal("0.01"),
        max_digits=MAX_DIGITS,
        decimal_places=PLACES,
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not event.has_own_teams:
            del self.fields["team"]
        if event.fee is None:
            del self.fields["fee_due"]
        else:
            usual = {"fee": amount_text(event.fee, event.fee_currency)}
            self.fields["fee_due"].help_text = _("Empty: %(fee)s, as for everybody.") % usual

    def values(self) -> dict[str, Any]:
        """Return the values that services take: an empty seed is not given."""
        given = dict(self.cleaned_data)
        if given["seed"] is None:
            del given["seed"]
        if given.get("fee_due") is not None:
            given["fee_due"] = in_hundredths(given["fee_due"])
        return given


class EntryForm(PlayerForm):
    """The same of somebody who is entered, and the rounds the player misses."""

    absences = forms.TypedMultipleChoiceField(
        label=_("Misses these rounds"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Is not seated in them, and plays all others."),
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        rounds = [(number, str(number)) for number in range(1, event.number_of_rounds + 1)]
        self.fields["absences"].choices = rounds  # type: ignore[attr-defined]


class ApartForm(forms.Form):
    """Two players who are kept at different tables."""

    one = forms.ModelChoiceField(label=_("One player"), queryset=Entry.objects.none())
    other = forms.ModelChoiceField(label=_("Other player"), queryset=Entry.objects.none())

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entries = Entry.objects.filter(event=event).order_by("seed")
        for name in ("one", "other"):
            self.fields[name].queryset = entries  # type: ignore[attr-defined]
