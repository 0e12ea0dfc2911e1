"""The clock of the machine the server runs on, turned back and forward by whoever owns it."""

import datetime as dt
import time
from typing import Any

import pytest
from axes.handlers import proxy
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.utils import timezone
from rest_framework.throttling import SimpleRateThrottle

from tournament.common import clock_jumps
from tournament.common.clock_jumps import ClockJumps

_time, _now = time.time, timezone.now


class ServerClock:
    """What the server reads: the true time, and what it was turned by."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.turned = self.waited = 0.0
        patch.setattr(time, "time", self._seconds)
        patch.setattr(timezone, "now", self.now)
        jumps = ClockJumps(self._seconds, lambda: time.monotonic() + self.waited)
        patch.setattr(clock_jumps, "_jumps", jumps)
        # These took the functions with them when they were loaded.
        patch.setattr(proxy, "now", self.now)
        patch.setattr(SimpleRateThrottle, "timer", staticmethod(self._seconds))
        patch.setattr(PasswordResetTokenGenerator, "_now", self._local)

    def turn(self, seconds: float) -> None:
        """Set it forward, or back."""
        self.turned += seconds

    def wait(self, seconds: float) -> None:
        """Let the time pass."""
        self.turned += seconds
        self.waited += seconds

    def now(self) -> dt.datetime:
        """What it tells."""
        return _now() + dt.timedelta(seconds=self.turned)

    def _seconds(self) -> float:
        return _time() + self.turned

    def _local(self, *_generator: Any) -> dt.datetime:
        return dt.datetime.now() + dt.timedelta(seconds=self.turned)  # noqa: DTZ005 - as Django does
