"""The hash chain of a log as `docs/protocol.md` defines it, written from that page alone."""

import hashlib
import hmac
import json
from collections.abc import Iterator
from typing import Any

BEFORE_ALL = "0" * 64
PRIVATE = ("name", "reason", "note", "text")


def canonical(value: Any) -> str:
    """Return JSON in UTF-8 with sorted keys and no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest_of(value: Any) -> str:
    """Return the SHA-256 of a value's canonical JSON."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def event_digest(at: str, event: Any) -> str:
    """Return what identifies an event whoever tells of it: its time and its body."""
    return digest_of({"at": at, "event": event})


def row_hash(row: dict[str, Any]) -> str:
    """Return the hash that a row of the exported log has to have."""
    names = ("at", "device", "digest", "event_id", "game", "previous", "seq", "user")
    return digest_of({**{name: row[name] for name in names}, "event": json.loads(row["event"])})


def opened(row: dict[str, Any]) -> Any:
    """Return a row's event with its private values in their places."""
    private = json.loads(row["private"])
    return _opened(json.loads(row["event"]), "", private)


def commitments(row: dict[str, Any]) -> dict[str, Any]:
    """Return the commitments in a row's event, by JSON pointer."""
    return dict(_commitments(json.loads(row["event"]), ""))


def commitment(salt: str, value: Any) -> str:
    """Return the commitment to a value under a salt of its own."""
    return _hmac(salt, canonical(value))


def own_salt(salt: str, path: str) -> str:
    """Return the salt of the value at a JSON pointer, under the event's salt."""
    return _hmac(salt, path)


def _hmac(key: str, text: str) -> str:
    return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()


def _is_private(key: str) -> bool:
    return key in PRIVATE or key.startswith("x-")


def _step(path: str, key: object) -> str:
    return f"{path}/{str(key).replace('~', '~0').replace('/', '~1')}"


def _opened(value: Any, path: str, private: dict[str, Any]) -> Any:
    if path in private:
        return private[path][1]
    if isinstance(value, dict):
        return {key: _opened(item, _step(path, key), private) for key, item in value.items()}
    if isinstance(value, list):
        return [_opened(item, _step(path, number), private) for number, item in enumerate(value)]
    return value


def _commitments(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, item in value.items():
            if _is_private(key):
                yield _step(path, key), item.get("commitment") if isinstance(item, dict) else None
            else:
                yield from _commitments(item, _step(path, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _commitments(item, _step(path, number))
