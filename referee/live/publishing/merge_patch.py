"""Differences of JSON documents as merge patches (RFC 7396). Pure."""

from collections.abc import Mapping
from typing import Any

Json = Mapping[str, Any]


def patch_between(before: Json, after: Json) -> dict[str, Any]:
    """Return the patch that turns `before` into `after`.

    Neither may contain a null: in a patch, null removes a member.

    >>> patch_between({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"c": 2, "d": 4}})
    {'a': None, 'b': {'d': 4}}
    """
    patch: dict[str, Any] = {name: None for name in before if name not in after}
    for name, value in after.items():
        if name not in before:
            patch[name] = value
            continue
        old = before[name]
        if old is value:
            continue
        if isinstance(old, dict) and isinstance(value, dict):
            if inner := patch_between(old, value):
                patch[name] = inner
        elif not _is_same(old, value):
            patch[name] = value
    return patch


def _is_same(old: object, value: object) -> bool:
    """Return whether two values are the same JSON.

    True and 1 are equal to Python, in lists too.
    """
    if old != value or type(old) is not type(value):
        return False
    return not isinstance(value, list) or repr(old) == repr(value)


def takes_away(patch: Json) -> bool:
    """Return whether the patch removes anything."""
    return any(
        value is None or (isinstance(value, dict) and takes_away(value)) for value in patch.values()
    )
