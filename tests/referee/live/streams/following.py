"""A reader who follows the messages of a stream, and checks that nothing is missing or doubled."""

import json
import re
from typing import Any

from tests.referee.live.publishing.test_merge_patch import applied

_EVENT = re.compile(r"event: (\w+)\ndata: (.*)\n")


def messages(received: bytes) -> list[tuple[str, Any]]:
    """The events of what was received, with their data; one that is not there whole is left out."""
    found = []
    for block in received.decode().split("\n\n")[:-1]:
        if event := _EVENT.search(block + "\n"):
            found.append((event[1], json.loads(event[2])))
    return found


def versions(received: bytes) -> list[int]:
    """The numbers of the versions, in order."""
    return [data["version"] for event, data in messages(received) if event == "version"]


def state_after(received: bytes, version: int = 0, state: Any = None) -> tuple[int, Any]:
    """Version and state of a reader who had these before; AssertionError at a gap or a double."""
    for event, data in messages(received):
        if event != "version":
            continue
        if "snapshot" in data:
            state = data["snapshot"]
        else:
            assert data["version"] == version + 1, (version, data)
            state = applied(state, data["patch"])
        version = data["version"]
    return version, state
