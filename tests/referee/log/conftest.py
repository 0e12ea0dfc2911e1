"""A table with a paired tablet, and the events of a finished game."""

from typing import Any

import pytest

from referee.log import journal_cache
from tests.referee.tables import Tablet, golden, log_events, make_table, paired
from tournament.models import Table

LINES = golden("01")


@pytest.fixture(autouse=True)
def _cold() -> None:
    journal_cache.forget()


@pytest.fixture
def events() -> list[dict[str, Any]]:
    """The events of a finished two-hour game of two players."""
    return log_events(LINES)


@pytest.fixture
def table(db: None) -> Table:
    """The published table that game is played at."""
    return make_table(LINES[0])


@pytest.fixture
def tablet(table: Table) -> Tablet:
    """The tablet that writes for it."""
    return paired(table)
