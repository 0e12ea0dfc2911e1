"""Budgets in steps, so that a seed repeats everywhere.

Draws are limited by steps, never by time. A time limit or a cancel only ends the draw
early. The step at which it ended is stored, and a limit of that many steps gives the same
draw again. Until then the search does not depend on either of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Clock = Callable[[], float]


@dataclass
class Budget:
    """Steps spent, counted at checkpoints.

    `limit`: stop at this step. `clock`: a rising number of seconds, compared with `time_limit`. At
    each checkpoint `cancelled` is called, and `progress` is called with a number from 0 to 1.
    """

    limit: int | None = None
    clock: Clock | None = None
    time_limit: float | None = None
    cancelled: Callable[[], bool] | None = None
    progress: Callable[[float], None] | None = None
    steps: int = 0
    stopped: bool = False

    def __post_init__(self) -> None:
        self._start = self.clock() if self.clock else 0.0

    @property
    def seconds(self) -> float:
        """Seconds since the start by the given clock; 0 without one."""
        return self.clock() - self._start if self.clock else 0.0

    def allow(self, steps: int) -> None:
        """Stop after `steps` more, unless a limit or a time was given."""
        if self.limit is None and not self._is_timed:
            self.limit = self.steps + steps

    def spend(self, steps: int) -> bool:
        """Count `steps` more at a checkpoint; return False if the draw must stop here."""
        if self.stopped or self._has_ended():
            self.stopped = True
            return False
        self.steps += steps
        if self.progress:
            self.progress(min(1.0, self._share()))
        return True

    @property
    def _is_timed(self) -> bool:
        return self.clock is not None and self.time_limit is not None

    def _share(self) -> float:
        """Return the share of the budget that is spent; 0 if it has no limit."""
        if self._is_timed:
            return self.seconds / (self.time_limit or self.seconds or 1.0)
        return self.steps / max(1, self.limit) if self.limit is not None else 0.0

    def _has_ended(self) -> bool:
        if self.limit is not None and self.steps >= self.limit:
            return True
        if self.cancelled and self.cancelled():
            return True
        return self._is_timed and self.seconds >= (self.time_limit or 0.0)
