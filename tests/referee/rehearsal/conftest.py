"""A server that is restored from backups, and the tablet's own runtime at one of its tables."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from referee.log import journal_cache
from tests.referee.rehearsal.both_clients import LINES, Server
from tests.referee.rehearsal.own_runtime import OwnRuntime
from tests.referee.tables import make_table


@pytest.fixture
def own() -> Iterator[OwnRuntime]:
    runtime = OwnRuntime()
    yield runtime
    runtime.close()


@pytest.fixture
def server(db: None) -> Server:
    journal_cache.forget()
    cache.clear()
    return Server(make_table(LINES[0]))
