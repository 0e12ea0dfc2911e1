"""Notices when the machine's clock is set while this process runs."""

import datetime as dt
import time

MOVED = dt.timedelta(minutes=1)
"""Smaller changes are a time server's own corrections, which round clocks need not follow."""


def steady_seconds() -> float | None:
    """Return the seconds of a clock that nobody sets.

    It runs on while the machine sleeps. None if there is no such clock.
    """
    clock: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return None if clock is None else time.clock_gettime(clock)


class WallClock:
    """Compare the machine's clock with what it told when this process last looked."""

    def __init__(self) -> None:
        self._seen: tuple[dt.datetime, float | None] | None = None

    def look(self, now: dt.datetime, steady: float | None) -> None:
        """Remember what the clock tells at a moment, and the steady one."""
        self._seen = (now, steady)

    def told_before(
        self, now: dt.datetime, steady: float | None, last: dt.datetime | None
    ) -> dt.datetime | None:
        """Return the time the clock would tell had nobody set it.

        It is None if nobody set it. `last` is the last time that a process before this one wrote,
        needed at the first look only: a time later than now was told by a clock that has been set
        back since. Without a steady clock, a clock that was set forward looks like a machine that
        slept.
        """
        if self._seen is None:
            return last if last is not None and last - now > MOVED else None
        seen, steady_then = self._seen
        if steady is None or steady_then is None:
            return seen if seen - now > MOVED else None
        expected = seen + dt.timedelta(seconds=steady - steady_then)
        return expected if abs(expected - now) > MOVED else None
