"""A limit on how many requests of this process wait for the database at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

AT_ONCE = 64
PATIENCE = 2.0


class BusyError(Exception):
    """More requests wait than can be served soon: try again."""


class Gate:
    """Lets `at_once` in; who has waited `patience` seconds is sent away (BusyError)."""

    def __init__(self, at_once: int = AT_ONCE, patience: float = PATIENCE) -> None:
        self._places = BoundedSemaphore(at_once)
        self._patience = patience

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Hold a place."""
        if not self._places.acquire(timeout=self._patience):
            raise BusyError("too many requests at once")
        try:
            yield
        finally:
            self._places.release()
