"""Forms that an address fills in."""

from typing import Any

from django.http import HttpRequest

from tournament.common.parameters import whole_number


class PrefilledForm:
    """An admin with a form that is filled in from the address.

    A related object is taken only by a key that is a number.
    """

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Return the values of `?event=7`."""
        found: dict[str, Any] = super().get_changeform_initial_data(request)  # type: ignore[misc]
        relations = {
            field.name
            for field in self.opts.get_fields()  # type: ignore[attr-defined]
            if field.is_relation
        }
        return {
            name: value
            for name, value in found.items()
            if name not in relations or _are_keys(value if isinstance(value, list) else [value])
        }


def _are_keys(values: list[str]) -> bool:
    return all(whole_number(value) is not None for value in values)
