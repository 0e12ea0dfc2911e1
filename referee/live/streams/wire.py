"""The messages of a stream, as bytes: server-sent events whose data is JSON. Pure.

`version`: `{"version": n, "patch": {…}}`, the merge patch (RFC 7396) that turns the version before
into version n, or `{"version": n, "snapshot": {…}}`, all of version n. `beat`: `{"at": …, "age": …,
"version": n}`, the time of the publisher's last heartbeat (ISO time and seconds ago, null without
one) and the number of the newest version.
"""

import datetime as dt
import json

RETRY_MILLISECONDS = 3_000
HELLO = b"retry: %d\n\n" % RETRY_MILLISECONDS
"""The start of a stream: it tells other kinds of readers how long to wait before reconnecting."""


def patch_message(version: int, patch: str) -> bytes:
    """Return the message of a version as a patch of the one before (one line of JSON)."""
    return _version(version, "patch", patch)


def snapshot_message(version: int, snapshot: str) -> bytes:
    """Return the message of a whole version (one line of JSON)."""
    return _version(version, "snapshot", snapshot)


def patch_data(version: int, patch: str) -> str:
    """Return a patch message's data only, for a server that writes the rest itself."""
    return _data(version, "patch", patch)


def beat_data(at: dt.datetime | None, age: float | None, version: int) -> str:
    """Return a heartbeat message's data only."""
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
