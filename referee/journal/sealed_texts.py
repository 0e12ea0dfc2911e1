"""Private texts, which enter the hash chain as salted commitments.

Names, notes and reasons can thus be erased without breaking the chain. `seal` takes the private
values out of an event and leaves commitments. Each commitment has its own salt, derived from the
event's: one value can be erased with its salt, and the others still be proved.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterator
from typing import Any

from referee.journal.canonical import canonical, pointer

PRIVATE_KEYS = frozenset({"name", "reason", "note", "text"})
KEY = "commitment"

Private = dict[str, list[Any]]
"""[salt in hex, value] by JSON pointer into the event; an erased value has no entry."""


def seal(event: dict[str, Any], salt: str) -> tuple[dict[str, Any], Private]:
    """Return the event with commitments in place of private values, and those values."""
    private: Private = {}
    if not any(is_private(key) or _holds_objects(item) for key, item in event.items()):
        return event, private

    def commit(path: str, value: Any) -> dict[str, str]:
        own = hmac.new(salt.encode(), path.encode(), hashlib.sha256).hexdigest()
        private[path] = [own, value]
        return {KEY: commitment(own, value)}

    return _unsealed_value(event, "", commit), private


def unseal(sealed: dict[str, Any], private: Private, *, erased: str) -> dict[str, Any]:
    """Return the event as it was reported; erased values read as `erased`."""
    event: dict[str, Any] = _unsealed_value(
        sealed, "", lambda path, _value: private[path][1] if path in private else erased
    )
    return event


def altered_paths(sealed: dict[str, Any], private: Private) -> list[str]:
    """Return the paths whose private value does not match its commitment.

    Erased values match.
    """
    committed = dict(_private(sealed, ""))
    return sorted(
        path
        for path, (salt, value) in private.items()
        if committed.get(path) != {KEY: commitment(salt, value)}
    )


def commitment(salt: str, value: Any) -> str:
    """Return the HMAC-SHA-256 of the value's canonical JSON under the salt, in hex."""
    return hmac.new(salt.encode(), canonical(value).encode(), hashlib.sha256).hexdigest()


def _holds_objects(value: Any) -> bool:
    return type(value) is dict or (type(value) is list and any(map(_holds_objects, value)))


def is_private(key: str) -> bool:
    """Return whether values of this key enter the hash chain as commitments."""
    return key in PRIVATE_KEYS or key.startswith("x-")


def _unsealed_value(value: Any, path: str, private: Callable[[str, Any], Any]) -> Any:
    if isinstance(value, dict):
        return {
            key: (private if is_private(key) else lambda at, v: _unsealed_value(v, at, private))(
                f"{path}/{pointer(key)}", item
            )
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [
            _unsealed_value(item, f"{path}/{index}", private) for index, item in enumerate(value)
        ]
    return value


def _private(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, item in value.items():
            at = f"{path}/{pointer(key)}"
            if is_private(key):
                yield at, item
            else:
                yield from _private(item, at)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _private(item, f"{path}/{index}")
