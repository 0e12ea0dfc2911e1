"""Tablets that speak HTTP."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache as django_cache
from rest_framework.test import APIClient

from referee.log import journal_cache
from tests.referee.tables import AT, Tablet, golden, log_events, make_table, paired
from tests.responses import APIClientResponse
from tournament.models import Table

LINES = golden("01")


class Http:
    """A tablet's requests."""

    def __init__(self, tablet: Tablet, language: str = "en") -> None:
        self.tablet = tablet
        self.client = APIClient(raise_request_exception=False)
        self.client.credentials(
            HTTP_AUTHORIZATION=f"Bearer {tablet.token}", HTTP_ACCEPT_LANGUAGE=language
        )

    def ask(self, method: str, path: str, body: Any = None, game: Any = None) -> APIClientResponse:
        """One request below the game's address."""
        address = f"/api/v1/games/{game or self.tablet.game}{path}"
        response: APIClientResponse = getattr(self.client, method)(address, body, format="json")
        return response

    def batch(self, *events: dict[str, Any], **changes: Any) -> dict[str, Any]:
        """A batch with new ids."""
        return {
            "lease_epoch": self.tablet.epoch,
            "expected_seq": self.tablet.head[0] + 1,
            "previous_hash": self.tablet.head[1],
            "digest": self.tablet.digest,
            "events": [wire(event) for event in events],
            **changes,
        }

    def send(self, *events: dict[str, Any], **changes: Any) -> Any:
        """Append events and take the head of the answer."""
        response = self.ask("post", "/events", self.batch(*events, **changes))
        assert response.status_code == 200, response.content
        answer = response.json()
        self.tablet.head = (answer["head"]["seq"], answer["head"]["hash"])
        return answer


def wire(event: dict[str, Any]) -> dict[str, Any]:
    """An event as a tablet stores it."""
    return {"event_id": str(uuid4()), "salt": uuid4().hex, "at": AT, "event": event}


@pytest.fixture(autouse=True)
def _cold() -> None:
    journal_cache.forget()
    django_cache.clear()


@pytest.fixture
def events() -> list[dict[str, Any]]:
    """The events of a finished two-hour game of two players."""
    return log_events(LINES)


@pytest.fixture(scope="module")
def lasting_table(lasting_db: None) -> int:
    """The key of the first of two published tables."""
    return make_table(LINES[0], tables=2).pk


@pytest.fixture
def table(db: None, lasting_table: int) -> Table:
    """The first of two published tables, as it was before any other test."""
    return Table.objects.get(pk=lasting_table)


@pytest.fixture
def http(table: Table) -> Http:
    """The tablet of the first table."""
    return Http(paired(table))


@pytest.fixture
def other(table: Table) -> Http:
    """The tablet of the second table."""
    return Http(paired(Table.objects.get(round=table.round, number=2)))
