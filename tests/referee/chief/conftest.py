"""A table with its tablet, and the chief referee at the organisers' pages."""

import pytest
from django.test import Client

from referee.log import journal_cache
from tests.accounts import staff
from tests.referee.chief.pages import LINES
from tests.referee.tables import Tablet, make_table, paired
from tournament.access import Action
from tournament.models import Table


@pytest.fixture(autouse=True)
def _cold() -> None:
    journal_cache.forget()


@pytest.fixture
def table(db: None) -> Table:
    return make_table(LINES[0])


@pytest.fixture
def tablet(table: Table) -> Tablet:
    return paired(table, "Tablet 7")


@pytest.fixture
def chief_client(client: Client) -> Client:
    """Logged in as staff with the rights of a chief referee."""
    client.force_login(staff("chiara", Action.SEE_EVENT, Action.ACT_AS_CHIEF))
    return client
