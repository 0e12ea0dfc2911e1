"""The command by which Celery workers learn that something was committed.

It goes to all workers and is no task: a task would wait for a free place behind draws, and be given
to one worker, which may not be the one that publishes, and to a child of it that has no journals.
"""

from typing import Any

from celery.worker.control import control_command

from tournament.common.publisher_wakeup import COMMAND, woken


@control_command(name=COMMAND)  # type: ignore[untyped-decorator]
def look_for_changes(_worker: Any) -> None:
    """Wake the publisher of this worker."""
    woken.set()
