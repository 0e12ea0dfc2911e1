"""The clock of the server's machine, which can be turned: a file says by how many seconds."""

import datetime as dt
import time
from pathlib import Path

from django.utils import timezone

NAME = "clock"


def follow(orders: Path) -> None:
    """Let this process read the turned clock from now on, by Django's functions and Python's."""

    def turned() -> float:
        try:
            return float((orders / NAME).read_text() or 0)
        except (FileNotFoundError, ValueError):
            return 0.0

    now, seconds = timezone.now, time.time
    timezone.now = lambda: now() + dt.timedelta(seconds=turned())
    time.time = lambda: seconds() + turned()
