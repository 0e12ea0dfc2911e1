"""A choice of several options in an order.

Every option has a place, or none where it is not used.

Without a script a place is a number that is typed; a script gives buttons that move the
rows.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django import forms
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

MAX_DIGITS = 2


class Option(NamedTuple):
    """An option: its code, its name, and what choosing it means."""

    code: str
    name: str | Promise
    sentence: str | Promise = ""


class Row(NamedTuple):
    """An option with the place typed beside it; blank where it is not used."""

    option: Option
    place: str


class OrderedChoice(forms.Widget):
    """Rows of options in the order chosen, then those not used.

    Its value is {code: place as typed}.
    """

    use_fieldset = True

    def __init__(self, options: Sequence[Option]) -> None:
        super().__init__()
        self.options = options

    def value_from_datadict(self, data: Any, files: Any, name: str) -> dict[str, str]:
        """Return the places as typed, by the codes of the options.

        Each is cut to one character more than a place may have.
        """
        return {
            option.code: str(data.get(f"{name}-{option.code}", "")).strip()[: MAX_DIGITS + 1]
            for option in self.options
        }

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        """Return True where no row was sent."""
        return not any(f"{name}-{option.code}" in data for option in self.options)

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        """Render the rows, each with its place."""
        identifier = (attrs or {}).get("id", name)
        context = {"name": name, "id": identifier, "rows": self._rows(value or {})}
        return render_to_string("tournament/widgets/ordered_choice.html", context)

    def _rows(self, places: Any) -> list[Row]:
        if not isinstance(places, dict):
            places = {code: str(place) for place, code in enumerate(places, start=1)}
        rows = [Row(option, places.get(option.code, "")) for option in self.options]
        return sorted(rows, key=lambda row: int(row.place) if row.place.isdecimal() else 100)


class OrderedChoiceField(forms.Field):
    """The codes chosen, in order; one at least where it is required."""

    def __init__(self, options: Sequence[Option], **kwargs: Any) -> None:
        super().__init__(widget=OrderedChoice(options), **kwargs)

    def to_python(self, value: dict[str, str] | list[str] | None) -> list[str]:
        """Return the chosen codes, ordered by the places typed for them.

        A disabled field passes a list, which is returned as it is. Raise ValidationError if a
        place is not a whole number from 1 to 99, or is given twice.
        """
        if isinstance(value, list):
            return value
        typed = {code: place for code, place in (value or {}).items() if place}
        if any(not _is_place(place) for place in typed.values()):
            raise forms.ValidationError(
                _("A place is a whole number from 1 to 99; leave it empty for what is not used.")
            )
        places = {code: int(place) for code, place in typed.items()}
        if twice := _repeated_place(places.values()):
            raise forms.ValidationError(
                _("Place %(place)d is given twice: give each row a place of its own.") % twice
            )
        return sorted(places, key=places.__getitem__)

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Return whether the order is another one.

        What cannot be read counts as a change.
        """
        try:
            return list(initial or ()) != self.to_python(data)
        except forms.ValidationError:
            return True


class TableSizesField(OrderedChoiceField):
    """Numbers of players at a table, the preferred first."""

    def clean(self, value: Any) -> Any:
        """Return the sizes as whole numbers."""
        return [int(code) for code in super().clean(value)]

    def prepare_value(self, value: Any) -> Any:
        """Return the stored numbers as codes."""
        return [str(size) for size in value] if isinstance(value, list) else value


def _is_place(text: str) -> bool:
    return text.isascii() and text.isdigit() and 1 <= int(text) < 10**MAX_DIGITS


def _repeated_place(places: Iterable[int]) -> dict[str, int]:
    seen: set[int] = set()
    for place in places:
        if place in seen:
            return {"place": place}
        seen.add(place)
    return {}
