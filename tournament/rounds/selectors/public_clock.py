"""The clocks of a round and of its tables, as the public state tells them.

Their values stay as they are while nothing happens.
"""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from tournament.common import hall_clock

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PublicClock:
    """A clock as the public state tells it.

    A clock that runs is at 0 at `ends_at`; one that stands has `standing` seconds left.
    """

    state: hall_clock.State
    ends_at: dt.datetime | None
    standing: int


def hall_clock_of(state: Json, round_number: int) -> PublicClock:
    """Return the hall's clock of a round that is shown."""
    return _public_clock(_clock(state, round_number), 0)


def table_clock_of(state: Json, round_number: int, table: int) -> PublicClock:
    """Return a table's clock: the hall's with its extra time, and its own pauses."""
    clock = _clock(state, round_number)
    own = state["boards"].get(str(round_number), {}).get(str(table), {}).get("clock", {})
    more = own.get("paused_seconds", 0) + sum(
        line.get("seconds", 0)
        for line in _ledger(state, round_number)
        if line.get("table") == table
    )
    if "paused_at" in own and clock.state != "ended":
        since = dt.datetime.fromisoformat(own["paused_at"])
        gone = hall_clock.elapsed_at(_steps(state, round_number), since)
        return PublicClock("paused", None, clock.length + more - gone)
    return _public_clock(clock, more)


def _public_clock(clock: hall_clock.Clock, more: int) -> PublicClock:
    if clock.ends_at is not None:
        return PublicClock(clock.state, clock.ends_at + dt.timedelta(seconds=more), 0)
    return PublicClock(clock.state, None, clock.remaining + more)


def _clock(state: Json, number: int) -> hall_clock.Clock:
    length = state["event"]["length_minutes"] * 60
    return hall_clock.clock_at(_steps(state, number), length=length, now=timezone.now())


def _ledger(state: Json, number: int) -> list[Json]:
    ledger = state["rounds"].get(str(number), {}).get("clock", {})
    return [ledger[line] for line in sorted(ledger, key=int)]


def _steps(state: Json, number: int) -> list[hall_clock.LedgerEntry]:
    return [
        hall_clock.LedgerEntry(line["kind"], dt.datetime.fromisoformat(line["at"]))
        for line in _ledger(state, number)
        if line["kind"] in hall_clock.STEPS
    ]
