"""A row of boxes for typing points, one for each place."""

from itertools import zip_longest
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournament.models.event_settings import MAX_POINTS, MAX_SEATS

PLACES = range(1, MAX_SEATS + 1)


class PointsBoxes(forms.Widget):
    """A box for each place, in order; its value is the list of typed texts."""

    use_fieldset = True

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        """Return the typed texts, each cut to the longest allowed."""
        return [str(data.get(f"{name}-{place}", "")).strip()[:6] for place in PLACES]

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        """Return True if no box was sent."""
        return not any(f"{name}-{place}" in data for place in PLACES)

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        """Return the boxes, each under its place."""
        boxes = list(zip_longest(PLACES, value or (), fillvalue=""))[:MAX_SEATS]
        context = {"name": name, "boxes": boxes, "most": MAX_POINTS}
        context |= {"id": (attrs or {}).get("id", name)}
        return render_to_string("tournament/widgets/points_boxes.html", context)


class PointsField(forms.Field):
    """Points from the first place down, for as many places as were given."""

    widget = PointsBoxes

    def to_python(self, value: list[Any] | None) -> list[int]:
        """Return the typed points; the event checks their values.

        Raise ValidationError for anything but whole numbers, or for a gap between two places.
        """
        typed = [str(each) for each in value or ()]
        while typed and not typed[-1]:
            typed.pop()
        if not all(each.isascii() and each.isdigit() for each in typed):
            raise forms.ValidationError(
                _("Type a whole number for each place, from the first on, without gaps.")
            )
        return [int(each) for each in typed]

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Return whether the points differ; unreadable input counts as a change."""
        try:
            return list(initial or ()) != self.to_python(data)
        except forms.ValidationError:
            return True
