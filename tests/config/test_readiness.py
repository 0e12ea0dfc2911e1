"""What a serving process does before its first request."""

import gc
from collections.abc import Iterator

import pytest

from config.readiness import make_ready


@pytest.fixture
def _as_before() -> Iterator[None]:
    collecting, threshold = gc.isenabled(), gc.get_threshold()
    yield
    gc.set_threshold(*threshold)
    (gc.enable if collecting else gc.disable)()


@pytest.mark.usefixtures("_as_before")
def test_what_is_loaded_is_looked_at_once_and_what_comes_later_again() -> None:
    """The process that listens switches the collector off while it loads."""
    gc.disable()
    make_ready()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0
