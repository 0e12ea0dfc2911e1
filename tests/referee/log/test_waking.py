"""Appends wake the publisher: the first one of a log, and those that come the common way."""

from typing import Any

import pytest

from referee.log import journal_cache
from tests.referee.log.test_append import send
from tests.referee.tables import golden, log_events, make_table, paired
from tournament.common.publisher_wakeup import woken


@pytest.mark.django_db(transaction=True)
def test_each_append_wakes(settings: Any) -> None:
    settings.REDIS_URL = ""
    journal_cache.forget()
    lines = golden("01")
    tablet = paired(make_table(lines[0]))
    for one in log_events(lines)[:3]:
        woken.clear()
        send(tablet, *tablet.made_of(one))
        assert woken.is_set()
