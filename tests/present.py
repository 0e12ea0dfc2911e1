"""What has to be there."""

from typing import TypeVar

T = TypeVar("T")


def present(found: T | None) -> T:
    """What was found; AssertionError where it is None."""
    assert found is not None
    return found
