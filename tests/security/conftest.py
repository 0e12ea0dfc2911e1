"""A table with a tablet that attacks, and the chief referee who looks at what came of it."""

import pytest
from django.contrib.auth.models import Permission, User
from django.core.cache import cache as django_cache
from django.test import Client

from referee.log import journal_cache
from tests.referee.tables import Tablet, golden, make_table, paired
from tests.referee.tablet.api.conftest import Http
from tests.services.conftest import LEFT_OUT
from tournament.models import Table

collect_ignore = ["test_platform_attacks.py"] if LEFT_OUT else []


@pytest.fixture(autouse=True)
def _cold() -> None:
    journal_cache.forget()
    django_cache.clear()


@pytest.fixture
def table(db: None) -> Table:
    """A table of an event that everybody sees."""
    return make_table(golden("01")[0], published=True)


@pytest.fixture
def tablet(table: Table) -> Tablet:
    """The tablet that writes for it."""
    return paired(table)


@pytest.fixture
def http(tablet: Tablet) -> Http:
    """Its requests."""
    return Http(tablet)


@pytest.fixture
def chief_client(client: Client) -> Client:
    """Logged in as staff with the chief's permission, and those to look at records."""
    user = User.objects.create_user("chiara", is_staff=True)
    names = ("act_as_chief", "view_gamerecord", "view_event")
    user.user_permissions.add(*Permission.objects.filter(codename__in=names))
    client.force_login(user)
    return client
