"""Whether a table's game is being logged by a tablet, and what its own pauses give back: `referee`,
which keeps the logs and is further up, says so when it is loaded."""

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from tournament.hall_clock import LedgerEntry
from tournament.models import Event


class TableLog(NamedTuple):
    """How far the log of a table is: `begun` once something was logged, `over` once its result
    was handed in."""

    begun: bool
    over: bool

    @property
    def is_running(self) -> bool:
        """A result of this log is still to come."""
        return self.begun and not self.over


class PauseTime(NamedTuple):
    """What a table's own pauses come to: the seconds that those which are over give back, and how
    far the hall's clock had run when the one that lasts began (None: none lasts). `began_at` is
    when the server heard of that."""

    seconds: int = 0
    since: int | None = None
    began_at: dt.datetime | None = None

    def remaining(self, hall: int, elapsed: int) -> int:
        """Seconds left for the table where the hall's clock leaves it `hall` after `elapsed`."""
        return hall + self.seconds + (0 if self.since is None else elapsed - self.since)


TableNumbers = tuple[int, ...]
TabletsLookup = Callable[[Collection[int]], list[tuple[int, int]]]
LogLookup = Callable[[int], TableLog | None]
NeedsLookup = Callable[[Collection[int]], Mapping[int, Mapping[str, TableNumbers]]]
LogDropper = Callable[[Event], None]
PauseLookup = Callable[[int, Iterable[LedgerEntry]], Mapping[int, PauseTime]]


def _no_logs(_table: int) -> None:
    return None


_teller: list[LogLookup] = [_no_logs]


def _no_pauses(_round: int, _steps: Iterable[LedgerEntry]) -> Mapping[int, PauseTime]:
    return {}


_pause_teller: list[PauseLookup] = [_no_pauses]


def set_log_lookup(teller: LogLookup) -> None:
    """Ask `teller`, by the key of a table, from now on."""
    _teller[0] = teller


def table_log_of(table: int) -> TableLog | None:
    """The log of the table with this key; None where no tablet was ever paired with it."""
    return _teller[0](table)


def set_pause_lookup(teller: PauseLookup) -> None:
    """Ask `teller`, by the key of a round and the steps of its hall's clock, from now on."""
    _pause_teller[0] = teller


def pauses_of_round(round_: int, steps: Iterable[LedgerEntry]) -> Mapping[int, PauseTime]:
    """What the own pauses of a round's tables come to, by the tables' numbers; none for those that
    no tablet was ever paired with."""
    return _pause_teller[0](round_, steps)


def _nothing_to_drop(_event: Event) -> None:
    return None


_dropper: list[LogDropper] = [_nothing_to_drop]


def set_log_dropper(dropper: LogDropper) -> None:
    """Let `dropper` delete the logs of a practice event that is deleted, from now on."""
    _dropper[0] = dropper


def drop_practice_logs(event: Event) -> None:
    """Delete what was logged at the tables of a practice event."""
    _dropper[0](event)


def _no_needs(_rounds: Collection[int]) -> Mapping[int, Mapping[str, TableNumbers]]:
    return {}


_needs_teller: list[NeedsLookup] = [_no_needs]


def set_needs_lookup(teller: NeedsLookup) -> None:
    """Ask `teller`, by the keys of rounds, from now on."""
    _needs_teller[0] = teller


def table_needs_of(rounds: Collection[int]) -> Mapping[int, Mapping[str, TableNumbers]]:
    """By the keys of rounds, the numbers of their tables by what their logs are at: `begun`;
    of those `playing`, `unconfirmed` (the game is over) or `disputed`; and where `called` the
    judge, or events were `set_aside`, and nobody has answered."""
    return _needs_teller[0](rounds)


def _no_tablets(_tables: Collection[int]) -> list[tuple[int, int]]:
    return []


_tablets_teller: list[TabletsLookup] = [_no_tablets]


def set_tablets_lookup(teller: TabletsLookup) -> None:
    """Ask `teller`, by the keys of tables, from now on."""
    _tablets_teller[0] = teller


def with_tablets(tables: Collection[int]) -> list[tuple[int, int]]:
    """The rounds and numbers of those tables with which a tablet is paired, in order."""
    return _tablets_teller[0](tables)
