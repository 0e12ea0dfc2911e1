"""What a simulated tablet has stored: its own events, what became of each, and the log's hashes."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import UUID

from referee.journal.hash_chain import FIRST

MAX_BATCH = 100
STEP = dt.timedelta(milliseconds=1)
Place = tuple[int, str]


@dataclass(slots=True)
class Outbox:
    """`events` in the order recorded; `places` of those the server has: number and hash;
    `handed_over`:
    ids of those it keeps for the chief. `head` is the last row of the log the tablet knows."""

    random: Random
    events: list[dict[str, Any]] = field(default_factory=list)
    places: dict[str, Place] = field(default_factory=dict)
    handed_over: set[str] = field(default_factory=set)
    head: Place = (0, FIRST)
    _hashes: dict[int, str] = field(default_factory=lambda: {0: FIRST})
    _first_pending: int = 0
    _clock: dt.datetime = field(default_factory=lambda: dt.datetime.now(dt.UTC))

    def record(self, event: dict[str, Any]) -> None:
        """Keep one event; no two of a tablet have the same time."""
        self._clock = max(dt.datetime.now(dt.UTC), self._clock + STEP)
        at = self._clock.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        event_id = str(UUID(int=self.random.getrandbits(128), version=4))
        salt = f"{self.random.getrandbits(128):032x}"
        self.events.append({"event_id": event_id, "salt": salt, "at": at, "event": event})

    @property
    def pending(self) -> int:
        """How many events the server has not decided on."""
        return len(self.events) - self._first_pending

    def next_batch(self) -> list[dict[str, Any]]:
        """The first events that wait, as many as one request may carry."""
        return self.events[self._first_pending : self._first_pending + MAX_BATCH]

    def acknowledge(self, event_id: str, place: Place) -> None:
        """The server has this event of ours at this place."""
        self.places[event_id] = place
        self._hashes[place[0]] = place[1]
        self.head = max(self.head, place)
        self._advance()

    def hand_over(self, event_ids: Iterable[str]) -> None:
        """The server keeps these for the chief."""
        self.handed_over |= set(event_ids)
        self._advance()

    def add_rows(self, rows: Iterable[dict[str, Any]]) -> None:
        """Rows of the server's log after the head, ours among them."""
        own = {event["event_id"] for event in self.events[self._first_pending :]}
        for row in rows:
            if row["event_id"] in own:
                self.places[row["event_id"]] = (row["seq"], row["hash"])
            self._hashes[row["seq"]] = row["hash"]
            self.head = (row["seq"], row["hash"])
        self._advance()

    def rewind(self, head: Place) -> bool:
        """The server was restored from a backup and its log ends here: what follows of ours waits
        again. False if its log is not a beginning of ours."""
        if self._hashes.get(head[0]) != head[1]:
            return False
        self.places = {key: place for key, place in self.places.items() if place[0] <= head[0]}
        self._hashes = {seq: own for seq, own in self._hashes.items() if seq <= head[0]}
        self.head, self._first_pending = head, 0
        self._advance()
        return True

    def forget_log(self) -> None:
        """The server's log is another than ours: what we know of it is worth nothing. Where it
        has events of ours, `add_rows` finds them again."""
        self.places, self._hashes = {}, {0: FIRST}
        self.head, self._first_pending = (0, FIRST), 0
        self._advance()

    def _advance(self) -> None:
        while self._first_pending < len(self.events):
            event_id = self.events[self._first_pending]["event_id"]
            if event_id not in self.places and event_id not in self.handed_over:
                return
            self._first_pending += 1
