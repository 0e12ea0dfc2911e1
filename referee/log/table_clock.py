"""A table's clock: the hall's, with the table's extra time and its own pauses."""

import datetime as dt
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.utils import timezone

from referee.journal.pauses import Pause, credited_times, pauses_from_json
from referee.models import GameLog
from tournament.boards import PauseTime
from tournament.common.hall_clock import LedgerEntry, elapsed_at
from tournament.rounds.selectors.clock import HallClock

State = Literal["waiting", "running", "paused", "ended"]


@dataclass(frozen=True, slots=True)
class TableTime:
    """A table's clock, as values that stay equal while nothing happens.

    A running clock ends at `ends_at`; a stopped one has `standing` seconds left. `paused_since` is
    when the server heard of the table's own pause, None without one.
    """

    state: State
    ends_at: dt.datetime | None
    standing: int
    paused_since: dt.datetime | None = None

    def is_over(self, now: dt.datetime) -> bool:
        """Return whether the table's time is up."""
        if self.state == "waiting":
            return False
        return self.state == "ended" or self.remaining_at(now) <= 0

    def remaining_at(self, now: dt.datetime) -> float:
        """Return the seconds left; negative once time is up."""
        if self.ends_at is None:
            return self.standing
        return (self.ends_at - now).total_seconds()

    @property
    def remaining(self) -> float:
        """The seconds left now, for the page being rendered."""
        return self.remaining_at(timezone.now())


def pause_time_of(snapshot: Mapping[str, Any], steps: Iterable[LedgerEntry]) -> PauseTime:
    """Add up the pauses in a game's snapshot by the ledger of its hall clock."""
    return pause_time(pauses_from_json(snapshot.get("pauses", ())), steps)


def pause_time(pauses: Sequence[Pause], steps: Iterable[LedgerEntry]) -> PauseTime:
    """Add up a table's pauses by the ledger of its hall clock."""
    if not pauses:
        return PauseTime()
    steps = tuple(steps)
    seconds = sum(credited_times(pauses, lambda moment: elapsed_at(steps, moment)))
    last = pauses[-1]
    if not last.lasts or last.began_at is None:
        return PauseTime(seconds)
    return PauseTime(seconds, elapsed_at(steps, last.began_at), last.began_at)


def pause_seconds_since(
    snapshot: Mapping[str, Any], steps: Sequence[LedgerEntry], since: dt.datetime, now: dt.datetime
) -> int:
    """Return the hall-clock seconds given back by pauses since a moment.

    The pauses are those that began since then. A pause that still lasts counts up to now.
    """
    pauses = pauses_from_json(snapshot.get("pauses", ()))
    given = credited_times(pauses, lambda moment: elapsed_at(steps, moment))
    seconds = 0
    for pause, credit in zip(pauses, given, strict=True):
        if pause.began_at is None or pause.began_at < since:
            continue
        lasting = elapsed_at(steps, now) - elapsed_at(steps, pause.began_at)
        seconds += lasting if pause.lasts else credit
    return seconds


def snapshot_of_game(game: GameLog | None) -> dict[str, Any]:
    """Return the snapshot stored with a game; empty before its first row."""
    return json.loads(game.snapshot) if game and game.snapshot else {}


def table_time(hall: HallClock, table: int, snapshot: Mapping[str, Any]) -> TableTime:
    """Return the clock of the table with this key, from its game's snapshot."""
    pause, clock = pause_time_of(snapshot, hall.steps), hall.clock
    more = hall.extra.get(table, 0) + pause.seconds
    if clock.state != "ended" and pause.since is not None:
        return TableTime("paused", None, clock.length + more - pause.since, pause.began_at)
    if clock.ends_at is not None:
        return TableTime("running", clock.ends_at + dt.timedelta(seconds=more), 0)
    return TableTime(clock.state, None, clock.remaining + more)
