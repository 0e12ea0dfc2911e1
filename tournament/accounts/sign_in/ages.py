"""Ages of moments, by a clock that may have been set back since."""

import time


def is_recent(at: float, seconds: float) -> bool:
    """Return whether a moment lies within so many seconds of now.

    A moment further in the future does not count: it was noted before the clock was set back, and
    would stay recent until the clock caught up.
    """
    return abs(time.time() - at) <= seconds
