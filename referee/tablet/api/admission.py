"""A limit on how many requests of this process wait for the database at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

MAX_REQUESTS = 64
MAX_WAIT = 2.0
"""The longest wait for a place, in seconds."""


class BusyError(Exception):
    """More requests wait than can be served soon: try again."""


class Admission:
    """A limit on requests: it admits `max_requests` at once.

    After `max_wait` seconds in vain a request gets BusyError.
    """

    def __init__(self, max_requests: int = MAX_REQUESTS, max_wait: float = MAX_WAIT) -> None:
        self._places = BoundedSemaphore(max_requests)
        self._max_wait = max_wait

    @contextmanager
    def place(self) -> Iterator[None]:
        """Hold one of the places; raises BusyError."""
        if not self._places.acquire(timeout=self._max_wait):
            raise BusyError("too many requests at once")
        try:
            yield
        finally:
            self._places.release()
