"""Values that a process made of the newest versions of events, and caches."""

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

Value = TypeVar("Value")


class NewestValues(Generic[Value]):
    """A cache of one value for each event, made of its newest version.

    Events are given by their keys. The value of another version replaces it: parsed, one version
    of a large event takes 10 MB, and the last ones of one event would fill the room of many.
    `most` is the number of events, or the sum of what `size` returns for their values.
    """

    def __init__(self, most: int, size: Callable[[Value], int] = lambda _value: 1) -> None:
        self._values: LRUCache[int, tuple[str, Value]] = LRUCache(
            most, getsizeof=lambda kept: size(kept[1])
        )
        self._size = size
        self._lock = Lock()

    def get(self, event: int, version: str) -> Value | None:
        """Return the event's value if it was made of this version."""
        with self._lock:
            known = self._values.get(event)
        return known[1] if known and known[0] == version else None

    def keep(self, event: int, version: str, value: Value) -> None:
        """Replace the event's value; one that is too large is not kept."""
        with self._lock:
            self._values.pop(event, None)
            if self._size(value) <= self._values.maxsize:
                self._values[event] = version, value
