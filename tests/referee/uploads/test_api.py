"""What is asked at the address of an upload, and how often."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from referee.uploads.api import ATTEMPTS
from referee.uploads.keys import issue_key
from tests.tournament.making import BY, make_event

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/uploads/open"


@pytest.fixture(autouse=True)
def _not_counted_elsewhere() -> Iterator[None]:
    yield
    cache.clear()


def test_a_halls_key_passes_whatever_else_comes_from_its_address() -> None:
    event = make_event(players=4)
    secret = issue_key(event=event, by=BY)
    client = Client()
    codes = [client.get(ADDRESS).status_code for _attempt in range(ATTEMPTS + 1)]
    assert codes == [401] * ATTEMPTS + [429]
    asked = {"Authorization": f"Bearer {secret}"}
    codes = [client.get(ADDRESS, headers=asked).status_code for _attempt in range(ATTEMPTS + 1)]
    assert codes == [200] * ATTEMPTS + [429]
