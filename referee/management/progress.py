"""The progress of a long command.

It is a bar on a terminal, and a plain line now and then elsewhere.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from django.utils.translation import gettext as _
from rich.console import Console
from rich.progress import Progress

SECONDS_BETWEEN = 10.0
Step = Callable[[], None]


@contextmanager
def progress(console: Console, label: str, clock: Callable[[], float]) -> Iterator[Step]:
    """Yield a function to call after each step of the work, from any thread.

    `clock` gives seconds that only grow.
    """
    if not console.is_terminal:
        yield PrintedProgress(console, label, clock).step
        return
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda: bar.advance(task)


class PrintedProgress:
    """A counter of steps that prints its progress.

    A line gives the count every SECONDS_BETWEEN seconds; the first comes after that time.
    """

    def __init__(self, console: Console, label: str, clock: Callable[[], float]) -> None:
        self._console, self._label, self._clock = console, label, clock
        self._steps, self._due, self._lock = 0, clock() + SECONDS_BETWEEN, Lock()

    def step(self) -> None:
        """Count one more step."""
        with self._lock:
            self._steps += 1
            if self._clock() < self._due:
                return
            self._due = self._clock() + SECONDS_BETWEEN
            facts = {"label": self._label, "events": self._steps}
            self._console.print(_("%(label)s: %(events)d events so far") % facts)
