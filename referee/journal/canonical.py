"""Canonical JSON: equal values have equal text, and so equal hashes.

UTF-8, keys sorted by code point, no spaces, integers only.
"""

import hashlib
import json
from typing import Any

MAX_DEPTH = 12
_encode = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
).encode
_PLAIN = frozenset({int, bool, type(None)})


class NotCanonicalError(ValueError):
    """The value has no canonical form.

    `path` (a JSON pointer) says where, the message why.
    """

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path or '/'}: {why}")
        self.path = path


def canonical(value: Any) -> str:
    """Return the canonical JSON text of `value`.

    The value is a dict, list, str, int, bool or None, nested. Raise NotCanonicalError for
    numbers with a fraction, broken text, and nesting beyond 12 levels.
    """
    if not _is_plain(value):
        _check(value, "", 0)
    return _encode(value)


def digest(text: str) -> str:
    """Return the SHA-256 of the text's UTF-8, in hex."""
    return hashlib.sha256(text.encode()).hexdigest()


def _is_plain(value: Any) -> bool:
    """Return whether the value is a flat object of ASCII, which needs no deep check.

    Lists of integers are allowed in it. Nearly all events pass.
    """
    return type(value) is dict and all(
        type(key) is str
        and key.isascii()
        and (
            type(item) in _PLAIN
            or (type(item) is str and item.isascii())
            or (type(item) is list and all(type(part) is int for part in item))
        )
        for key, item in value.items()
    )


def _check(value: Any, path: str, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise NotCanonicalError(path, f"nested more than {MAX_DEPTH} levels deep")
    if isinstance(value, dict):
        for key, item in value.items():
            _check_text(key, path)
            _check(item, f"{path}/{pointer(key)}", depth + 1)
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            _check(item, f"{path}/{index}", depth + 1)
    elif isinstance(value, str):
        _check_text(value, path)
    elif value is not None and not isinstance(value, int):
        raise NotCanonicalError(path, "only whole numbers are allowed")


def _check_text(text: Any, path: str) -> None:
    if not isinstance(text, str):
        raise NotCanonicalError(path, "keys are texts")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise NotCanonicalError(path, "not a Unicode text") from error


def pointer(key: str) -> str:
    """Escape a key as one step of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")
