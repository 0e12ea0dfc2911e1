"""How long ago something was, by a clock that may have been set back since."""

import time


def is_recent(at: float, seconds: float) -> bool:
    """Whether a moment was no more than so many seconds ago. One further in the future than that
    was told by a clock that was set back since: it would be recent until this one gets there."""
    return abs(time.time() - at) <= seconds
