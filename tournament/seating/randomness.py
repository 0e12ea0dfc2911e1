"""Random choices that are the same on every Python version.

Only `random()` is drawn on.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def random_below(rng: random.Random, count: int) -> int:
    """Return a random whole number from 0 to count - 1."""
    return int(rng.random() * count)


def random_order(rng: random.Random, items: Sequence[T]) -> list[T]:
    """Return the items in random order (Fisher-Yates)."""
    mixed = list(items)
    for at in range(len(mixed) - 1, 0, -1):
        other = int(rng.random() * (at + 1))
        mixed[at], mixed[other] = mixed[other], mixed[at]
    return mixed
