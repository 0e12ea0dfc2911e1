"""The messages of a stream, as bytes: server-sent events whose data is JSON. Pure.

`version`: `{"version": n, "patch": {…}}`, the merge patch (RFC 7396) that makes version n of the
one before, or `{"version": n, "snapshot": {…}}`, the whole of it. `beat`: `{"at": …, "age": …,
"version": n}`, when the publisher last gave a sign of life (ISO time and seconds ago, null without
one) and which version is the newest.
"""

import datetime as dt
import json

RETRY_MILLISECONDS = 3_000
HELLO = b"retry: %d\n\n" % RETRY_MILLISECONDS
"""The beginning of a stream: how long another kind of reader waits before it comes back."""


def patch_message(version: int, patch: str) -> bytes:
    """Return the message of a version as a patch of the one before (its JSON, of one line)."""
    return _version(version, "patch", patch)


def snapshot_message(version: int, snapshot: str) -> bytes:
    """Return the message of a whole version (its JSON, of one line)."""
    return _version(version, "snapshot", snapshot)


def patch_data(version: int, patch: str) -> str:
    """Return only the data of a patch's message, for a carrier that writes the rest itself."""
    return _data(version, "patch", patch)


def beat_data(at: dt.datetime | None, age: float | None, version: int) -> str:
    """Return only the data of a heartbeat's message."""
    beat = {
        "at": at.isoformat() if at else None,
        "age": None if age is None else round(age, 1),
        "version": version,
    }
    return json.dumps(beat, separators=(",", ":"))


def beat_message(at: dt.datetime | None, age: float | None, version: int) -> bytes:
    """Return the message of the publisher's last heartbeat; `age` in seconds."""
    return f"event: beat\ndata: {beat_data(at, age, version)}\n\n".encode()


def _version(version: int, name: str, json_text: str) -> bytes:
    return f"id: {version}\nevent: version\ndata: {_data(version, name, json_text)}\n\n".encode()


def _data(version: int, name: str, json_text: str) -> str:
    return f'{{"version":{version},"{name}":{json_text}}}'
