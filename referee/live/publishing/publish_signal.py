"""What a Celery worker does when it is told that something was committed.

A command to all workers and no task: a task would wait for a free place behind draws, be given to
one worker, which may not be the one that publishes, and to a child of it that has no journals.
"""

from typing import Any

from celery.worker.control import control_command

from tournament.common.publisher_wakeup import COMMAND, woken


@control_command(name=COMMAND)  # type: ignore[untyped-decorator]
def look_for_changes(_worker: Any) -> None:
    """Wake the publisher of this worker."""
    woken.set()
