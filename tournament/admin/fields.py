"""Form fields for settings that the database keeps as lists."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextInputWidget


class ListField(forms.CharField):
    """A list as text with commas between its items."""

    widget = UnfoldAdminTextInputWidget

    def prepare_value(self, value: Any) -> Any:
        """The stored list as text."""
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        """The items of the text, blanks around them dropped."""
        text = super().to_python(value) or ""
        return [item.strip() for item in text.split(",") if item.strip()]

    def has_changed(self, initial: Any, data: Any) -> bool:
        """True if the items differ."""
        return bool(self.to_python(self.prepare_value(initial)) != self.to_python(data))


class WholeNumbersField(ListField):
    """Whole numbers with commas between them."""

    def to_python(self, value: Any) -> Any:
        """The numbers (ValidationError if an item is none)."""
        items = super().to_python(value)
        if not all(item.isascii() and item.isdigit() and len(item) < 10 for item in items):
            raise forms.ValidationError(_("Write whole numbers with commas between them."))
        return [int(item) for item in items]
