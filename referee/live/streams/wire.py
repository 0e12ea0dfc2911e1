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
"""What a stream begins with: how long a reader of another make waits before it comes back."""


def patch_message(version: int, patch: str) -> bytes:
    """The version that a patch (its JSON, of one line) makes of the one before."""
    return _version(version, "patch", patch)


def snapshot_message(version: int, snapshot: str) -> bytes:
    """The version as a whole (its JSON, of one line)."""
    return _version(version, "snapshot", snapshot)


def patch_data(version: int, patch: str) -> str:
    """The data of such a message, for a carrier that writes the rest itself."""
    return _data(version, "patch", patch)


def beat_data(at: dt.datetime | None, age: float | None, version: int) -> str:
    """The data of a beat."""
    beat = {
        "at": at.isoformat() if at else None,
        "age": None if age is None else round(age, 1),
        "version": version,
    }
    return json.dumps(beat, separators=(",", ":"))


def beat_message(at: dt.datetime | None, age: float | None, version: int) -> bytes:
    """The publisher's last sign of life; `age` in seconds."""
    return f"event: beat\ndata: {beat_data(at, age, version)}\n\n".encode()


def _version(version: int, name: str, json_text: str) -> bytes:
    return f"id: {version}\nevent: version\ndata: {_data(version, name, json_text)}\n\n".encode()


def _data(version: int, name: str, json_text: str) -> str:
    return f'{{"version":{version},"{name}":{json_text}}}'
