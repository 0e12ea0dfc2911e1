"""Tablets kept in memory by their token: how many, and until when."""

import pytest
from cachetools import LRUCache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from referee.devices import device_cache
from referee.models import Device
from tests.referee.tables import Tablet, golden, log_events, make_table, paired
from tests.referee.tablet.api.conftest import Http
from tournament.common.secret_tokens import new_token

pytestmark = pytest.mark.django_db
LINES = golden("01")
EVENTS = log_events(LINES)


@pytest.fixture
def tablet(db: None) -> Tablet:
    return paired(make_table(LINES[0]))


def queries_to_find(token: str) -> int:
    """How many queries it takes to find the device of a token."""
    with CaptureQueriesContext(connection) as queries:
        assert device_cache.cached_device(token) is not None
    return len(queries)


def test_it_forgets_who_was_not_seen_for_long(
    tablet: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device_cache, "_devices", LRUCache(2))
    device_cache.fetched_device(tablet.token)
    table = tablet.device.game.table
    third = paired(table, "A third")
    device_cache.fetched_device(third.token)
    device_cache.cached_device(third.token)
    other = paired(table, "Another")
    device_cache.fetched_device(other.token)
    assert queries_to_find(other.token) == 0
    assert queries_to_find(third.token) == 0
    assert queries_to_find(tablet.token) == 1


def test_a_token_that_is_unknown_is_not_kept(tablet: Tablet) -> None:
    assert device_cache.cached_device(new_token()) is None


@pytest.mark.parametrize("column", ["revoked_at", "token_hash"])
def test_a_tablet_that_the_log_refuses_is_asked_for_again(tablet: Tablet, column: str) -> None:
    """Another process changed it; this one hears of that when it appends."""
    http = Http(tablet)
    http.send(EVENTS[0])
    assert queries_to_find(tablet.token) == 0
    changed = {"revoked_at": timezone.now(), "token_hash": "0" * 64}[column]
    Device.objects.filter(pk=tablet.device.pk).update(**{column: changed})
    assert http.ask("post", "/events", http.batch(EVENTS[1])).status_code in (401, 403)
    with CaptureQueriesContext(connection) as queries:
        device = device_cache.cached_device(tablet.token)
    assert len(queries) == 1
    assert (device is None) == (column == "token_hash")
