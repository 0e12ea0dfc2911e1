"""Values made of the newest versions of events or pages, and cached."""

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

Value = TypeVar("Value")


class NewestValues(Generic[Value]):
    """A cache of one value for each key, made of the newest version.

    A key is an event's, or the address of a page. The value of another version replaces the one
    before, which nobody asks for any more: parsed, one version of a large event takes 10 MB, and
    the last ones of one event would fill the room of many. `most` is the number of values, or the
    sum of what `size` returns for them.
    """

    def __init__(self, most: int, size: Callable[[Value], int] = lambda _value: 1) -> None:
        self._values: LRUCache[Hashable, tuple[Hashable, Value]] = LRUCache(
            most, getsizeof=lambda kept: size(kept[1])
        )
        self._size = size
        self._lock = Lock()

    def get(self, key: Hashable, version: Hashable) -> Value | None:
        """Return the key's value if it was made of this version."""
        with self._lock:
            known = self._values.get(key)
        return known[1] if known and known[0] == version else None

    def keep(self, key: Hashable, version: Hashable, value: Value) -> None:
        """Replace the key's value; one that is too large is not kept."""
        with self._lock:
            self._values.pop(key, None)
            if self._size(value) <= self._values.maxsize:
                self._values[key] = version, value
