"""Events as they arrive over the wire.

Their form is checked before anything is looked up.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Self
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from referee.journal.canonical import NotCanonicalError, canonical
from referee.journal.event_forms import event_too_long
from referee.journal.hash_chain import body_hash
from referee.journal.limits import MAX_EVENT_BYTES
from referee.journal.order_in_force import CORRECTIONS
from referee.journal.times import is_harmless
from referee.language import refusal_text

MAX_BATCH_EVENTS = 100
MAX_BATCH_CORRECTIONS = 10
"""The most corrections in one batch: each replays the whole game."""
SALT = re.compile(r"[0-9a-f]{32}")
HASH = re.compile(r"[0-9a-f]{64}")
MAX_SEQ = 2**31 - 1


class MalformedError(Exception):
    """A request that breaks the protocol's form.

    It has the `field` (a dotted path) and a sentence.
    """

    def __init__(self, field: str, detail: Any) -> None:
        super().__init__(f"{field}: {detail}")
        self.field = field
        self.detail = detail


@dataclass(frozen=True, slots=True)
class WireEvent:
    """One event as a tablet made it.

    `at` is the tablet's time, advisory only; `times.read_moment` says whether it can be logged.
    `text` is the canonical JSON of `event`.
    """

    event_id: UUID
    salt: str
    at: str
    event: dict[str, Any]
    text: str
    body_hash: str

    @classmethod
    def read(cls, given: Any, field: str) -> Self:
        """Return the event in a JSON object; raises MalformedError."""
        fields = _object(given, field, {"event_id", "salt", "at", "event"})
        event = fields["event"]
        if not isinstance(event, dict) or not isinstance(event.get("type"), str):
            raise MalformedError(f"{field}.event", _("an event is an object with a type"))
        event_id = read_uuid(fields["event_id"], f"{field}.event_id")
        salt = _parse_by_form(fields["salt"], SALT, f"{field}.salt", _("32 hexadecimal digits"))
        at = read_time(fields["at"], f"{field}.at")
        try:
            made = cls.build(event_id, salt, at, event)
        except NotCanonicalError as error:
            raise MalformedError(f"{field}.event{error.path}", str(error)) from error
        if made.size > MAX_EVENT_BYTES:
            raise MalformedError(f"{field}.event", refusal_text(event_too_long()))
        return made

    @classmethod
    def build(cls, event_id: UUID, salt: str, at: str, event: dict[str, Any]) -> Self:
        """Return an event built from parts that are known to be well-formed."""
        text = canonical(event)
        return cls(event_id, salt, at, event, text, body_hash(str(event_id), salt, at, text))

    @property
    def size(self) -> int:
        """The size of the event's text in bytes of UTF-8."""
        return len(self.text.encode())


@dataclass(frozen=True, slots=True)
class Batch:
    """Events in order, and where to append them.

    `expected_seq` is the number of the first one, `previous_hash` the hash of the row before it.
    """

    lease_epoch: int
    expected_seq: int
    previous_hash: str
    digest: str
    events: tuple[WireEvent, ...]
    set_aside: bool = True
    view: bool = False

    @classmethod
    def read(cls, given: Any) -> Self:
        """Return the batch in a request body; raises MalformedError."""
        fields = _object(
            given,
            "",
            {"expected_seq", "previous_hash", "digest", "events", "lease_epoch"},
            {"on_refusal", "view"},
        )
        events = read_events(fields["events"])
        if sum(event.event["type"] in CORRECTIONS for event in events) > MAX_BATCH_CORRECTIONS:
            raise MalformedError("events", _("at most 10 corrections"))
        on_refusal = fields.get("on_refusal", "set_aside")
        if on_refusal not in ("set_aside", "discard"):
            raise MalformedError("on_refusal", _("set_aside or discard"))
        return cls(
            lease_epoch=read_integer(fields["lease_epoch"], "lease_epoch", 0),
            expected_seq=read_integer(fields["expected_seq"], "expected_seq", 1),
            previous_hash=_hash(fields, "previous_hash"),
            digest=_hash(fields, "digest"),
            events=events,
            set_aside=on_refusal == "set_aside",
            view=read_boolean(fields.get("view", False), "view"),
        )


def read_events(given: Any) -> tuple[WireEvent, ...]:
    """Return 1 to 100 events, each id once; raises MalformedError."""
    if not isinstance(given, list) or not 1 <= len(given) <= MAX_BATCH_EVENTS:
        raise MalformedError("events", _("a list of 1 to 100 events"))
    events = tuple(WireEvent.read(item, f"events.{n}") for n, item in enumerate(given))
    if len({event.event_id for event in events}) < len(events):
        raise MalformedError("events", _("the same event is listed twice"))
    return events


def read_uuid(given: Any, field: str) -> UUID:
    """Return a UUID given in its canonical text form; raises MalformedError."""
    try:
        value = UUID(given)
    except (TypeError, ValueError, AttributeError) as error:
        raise MalformedError(field, _("a UUID")) from error
    if str(value) != given:
        raise MalformedError(field, _("a UUID"))
    return value


def read_time(given: Any, field: str) -> str:
    """Return a time as it was written.

    Raises MalformedError if it does not look like a time.

    A tablet with a wrong clock must still get rid of its events. So a time that cannot be
    logged is not refused here, and its event is set aside.
    """
    if not is_harmless(given):
        raise MalformedError(field, _("a time such as 2026-05-16T10:00:00Z"))
    return str(given)


def read_integer(given: Any, field: str, least: int) -> int:
    """Return a whole number of at least `least`; raises MalformedError."""
    if type(given) is not int or not least <= given <= MAX_SEQ:
        raise MalformedError(field, _("a whole number, %(least)s or more") % {"least": least})
    return given


def read_boolean(given: Any, field: str) -> bool:
    """Return a boolean; raises MalformedError."""
    if not isinstance(given, bool):
        raise MalformedError(field, _("true or false"))
    return given


def _hash(fields: dict[str, Any], field: str) -> str:
    return _parse_by_form(fields[field], HASH, field, _("64 hexadecimal digits"))


def _parse_by_form(given: Any, form: re.Pattern[str], field: str, wanted: Any) -> str:
    if not isinstance(given, str) or not form.fullmatch(given):
        raise MalformedError(field, wanted)
    return given


def _object(
    given: Any, field: str, required: set[str], optional: set[str] | None = None
) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise MalformedError(field or "body", _("a JSON object"))
    for key in required - given.keys():
        raise MalformedError(f"{field}.{key}".lstrip("."), _("this field is required"))
    for key in given.keys() - required - (optional or set()):
        raise MalformedError(f"{field}.{key}".lstrip("."), _("this field is unknown"))
    return given


@dataclass(frozen=True, slots=True)
class HandOver:
    """Events that a tablet can no longer append, and the reason."""

    reason: str
    expected_seq: int
    digest: str
    events: tuple[WireEvent, ...]

    @classmethod
    def read(cls, given: Any, reasons: Collection[str]) -> Self:
        """Return the events in a request body; raises MalformedError."""
        fields = _object(given, "", {"reason", "expected_seq", "previous_hash", "digest", "events"})
        if fields["reason"] not in reasons:
            raise MalformedError("reason", ", ".join(reasons))
        _hash(fields, "previous_hash")
        return cls(
            reason=fields["reason"],
            expected_seq=read_integer(fields["expected_seq"], "expected_seq", 1),
            digest=_hash(fields, "digest"),
            events=read_events(fields["events"]),
        )
