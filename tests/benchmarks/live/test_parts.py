"""Parts of the live benchmarks run to their end on tiny sizes, and find figures."""

from collections.abc import Iterator
from typing import Any

import pytest

from benchmarks.live import first_page, streams
from tests.migrated import new_postgres
from tests.on_services import postgres, redis

pytestmark = [pytest.mark.services, pytest.mark.exhaustive]


@pytest.fixture(scope="module")
def cache() -> Iterator[str]:
    """The address of a Redis that nobody else uses."""
    with redis() as address:
        yield address


@pytest.fixture(scope="module")
def server() -> Iterator[None]:
    """A PostgreSQL of these tests: exhaustive ones run where there is none."""
    with postgres() as address, pytest.MonkeyPatch.context() as patch:
        patch.setenv("DATABASE_URL", address)
        yield


@pytest.fixture
def platform(server: None, cache: str, request: pytest.FixtureRequest) -> tuple[str, str]:
    """A migrated database with nothing in it, and the cache."""
    return new_postgres(request.node.name), cache


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes a part small: its constants have these values."""

    def make(module: Any, **values: Any) -> None:
        for name, value in values.items():
            monkeypatch.setattr(module, name, value)

    return make


def test_first_pages(platform: tuple[str, str], small: Any) -> None:
    small(first_page, PLAYERS=(4,), VERSIONS=1, AGAIN=3, REMEMBERED_SECONDS=0.3)
    (found,) = first_page.measure(*platform)
    assert found.players == 4
    assert 0 < found.publishing < 5_000
    assert 0 < found.first_wait < 5_000


def test_embedded_streams(platform: tuple[str, str], small: Any) -> None:
    small(streams, TABLES=2, PAUSE=0.5, SETTLED_SECONDS=0.2, AGAIN_SECONDS=0.5)
    small(streams, WARM_SECONDS=2.0, ALONE_SECONDS=1.0, FOLLOWED_SECONDS=3.0)
    found = streams.by_embedded(*platform, streams=5)
    assert (found.carrier, found.streams) == ("embedded", 5)
    assert found.events > 0
    assert 0 < found.delays[0] <= found.delays[1] < 30
    assert 0 < found.followed[0] <= found.followed[1]
    assert (found.gaps, found.doubled) == (0, 0)
    assert found.cores.keys() == {
        "carrier and pages",
        "publisher",
        "database",
        "tablets",
        "readers",
    }
