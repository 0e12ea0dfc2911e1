"""A field for a whole number that says in one sentence what may be typed."""

from typing import Any

from django import forms


def number_field(label: Any, least: int, most: int, allowed: Any) -> forms.IntegerField:
    """Return an optional field; `allowed` is its sentence for whatever it refuses."""
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=least,
        max_value=most,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), allowed),
    )
