"""The tests that run at each change, now and before: the new set and the old."""

from pathlib import Path

import pytest

EXHAUSTIVE, SPINE, JOURNEY = "exhaustive", "spine", "e2e"
ONCE_EXHAUSTIVE = Path(__file__).with_name("once_exhaustive.txt")
"""The tests that were exhaustive, by their ids, when every other test ran at each change. What was
made exhaustive since, and what is new, belongs to the old set."""


def once_exhaustive() -> frozenset[str]:
    """Return the ids of the tests outside the old set."""
    return frozenset(ONCE_EXHAUSTIVE.read_text("utf-8").splitlines())


def in_new_set(item: pytest.Item) -> bool:
    """Return whether a test runs at each change."""
    return item.get_closest_marker(EXHAUSTIVE) is None


def in_old_set(item: pytest.Item, once: frozenset[str]) -> bool:
    """Return whether a test ran at each change before."""
    return item.nodeid not in once
