"""The forms of a season: its settings, an event to add, and players to join."""

from typing import Any

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.common.names import MAX_NAME_LENGTH, validate_name
from tournament.events.settings.forms import DateInput
from tournament.models import Season
from tournament.models.seasons import MAX_EVENTS, default_season_points

MAX_POINTS_TEXT = 600
MAX_ENTRIES = 100


class NewSeasonForm(forms.Form):
    """The settings with which a season begins."""

    name = forms.CharField(
        label=pgettext_lazy("season", "Name of the season"),
        max_length=MAX_NAME_LENGTH,
        validators=[validate_name],
        help_text=gettext_lazy("Such as “Club league 2026”."),
    )

    def clean(self) -> dict[str, Any]:
        """Make the address from the name; a name in another script gets one that is free."""
        found: dict[str, Any] = super().clean() or {}
        if "name" in found:
            found["slug"] = _free_address(slugify(found["name"])[:50] or "season")
        return found


def _free_address(wanted: str) -> str:
    taken = set(Season.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
    options = (wanted, *(f"{wanted}-{number}" for number in range(2, len(taken) + 3)))
    return next(each for each in options if each not in taken)


class SeasonForm(forms.Form):
    """The form of a season: how points count, and which events belong to it."""

    name = forms.CharField(
        label=pgettext_lazy("season", "Name of the season"),
        max_length=MAX_NAME_LENGTH,
        validators=[validate_name],
    )
    points_from = forms.ChoiceField(
        label=pgettext_lazy("season", "Points come from"),
        choices=Season.PointsFrom.choices,
        widget=forms.RadioSelect,
    )
    points_by_place = forms.CharField(
        label=pgettext_lazy("season", "Points by place in an event"),
        max_length=MAX_POINTS_TEXT,
        help_text=gettext_lazy(
            "From the first place down, with spaces between. Read if the place brings the points; "
            "players who share a place share its points."
        ),
    )
    best = forms.IntegerField(
        label=pgettext_lazy("season", "Best events that count"),
        min_value=1,
        max_value=MAX_EVENTS,
        required=False,
        help_text=gettext_lazy("Of each player; the others are dropped. Empty: all count."),
    )
    rule_from = forms.DateField(
        label=pgettext_lazy("season", "Take my events from"),
        widget=DateInput,
        required=False,
    )
    rule_to = forms.DateField(
        label=pgettext_lazy("season", "until"),
        widget=DateInput,
        required=False,
        help_text=gettext_lazy(
            "Events that the season’s owner organises and that begin within these days, new ones "
            "too. Empty: only those chosen by hand."
        ),
    )

    def clean_points_by_place(self) -> list[int]:
        """Return the typed points."""
        parts = self.cleaned_data["points_by_place"].replace(",", " ").split()
        if not all(part.isascii() and part.isdigit() and len(part) <= 6 for part in parts):
            raise forms.ValidationError(_("Type whole numbers with spaces between."))
        return [int(part) for part in parts]


def settings_of(season: Season) -> dict[str, Any]:
    """Return the values of a season that the settings form shows."""
    points = season.points_by_place or default_season_points()
    names = ("name", "points_from", "best", "rule_from", "rule_to")
    values = {name: getattr(season, name) for name in names}
    return {**values, "points_by_place": " ".join(map(str, points))}


def chosen_entries(values: list[str]) -> list[int]:
    """Return the keys of ticked entries; what is no key is left out."""
    return [int(each) for each in values[:MAX_ENTRIES] if each.isascii() and each.isdigit()]
