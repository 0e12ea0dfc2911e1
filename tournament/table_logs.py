"""Whether a table's game is being logged by a tablet: `referee`, which keeps the logs and is
further up, says so when it is loaded."""

from collections.abc import Callable
from typing import NamedTuple


class TableLog(NamedTuple):
    """How far the log of a table is: `begun` once something was logged, `over` once its result
    was handed in."""

    begun: bool
    over: bool

    @property
    def is_running(self) -> bool:
        """A result of this log is still to come."""
        return self.begun and not self.over


LogLookup = Callable[[int], TableLog | None]


def _no_logs(_table: int) -> None:
    return None


_teller: list[LogLookup] = [_no_logs]


def set_log_lookup(teller: LogLookup) -> None:
    """Ask `teller`, by the key of a table, from now on."""
    _teller[0] = teller


def table_log_of(table: int) -> TableLog | None:
    """The log of the table with this key; None where no tablet was ever paired with it."""
    return _teller[0](table)
