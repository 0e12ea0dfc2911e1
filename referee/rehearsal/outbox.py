"""The storage of a simulated tablet.

It has the tablet's events, the outcome of each, and the server's rows. It is the tablet's
own `outbox.js`, without its corrections: a test drives both side by side.
"""

import datetime as dt
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise
from random import Random
from typing import Any
from uuid import UUID

from referee.journal.hash_chain import FIRST

MAX_BATCH = 100
MAX_BATCH_BYTES = 200_000
MAX_BYTES_PER_UNIT = 3
STEP = dt.timedelta(milliseconds=1)
Place = tuple[int, str]


@dataclass(slots=True)
class Aside:
    """An event for the chief.

    It has the reason, its number on the tablet, and whether the server has it.
    """

    reason: str
    seq: int
    handed: bool


@dataclass(slots=True)
class Outbox:
    """A tablet's stored events and the server's rows.

    `events` are in the order recorded; by their ids there are the `places` of those the server has
    (number and hash) and those set `aside`: all others wait. `rows` is the server's log as far as
    it is known; `named` what the server said last of the entries it keeps for the chief: events by
    entry.
    """

    random: Random
    events: list[dict[str, Any]] = field(default_factory=list)
    places: dict[str, Place] = field(default_factory=dict)
    aside: dict[str, Aside] = field(default_factory=dict)
    rows: list[dict[str, Any]] = field(default_factory=list)
    named: dict[str, int] = field(default_factory=dict)
    revoked: bool = False
    _by_id: dict[str, dict[str, Any]] = field(default_factory=dict)
    _first_waiting: int = 0
    _clock: dt.datetime = field(default_factory=lambda: dt.datetime.now(dt.UTC))

    def record(self, event: dict[str, Any]) -> None:
        """Keep one event; no two of a tablet have the same time."""
        self._clock = max(dt.datetime.now(dt.UTC), self._clock + STEP)
        at = self._clock.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        event_id = str(UUID(int=self.random.getrandbits(128), version=4))
        salt = f"{self.random.getrandbits(128):032x}"
        self.events.append({"event_id": event_id, "salt": salt, "at": at, "event": event})
        self._by_id[event_id] = self.events[-1]

    @property
    def head(self) -> Place:
        """The last row of the log that the tablet knows."""
        return _place(self.rows[-1]) if self.rows else (0, FIRST)

    @property
    def undecided_events(self) -> list[dict[str, Any]]:
        """Return the events that the server has not decided on, in order."""
        return [each for each in self.events[self._first_waiting :] if not self._is_decided(each)]

    @property
    def not_handed_over(self) -> list[dict[str, Any]]:
        """Events for the chief that the server has yet to take."""
        return [self._by_id[key] for key in self._in_order(handed=False)]

    @property
    def handed_over(self) -> set[str]:
        """The ids of what the server keeps for the chief."""
        return set(self._in_order(handed=True))

    def keep_named(self, entries: Iterable[Mapping[str, Any]]) -> None:
        """Note which entries the server keeps for the chief.

        If an entry is missing or shorter than before, the server was restored from a backup, and
        everything is handed over again.
        """
        kept = {entry["id"]: entry["events"] for entry in entries}
        lost = any(kept.get(key, 0) < events for key, events in self.named.items())
        self.named = kept
        if lost:
            self._hand_over_again()

    def acknowledge(self, decided: Iterable[tuple[str, Place]]) -> None:
        """Note that the server has these events of the tablet at these places."""
        for event_id, place in decided:
            self._confirm(event_id, place)
            # A place further on than the next has rows of others before it: they are fetched.
            if place[0] == self.head[0] + 1:
                self.rows.append(_row(self._by_id[event_id], place))
        self._advance()

    def add_rows(self, rows: Iterable[dict[str, Any]]) -> None:
        """Add rows of the server's log after the head, including the tablet's own."""
        for row in rows:
            if row["seq"] == self.head[0] + 1:
                self.rows.append(row)
                if row["event_id"] in self._by_id:
                    self._confirm(row["event_id"], (row["seq"], row["hash"]))
        self._advance()

    def set_aside(
        self, events: Iterable[dict[str, Any]], reason: str, handed: Iterable[str] = ()
    ) -> None:
        """Set events aside for the chief, with their numbers here.

        The server has those `handed`.
        """
        numbers = dict(zip((e["event_id"] for e in self.undecided_events), count(self.head[0] + 1)))
        numbers |= {event_id: place[0] for event_id, place in self.places.items()}
        for event_id in [event["event_id"] for event in events]:
            self.aside[event_id] = Aside(reason, numbers[event_id], event_id in handed)
            self.places.pop(event_id, None)
        self._advance()

    def first_hand_over(self, events: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the first events that one hand-over request can carry.

        Their numbers are consecutive and they have the same reason.
        """
        cases = [self.aside[event["event_id"]] for event in events]
        for end, (before, after) in enumerate(pairwise(cases), start=1):
            if after.reason != before.reason or after.seq != before.seq + 1:
                return first_batch(events[:end])
        return first_batch(events)

    def mark_handed_over(self, events: Iterable[dict[str, Any]]) -> None:
        """Mark events as kept by the server for the chief."""
        for event in events:
            self.aside[event["event_id"]].handed = True

    def rewind(self, head: Place) -> bool:
        """Go back to the head of a restored server's log.

        The tablet's later events wait again, and what the chief had is handed over again. Return
        False if that log is not a beginning of the tablet's.
        """
        seq = head[0]
        last = self.rows[:seq][-1:]
        if head != (_place(last[0]) if last else (0, FIRST)):
            return False
        self.places = {key: place for key, place in self.places.items() if place[0] <= seq}
        del self.rows[seq:]
        self._first_waiting = 0
        self._hand_over_again()
        return True

    def forget_rows(self) -> None:
        """Drop rows of another log, so that they are fetched anew.

        What its chief had is handed over again.
        """
        self.rows = []
        self._hand_over_again()

    def reconcile(self) -> None:
        """Set aside the acknowledged events that the server's whole log lacks."""
        lacking = self.places.keys() - {row["event_id"] for row in self.rows}
        self.set_aside([self._by_id[key] for key in lacking], "diverged")

    def _in_order(self, *, handed: bool) -> Iterator[str]:
        for event in self.events if self.aside else ():
            case = self.aside.get(event["event_id"])
            if case is not None and case.handed is handed:
                yield event["event_id"]

    def _advance(self) -> None:
        """Move past the decided events, so that they are not looked through each time."""
        events = self.events
        while self._first_waiting < len(events) and self._is_decided(events[self._first_waiting]):
            self._first_waiting += 1

    def _confirm(self, event_id: str, place: Place) -> None:
        self.places[event_id] = place
        self.aside.pop(event_id, None)

    def _hand_over_again(self) -> None:
        for case in self.aside.values():
            case.handed = False

    def _is_decided(self, event: dict[str, Any]) -> bool:
        return event["event_id"] in self.places or event["event_id"] in self.aside


def first_batch(events: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the longest beginning that one request can carry."""
    size = 0
    for end, event in enumerate(events[:MAX_BATCH]):
        text = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
        size += MAX_BYTES_PER_UNIT * (len(text.encode("utf-16-le")) // 2)
        if end and size > MAX_BATCH_BYTES:
            return list(events[:end])
    return list(events[:MAX_BATCH])


def _place(row: Mapping[str, Any]) -> Place:
    return row["seq"], row["hash"]


def _row(event: dict[str, Any], place: Place) -> dict[str, Any]:
    """Return the row that the server has made of one of the tablet's events."""
    seq, row_hash = place
    return {"seq": seq, "hash": row_hash, "device": "own", **event}
