"""Reading an event: its type, and its move if that does not depend on the game."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from referee.engine.actions import ACTIONS, ActionKind
from referee.engine.forms import FromEvent
from referee.engine.refusals import FormError
from referee.engine.strictjson import read_line

_MAX_REMEMBERED_LENGTH = 300
_STAMP = re.compile(
    ',"id":"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"'
    ',"at":"(?!0000)[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])'
    r'T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?Z"\}'
).fullmatch


Reading = tuple[Any, ActionKind[Any] | None, Any]
"""(event, kind, move). Readings are shared, so never change the event. `kind` is None for an
unknown type. `move` is None if it is malformed or can only be read with the game in view."""


def reading_of(event: Any) -> Reading:
    """Return a decoded event with its kind and move, None for what cannot be read."""
    try:
        kind = ACTIONS[event["type"]]
        if isinstance(kind.read, FromEvent):
            return event, kind, kind.read.from_event(event)
    except (KeyError, TypeError):
        return event, None, None
    except FormError:
        pass
    return event, kind, None


def read_event(text: str) -> Reading:
    """Read a line of a record; raise FormError if it is not JSON.

    A final `id` and `at`, as in exported records, are checked and left out: no rule uses them. The
    rest recurs in every game (throws above all), so readings of short lines are cached.
    """
    if len(text) <= _MAX_REMEMBERED_LENGTH:
        cut = text.find(',"id":"')
        if cut < 0:
            return cached_reading(text)
        if _STAMP(text, cut):
            reading = cached_reading(text[:cut] + "}")
            if "id" not in reading[0] and "at" not in reading[0]:
                return reading
    return reading_of(read_line(text))


@lru_cache(maxsize=2048)
def cached_reading(text: str) -> Reading:
    """Return the reading of a short line, cached for the last 2,048 lines."""
    return reading_of(read_line(text))
