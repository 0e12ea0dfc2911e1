"""Checks of the form of a tablet's events, apart from the rules of the game. Pure.

The tablet makes them before it records, the server before it logs.
"""

from collections.abc import Mapping
from typing import Any

from referee.engine import Refusal
from referee.engine.plain_text import is_plain_text
from referee.journal.canonical import NotCanonicalError, canonical
from referee.journal.limits import MAX_EVENT_BYTES

MAX_TEXT = 500
FIELDS: Mapping[str, tuple[str, ...]] = {
    "pause": ("reason",),
    "resume": (),
    "note": ("text",),
    "referee": ("name",),
    "cash_count": ("player",),
    "confirm": ("player", "statement"),
    "dispute": ("player", "reason"),
    "ruling": ("text",),
    "settle": ("player", "reason"),
    "understood": (),
}
"""Required text fields of events logged beside the board, by type of event."""
OPTIONAL_FIELDS: Mapping[str, tuple[str, ...]] = {"confirm": ("reason",)}
"""Optional text fields. `reason`: why the table's referee confirms in a player's place."""
MAX_PAUSE_SECONDS = 24 * 60 * 60
MAX_CASH = 1_000_000
MAX_ROW = 100_000
NUMBERS: Mapping[str, Mapping[str, int]] = {
    "resume": {"seconds": MAX_PAUSE_SECONDS},
    "cash_count": {"cash": MAX_CASH},
    "understood": {"through": MAX_ROW},
}
"""Whole-number fields, from 0 to the given maximum. Optional except for REQUIRED_NUMBERS."""
REQUIRED_NUMBERS = frozenset({"understood"})
"""Types of events whose `NUMBERS` are required."""
QUICK = "x-quick"
"""The only x- key that a tablet's start may have: 1 if only the end of the game was entered."""
_OWN = "x-"


def tablet_fault(event: Mapping[str, Any]) -> Refusal | None:
    """Refuse an event that a tablet may not record, apart from the rules of the game.

    No rule reads keys that begin with x-, but they are kept and shown for ever. Only an organiser's
    imported record may bring them; a tablet's start may have `QUICK`.
    """
    key = _own_key(event)
    if key is not None:
        return Refusal("own_key", None, {"field": key})
    return table_event_fault(event) if event["type"] in FIELDS else None


def size_fault(event: Mapping[str, Any]) -> Refusal | None:
    """Refuse an event that is longer than MAX_EVENT_BYTES or has no canonical JSON."""
    try:
        size = len(canonical(event).encode())
    except NotCanonicalError as error:
        return Refusal("not_canonical", None, {"field": error.path or "/"})
    return event_too_long() if size > MAX_EVENT_BYTES else None


def event_too_long() -> Refusal:
    """Return the refusal of an event longer than MAX_EVENT_BYTES."""
    return Refusal("event_too_long", None, {"most": MAX_EVENT_BYTES})


def table_event_fault(event: Mapping[str, Any]) -> Refusal | None:
    """Return the refusal of an event beside the board with the wrong form.

    The event's type is one of `FIELDS`.
    """
    kind, given = event["type"], event.keys() - {"type"}
    numbers = NUMBERS.get(kind, {})
    more = given & set(OPTIONAL_FIELDS.get(kind, ()))
    optional = set() if kind in REQUIRED_NUMBERS else numbers.keys()
    required = {*FIELDS[kind], *(numbers.keys() - optional)}
    for name in sorted((given - more - optional) ^ required):
        return Refusal("field", None, {"field": name[:MAX_TEXT]})
    faults = [
        *(text_fault(name, event[name]) for name in (*FIELDS[kind], *sorted(more))),
        *(_number_fault(name, event[name], numbers[name]) for name in numbers if name in given),
    ]
    return next(filter(None, faults), None)


def _number_fault(name: str, value: object, most: int) -> Refusal | None:
    if type(value) is int and 0 <= value <= most:
        return None
    return Refusal("field", None, {"field": name})


def text_fault(name: str, text: object) -> Refusal | None:
    """Refuse a field unless it is displayable text, not blank, of at most MAX_TEXT."""
    if not isinstance(text, str) or not text.strip():
        return Refusal("field", None, {"field": name})
    if len(text) > MAX_TEXT:
        return Refusal("too_long", None, {"field": name, "most": MAX_TEXT})
    return None if is_plain_text(text) else Refusal("unfit", None, {"field": name})


def _own_key(event: Mapping[str, Any]) -> str | None:
    replacement = event.get("replacement")
    if event["type"] == "start":
        return _own_key_of_start(event)
    if event["type"] != "revise" or not isinstance(replacement, list):
        return _first_own_key(event)
    rest = {key: value for key, value in event.items() if key != "replacement"}
    own = (
        _own_key_of_start(item) if _is_start(item) else _first_own_key(item) for item in replacement
    )
    return _first_own_key(rest) or next(filter(None, own), None)


def _is_start(item: Any) -> bool:
    return isinstance(item, dict) and item.get("type") == "start"


def _own_key_of_start(event: Mapping[str, Any]) -> str | None:
    header = event.get("header")
    if not isinstance(header, dict):
        return _first_own_key(event)
    quick = type(header.get(QUICK)) is int and header[QUICK] == 1
    rest = {key: value for key, value in header.items() if not (quick and key == QUICK)}
    return _first_own_key({**event, "header": rest})


def _first_own_key(value: Any) -> str | None:
    """Return the first key, at any depth, that begins with x-."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            own = key[:MAX_TEXT] if key.startswith(_OWN) else _first_own_key(item)
            if own is not None:
                return own
    elif isinstance(value, list):
        return next(filter(None, map(_first_own_key, value)), None)
    return None
