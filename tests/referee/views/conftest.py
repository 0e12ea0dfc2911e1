"""A table with its tablet, and the chief referee at the organisers' pages."""

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from referee.log import cache
from tests.referee.tables import Tablet, make_table, paired
from tests.referee.views.chief import LINES
from tournament.models import Table


@pytest.fixture(autouse=True)
def _cold() -> None:
    cache.forget()


@pytest.fixture
def table(db: None) -> Table:
    return make_table(LINES[0])


@pytest.fixture
def tablet(table: Table) -> Tablet:
    return paired(table, "Tablet 7")


@pytest.fixture
def chief_client(client: Client) -> Client:
    """Logged in as staff with the chief's permission."""
    user = User.objects.create_user("chiara", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="act_as_chief"))
    client.force_login(user)
    return client
