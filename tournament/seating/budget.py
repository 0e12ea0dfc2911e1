"""Steps to spend: draws are bounded by steps, never by time, so that a seed repeats everywhere.

A time limit or a cancel only truncates: the step it struck at is kept, and the same draw comes
out again when that step is given as the limit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Clock = Callable[[], float]


@dataclass
class Budget:
    """Steps spent, in checkpoints.

    `total`: steps expected in all, for progress. `limit`: stop at this step. `clock`: seconds,
    rising, read against `time_limit`. `cancelled` is asked and `progress` is told (from 0 to 1)
    at each checkpoint.
    """

    total: int
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
        """Time since the start by the clock given, 0 without one."""
        return self.clock() - self._start if self.clock else 0.0

    def spend(self, steps: int) -> bool:
        """Checkpoint: count `steps` more, unless the draw stops here; False when it does."""
        if self.stopped or self._struck():
            self.stopped = True
            return False
        self.steps += steps
        if self.progress:
            self.progress(min(1.0, self.steps / max(1, self.total)))
        return True

    def _struck(self) -> bool:
        if self.limit is not None and self.steps >= self.limit:
            return True
        if self.cancelled and self.cancelled():
            return True
        late = self.clock is not None and self.time_limit is not None
        return late and self.seconds >= (self.time_limit or 0.0)
