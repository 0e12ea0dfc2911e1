"""Jumps of this machine's clock: nothing is shown early because it was set ahead.

A clock is set ahead by its first contact with a time server, or by hand. What happened before then
looks older than it is.
"""

import time
from collections import deque
from collections.abc import Callable
from threading import Lock
from typing import Any

from django.core.signals import request_started
from django.utils import timezone

JUMP = 1.0
"""The least jump, in seconds. Time servers correct less by a slower or faster clock."""
LONGEST = 3600.0
"""For how many seconds a jump is remembered: as long as boards can be delayed."""


class ClockJumps:
    """The jumps that a process saw of its clock since its start, in seconds.

    `wall` is the clock that may jump, `steady` one that never does.
    """

    def __init__(self, wall: Callable[[], float], steady: Callable[[], float]) -> None:
        self._wall, self._steady = wall, steady
        self._lead = wall() - steady()
        self._former: deque[tuple[float, float]] = deque()
        self._lock = Lock()

    def ahead(self, seconds: float) -> float:
        """Return the seconds by which the clock was set ahead in the last `seconds`.

        It is 0 if it was not. A jump counts from the first question after it: nobody knows when
        it was.
        """
        now = self._steady()
        lead = self._wall() - now
        with self._lock:
            if abs(lead - self._lead) >= JUMP:
                self._former.append((now, self._lead))
            self._lead = lead
            while self._former and self._former[0][0] <= now - LONGEST:
                self._former.popleft()
            leads = [former for until, former in self._former if until > now - seconds]
        return lead - min([lead, *leads])


_jumps = ClockJumps(lambda: timezone.now().timestamp(), time.monotonic)


def seconds_ahead(seconds: float) -> float:
    """Return by how much this machine's clock was set ahead in the last `seconds`."""
    return _jumps.ahead(seconds)


def listen() -> None:
    """Look at the clock at each request.

    A process that is asked for delayed boards only would miss a jump and the next one back.
    """
    request_started.connect(_look, dispatch_uid=__name__)


def _look(**_sent: Any) -> None:
    seconds_ahead(0)
