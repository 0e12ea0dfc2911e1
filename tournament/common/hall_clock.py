"""The hall clock of a round, computed from its ledger. Pure: time is an argument.

The ledger is the truth: `start`, `pause`, `resume` and `end` for the whole hall, `extra` for one
table. Elapsed time runs while the clock runs, and stops while it is paused. Extra time is added to
one table's length and never moves the hall's.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

State = Literal["waiting", "running", "paused", "ended"]
Step = Literal["start", "pause", "resume", "end"]

STEPS: tuple[Step, ...] = ("start", "resume", "pause", "end")
NEXT_STATE: dict[State, dict[Step, State]] = {
    "waiting": {"start": "running"},
    "running": {"pause": "paused", "end": "ended"},
    "paused": {"resume": "running", "end": "ended"},
    "ended": {"resume": "running"},
}


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One line of the ledger: a `step` of the hall's clock and its time."""

    step: Step
    at: dt.datetime


@dataclass(frozen=True, slots=True)
class Clock:
    """The hall's clock as it was at `as_of`, in seconds.

    `length` is the time of play, `elapsed` the part that has gone by; neither keeps ticking.
    """

    state: State
    length: int
    elapsed: int
    as_of: dt.datetime
    ends_at: dt.datetime | None = None
    """When a running clock reaches 0; None if it stands."""
    elapsed_ms: int = 0
    """`elapsed` in milliseconds, for a display that counts on from here."""

    @property
    def remaining(self) -> int:
        """Seconds left for a table without extra time; below 0 once time is up."""
        return self.length - self.elapsed


def can_step(state: State, step: Step) -> bool:
    """Return whether the clock can take this step now; an ended clock can be resumed."""
    return step in NEXT_STATE[state]


def clock_at(entries: Iterable[LedgerEntry], *, length: int, now: dt.datetime) -> Clock:
    """Return the clock at `now` from its ledger.

    The entries are in chronological order; `length` is in seconds.
    """
    state: State = "waiting"
    gone = dt.timedelta()
    since = now
    for entry in entries:
        if state == "running":
            gone += max(entry.at - since, dt.timedelta())
        state = NEXT_STATE[state][entry.step]
        since = entry.at
    ends_at = None
    if state == "running":
        ends_at = since + dt.timedelta(seconds=length) - gone
        gone += max(now - since, dt.timedelta())
    milliseconds = gone // dt.timedelta(milliseconds=1)
    return Clock(state, length, int(gone.total_seconds()), now, ends_at, milliseconds)


def elapsed_at(entries: Iterable[LedgerEntry], moment: dt.datetime) -> int:
    """Return the seconds that the clock had run at `moment`, which may be long ago.

    The ledger's order holds even if the server's clock was set back between two steps: all steps up
    to the last one made by `moment` count.
    """
    ledger = tuple(entries)
    until = max((n for n, entry in enumerate(ledger, 1) if entry.at <= moment), default=0)
    return clock_at(ledger[:until], length=0, now=moment).elapsed
