"""Form fields for settings that the database keeps as lists."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextInputWidget


class ListField(forms.CharField):
    """A list as text with commas between its items."""

    widget = UnfoldAdminTextInputWidget

    def prepare_value(self, value: Any) -> Any:
        """Return the stored list as text with commas."""
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        """Return the items of the text, stripped of surrounding blanks."""
        text = super().to_python(value) or ""
        return [item.strip() for item in text.split(",") if item.strip()]

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Return True if the items differ."""
        return bool(self.to_python(self.prepare_value(initial)) != self.to_python(data))


class WholeNumbersField(ListField):
    """Whole numbers with commas between them."""

    def to_python(self, value: Any) -> Any:
        """Return the numbers; raise ValidationError if an item is not a whole number."""
        items = super().to_python(value)
        if not all(item.isascii() and item.isdigit() and len(item) < 10 for item in items):
            raise forms.ValidationError(_("Write whole numbers with commas between them."))
        return [int(item) for item in items]


class PairsField(ListField):
    """Pairs of players by their ids, with commas between the pairs.

    The text looks like `p01 p02, p03 p07`.
    """

    def prepare_value(self, value: Any) -> Any:
        """Return the stored pairs as text, the two halves of each with a blank between."""
        if isinstance(value, list) and all(isinstance(pair, list) for pair in value):
            return ", ".join(" ".join(pair) for pair in value)
        return super().prepare_value(value)

    def to_python(self, value: Any) -> Any:
        """Return the pairs, unchecked: the service reports what is wrong with one."""
        return [item.split() for item in super().to_python(value)]
